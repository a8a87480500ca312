"""Events carried out on a table without pixels, as players carry them out."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.rules.self_play import Step
from companion.table.layout import Layout
from companion.table.view import Colour
from tests.support.referee.tabletop import Tabletop

__all__ = ["SPOKEN", "HandsOf"]

SPOKEN = ("chose", "smacked", "false-smack")
"""Events that players say: nothing on the table tells one from another."""
LIFTS = ("rally", "reroll", "throw", "hold")
"""Events that only take up dice, or leave them: the roll that follows shows what it was."""
PAIR = 2


class HandsOf:
    """The players at a table."""

    def __init__(self, top: Tabletop) -> None:
        self.top, self.game = top, top.seated.game
        self.kept: Colour | None = None
        """In Doubles Wild the colour that was not taken up for a re-roll."""

    def carry_out(self, step: Step) -> bool:
        """Do on the table what an event says, but not what follows from it; whether the table shows it now."""
        event = self.game.format_event(step.event)
        do = str(event["do"])
        if do in LIFTS:
            self.kept = {"red": "blue", "blue": "red"}.get(str(event.get("dice")))  # type: ignore[assignment]
            return False
        if do in ("rolled", "threw"):
            self._roll(step, event)
            return True
        before = self._layout(step.before)
        self.top.lay(self.left(step) or self._layout(step.after))
        return do not in SPOKEN and before != self._layout(step.after)

    def left(self, step: Step) -> Layout | None:
        """The table as long as nobody has done what follows from an event."""
        layout: Layout | None = self.game.unsettled(step.before, step.event, self.top.seated.colours)
        return layout

    def settle(self, position: Any) -> None:
        """Do what follows."""
        self.top.lay(self._layout(position))
        self.top.fresh.clear()

    def _layout(self, position: Any) -> Layout:
        return self.top.seated.layout(position)

    # ------------------------------------------------------------------------------------------ rolls

    def _roll(self, step: Step, event: dict[str, Any]) -> None:
        if self.game.id == "space-checkers":
            self.top.dice.clear()
            self.top.roll((event["number"],), "white")
            self.top.roll((event["direction"],), "white")
        elif self.game.id != "doubles-wild":
            seat = step.before.rolling.seat
            self._raise(step)
            self.top.roll(tuple(event["faces"]), self.top.seated.colours[seat], "combat", seat)
        elif event["do"] == "threw":
            self._throw(step.before.battle, tuple(event["faces"]))
        else:
            colours: tuple[Colour, Colour] = ("red", "blue")
            for colour in colours:
                if colour != self.kept:
                    self._up(colour, PAIR)
                    self.top.roll(tuple(event[colour]), colour)
            self.kept = None

    def _raise(self, step: Step) -> None:
        """The dice that are rolled have been taken up before."""
        self.top.lay(self._layout(step.before))

    def _throw(self, battle: Any, faces: tuple[int, ...]) -> None:
        """Of a start the red dice; in a battle those of the attacker, or the blue ones of the defender."""
        colour: Colour = "red" if battle is None or battle.whose == 0 else "blue"
        kept = Counter(() if battle is None else battle.dice[battle.whose])
        for one in [die for die in self.top.dice if die.colour == colour]:
            if kept[one.face] > 0:
                kept[one.face] -= 1
            else:
                self.top.dice.remove(one)
        self.top.roll(faces, colour)

    def _up(self, colour: Colour, count: int) -> None:
        for one in [die for die in self.top.dice if die.colour == colour][:count]:
            self.top.dice.remove(one)
