"""Who plays, on a drawn table: its seats where they are, with names and colours, and who plays together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import flet as ft

from companion.rules import CompanionError
from companion.table import Colour, colour_name
from companion.text import later, listed, localized, say, spoken_name, upper
from ui.app_state import use_app
from ui.core import GAP, PHONE, TAP, WIDE, part, use_store, use_value, use_width
from ui.settings import (
    LONGEST_NAME,
    MatchSetup,
    Place,
    colours_to_choose,
    free_seat,
    names_of_people,
    places_of,
    seated_game,
    teams_of,
    teams_to_choose,
    usual_game,
    usual_game_players,
    value_of,
    with_colour,
    with_next_colour,
    with_option,
    with_person,
    with_players,
    with_program,
    with_swapped,
)
from ui.widgets.basic import (
    Colors,
    card,
    choice_row,
    column,
    die_picture,
    fault_line,
    flow,
    heading,
    note,
    number_tiles,
    piece_picture,
    played_by,
    pressable,
    program_choice,
    tile_button,
)
from ui.widgets.drawing import table_parts

COUNT_PLAYERS = later("{count} players")
Edit: TypeAlias = Callable[[MatchSetup], MatchSetup]
Change: TypeAlias = Callable[[Edit], None]
"""Puts what an edit makes of the set-up in its place."""
Picked: TypeAlias = int | str | None
"""Who is to change places: whoever sits at a seat, or somebody who was known before, by name."""
NARROW, BROAD = 106.0, 200.0
"""The least and the most that a seat at the left or right of the table is wide, in pixels."""
OPEN = 60.0
"""How wide a place is at which nobody sits, in pixels."""
RIM = 22
"""How far seats stand out over the edge of the table, in pixels."""
TEAM_INKS = (Colors.PRIMARY, "#2F7F86")
"""The rings around the seats of a team, which has a name as well."""
MOST_KNOWN = 12
"""Names to choose from."""
GROUP = "people"


def name_fields(game: str, names: tuple[str, ...], on_blur: Callable[[], object]) -> list[ft.TextField]:
    """A field for every seat that a game may have: made once, so that typing is never overwritten. `on_blur` hears when
    somebody has typed in one."""
    return [
        ft.TextField(
            label=say("Name of player {number}", number=seat + 1),
            value=names[seat] if seat < len(names) else "",
            border_radius=10,
            border_color=Colors.OUTLINE,
            text_size=15,
            label_style=ft.TextStyle(size=13.5, letter_spacing=0),
            content_padding=ft.Padding.symmetric(horizontal=6, vertical=12),
            dense=True,
            expand=True,
            max_length=4 * LONGEST_NAME,
            counter="",
            autocorrect=False,
            capitalization=ft.TextCapitalization.WORDS,
            on_blur=lambda _: on_blur(),
        )
        for seat in range(usual_game_players(game)[1])
    ]


class _Table(NamedTuple):
    """What all seats of a drawn table share."""

    setup: MatchSetup
    fields: Sequence[ft.TextField]
    teams: tuple[tuple[int, ...], ...]
    wrong: frozenset[int]
    """The seats at which something is wrong."""
    picked: Picked
    pick: Callable[[Picked], None]
    change: Change
    leave: Callable[[str], None]
    """Keeps the name of somebody who gets up."""
    over: Picked
    """The seat over which somebody is dragged."""
    hover: Callable[[int | None], None]

    def name(self, seat: int) -> str:
        named = spoken_name(self.setup.names[seat]) if seat < len(self.setup.names) else ""
        return named or say("Player {number}", number=seat + 1)

    def strength(self, seat: int) -> str:
        return self.setup.program[seat] if self.setup.program else ""

    def put(self, who: Picked, seat: int) -> None:
        """Seat somebody at `seat`, in exchange with whoever sits there."""
        self.pick(None)
        if isinstance(who, str):
            self.leave(self.fields[seat].value or "")
            self.change(lambda one: with_person(one, seat, who))
        elif who is not None and who != seat:
            self.change(lambda one: with_swapped(one, who, seat))

    def put_at(self, who: Picked, colour: Colour) -> None:
        """Have somebody who sits play this colour, which nobody plays, from its side of the board."""
        self.pick(None)
        if isinstance(who, int):
            self.change(lambda one: with_colour(one, who, colour))


@part
def Seats(
    setup: MatchSetup,
    fields: list[ft.TextField],
    faults: dict[str, str],
    change: Change,
    refresh: Callable[[], MatchSetup],
) -> ft.Control:
    """How many play, and the table with each seat's name, colour and player. `refresh` brings what was typed into the
    set-up, and gives it."""
    app = use_app()
    use_store(app.archive)
    nobody: Picked = None
    picked, set_picked = use_value(nobody)
    over, hover = use_value(nobody)
    none_known: tuple[str, ...] = ()
    known, set_known = use_value(none_known)
    gone, set_gone = use_value(none_known)
    width = use_width()
    least, most = usual_game_players(setup.game)
    kept = (setup.game, setup.players, setup.colours, str(setup.options))
    teams = ft.use_memo(lambda: teams_of(setup), [*kept])
    choice = ft.use_memo(lambda: teams_to_choose(setup), [setup.game, setup.players])
    middle = ft.use_memo(lambda: _middle(setup), [*kept])

    async def look() -> None:
        def read() -> tuple[str, ...]:
            app.archive.refresh()
            return names_of_people((one.game, one.names) for one in app.archive.matches)

        set_known(await asyncio.to_thread(read))

    ft.use_effect(look, [])

    def pick(who: Picked) -> None:
        if who is not None:
            refresh()
        set_picked(who)

    def anew(edit: Edit) -> None:
        set_picked(None)
        hover(None)
        change(edit)

    wrong = frozenset(seat for seat in range(setup.players) if f"names[{seat}]" in faults)
    
    def leave(name: str) -> None:
        if spoken_name(name):
            set_gone((name, *gone))

    table = _Table(setup, fields, teams, wrong, picked, pick, anew, leave, over, hover)
    counts = number_tiles(
        range(least, most + 1), setup.players, lambda count: anew(lambda one: with_players(one, count)), COUNT_PLAYERS
    )
    parts: list[ft.Control] = [heading(say("Who plays"), size=17), counts]
    parts.append(_drawn(table, middle, _inside(width)))
    for seat in sorted(wrong):
        who = say("Player {number}", number=seat + 1)
        parts += fault_line(f"{who}: {upper(faults[f'names[{seat}]'])}")
    parts += fault_line(faults.get("colours"))
    if isinstance(picked, int) and picked < setup.players:
        parts.append(_picked_panel(table, picked))
    if choice is not None:
        parts.append(_team_choice(setup, choice.id, anew))
    if teams:
        sides = [listed([table.name(seat) for seat in team]) for team in teams]
        parts.append(note(say("Two teams: {one} against {other}.", one=sides[0], other=sides[1])))
    parts += _known_people(table, names_of_people(((setup.game, gone), (setup.game, known))), refresh)
    if usual_game(setup.game, setup.players).seed.cards is not None:
        parts.append(note(say("Everybody plays with the cards in the middle of the table.")))
    return card(*parts, spacing=10)


def _inside(width: float) -> float:
    """How wide the table's card is inside, on a page of this width."""
    if width < PHONE:
        return width - 24 - 32
    return min(540.0, (width - 48 - GAP) / 2 - 34 if width >= WIDE else width - 48 - 34)


def _drawn(table: _Table, middle: ft.Control, inside: float) -> ft.Control:
    """The table with its seats around it."""
    places = places_of(table.setup)
    at_side = {side: [one for one in places if one.side == side] for side in ("bottom", "left", "top", "right")}
    broad = max(NARROW, min(BROAD, (inside - 50) / 2))
    wide = min(inside - 3 * RIM, 1.6 * BROAD)

    def seated(one: Place, side_seat: bool) -> ft.Control:
        if one.seat is None:
            return _open_place(table, one)
        return _seat(table, one.seat, broad if side_seat else wide, side_seat)

    def row(side: str) -> list[ft.Control]:
        found = [seated(one, False) for one in at_side[side]]
        return [ft.Row([*found], alignment=ft.MainAxisAlignment.CENTER, key=side)] if found else []

    def stack(side: str) -> list[ft.Control]:
        found = [seated(one, True) for one in at_side[side]]
        if side == "left":  # clockwise it goes up
            found.reverse()
        return [ft.Column([*found], spacing=8, tight=True, key=side)] if found else []

    room = ft.Container(content=middle, expand=True, alignment=ft.Alignment.CENTER, padding=2, height=104, key="middle")
    across = [*stack("left"), room, *stack("right")]
    between = ft.Row(across, spacing=4, vertical_alignment=ft.CrossAxisAlignment.CENTER, key="between")
    ground = ft.Container(
        left=RIM,
        right=RIM,
        top=RIM,
        bottom=RIM,
        bgcolor=Colors.TERTIARY_CONTAINER,
        border=ft.Border.all(3, ft.Colors.with_opacity(0.45, Colors.TERTIARY)),
        border_radius=36,
    )
    return ft.Stack([ground, column([*row("top"), between, *row("bottom")], spacing=8)])


def _seat(table: _Table, seat: int, width: float, side_seat: bool) -> ft.Control:
    """A seat: its colour, who sits there, and below it what both are called; `side_seat`: in a narrow place."""
    parts: list[ft.Control] = []
    if table.setup.colours:
        parts.append(_colour_button(table, seat))
    token = _token(table, seat)
    # The field is in no component of its own and never moves to another parent while it is on the screen.
    field = ft.Row([table.fields[seat]], key="name", expand=not side_seat)
    if side_seat:
        apart = ft.MainAxisAlignment.SPACE_BETWEEN if parts else ft.MainAxisAlignment.END
        top = ft.Row([*parts, token], alignment=apart, spacing=0)
        lines: list[ft.Control] = [top, field]
    else:
        lines = [ft.Row([*parts, field, token], spacing=4)]
    team = next((n for n, seats in enumerate(table.teams) if seat in seats), None)
    if words := _role(table.setup, seat, team):
        lines.append(note(words, size=12, text_align=ft.TextAlign.CENTER))
    ring: str = Colors.OUTLINE_VARIANT if team is None else TEAM_INKS[team % len(TEAM_INKS)]
    chosen = table.over == seat or table.picked == seat
    ink = Colors.ERROR if seat in table.wrong else Colors.PRIMARY if chosen else ring
    plate = ft.Container(
        content=column(lines, spacing=2),
        width=width,
        padding=ft.Padding.symmetric(horizontal=4, vertical=6),
        bgcolor=Colors.PRIMARY_CONTAINER if chosen else Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(2.5 if team is not None or chosen or seat in table.wrong else 1.5, ink),
        border_radius=16,
    )
    return _drop_place(f"seat {seat}", plate, table, seat, lambda who: table.put(who, seat))


def _drop_place(
    key: str, content: ft.Control, table: _Table, seat: int | None, dropped: Callable[[Picked], None]
) -> ft.Control:
    """A place to which somebody can be dragged."""

    def accepted(event: ft.DragTargetEvent) -> None:
        table.hover(None)
        dropped(event.src.data)

    return ft.DragTarget(
        content=content,
        group=GROUP,
        key=key,
        on_will_accept=lambda _: table.hover(seat),
        on_leave=lambda _: table.hover(None),
        on_accept=accepted,
    )


def _role(setup: MatchSetup, seat: int, team: int | None) -> str:
    """What the game calls the seat, where that is more than its number and its colour; or the team."""
    role = usual_game(setup.game, setup.players).seat_name(seat).split(" (")[0]
    known = [colour_name(colour, "of dice").casefold() for colour in colours_to_choose(setup.game)]
    if role.casefold() not in ("", say("player {number}", number=seat + 1).casefold(), *known):
        return role
    return "" if team is None else say("Team {number}", number=team + 1)


def _colour_button(table: _Table, seat: int) -> ft.Control:
    name, colour = table.name(seat), table.setup.colours[seat]
    words = say("{name} plays {colour}: choose another colour", name=name, colour=colour_name(colour, "of dice"))
    return tile_button(
        words,
        _colour_picture(table.setup, colour, 36),
        lambda: table.change(lambda one: with_next_colour(one, seat)),
        tooltip=say("Next colour"),
        padding=2,
    )


def _colour_picture(setup: MatchSetup, colour: Colour, size: float) -> ft.Control:
    """A piece of this game in a colour: a die, or a marker with the stroke of its colour."""
    if len(colours_to_choose(setup.game)) > 4:
        return die_picture(5, colour, size)
    return piece_picture(colour, size)


def _token(table: _Table, seat: int) -> ft.Control:
    """Who sits at a seat, a person or the program: dragged to another, or picked by a tap; while somebody else is
    picked, what a tap seats them here with."""
    name, strength = table.name(seat), table.strength(seat)
    picked, icon = table.picked, ft.Icons.SMART_TOY_OUTLINED if strength else ft.Icons.PERSON_OUTLINE_ROUNDED
    hint = played_by(strength)
    words = say("{name} is played by: {who}. Choose another", name=name, who=hint)
    if isinstance(picked, int) and picked != seat:
        icon = ft.Icons.SWAP_HORIZ_ROUNDED
        words = hint = say("{one} and {other} change places", one=table.name(picked), other=name)
    elif isinstance(picked, str):
        icon = ft.Icons.EVENT_SEAT_OUTLINED
        words = hint = say("{name} sits down here, in place of {other}", name=spoken_name(picked), other=name)

    def tapped() -> None:
        if picked is None:
            table.pick(seat)
        elif picked == seat:
            table.pick(None)
        else:
            table.put(picked, seat)

    button = tile_button(words, ft.Icon(icon, size=26), tapped, selected=picked == seat, tooltip=hint)
    return _draggable(seat, button, name, f"token {seat}")


def _draggable(who: int | str, content: ft.Control, name: str, key: str) -> ft.Control:
    """Somebody who can be dragged to a seat; the name goes with the finger."""
    shown = ft.Container(
        content=ft.Text(
            name,
            size=15,
            weight=ft.FontWeight.W_600,
            color=Colors.ON_PRIMARY,
            no_wrap=True,
            style=ft.TextStyle(decoration=ft.TextDecoration.NONE),  # where nothing is around it that says so
        ),
        bgcolor=Colors.PRIMARY,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=14, vertical=10),
    )
    return ft.Draggable(content=content, content_feedback=shown, group=GROUP, data=who, key=key)


def _open_place(table: _Table, place: Place) -> ft.Control:
    """A side of the board whose colour nobody plays: whoever is dragged or sent there plays it."""
    assert place.colour is not None
    colour = place.colour
    shown: ft.Control = ft.Container(
        content=ft.Container(content=_colour_picture(table.setup, colour, 28), opacity=0.55),
        width=OPEN,
        height=TAP,
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.with_opacity(0.6, Colors.SURFACE_CONTAINER_LOWEST),
        border=ft.Border.all(1.5, Colors.OUTLINE_VARIANT),
        border_radius=16,
    )
    picked = table.picked
    if isinstance(picked, int):
        words = say("{name} plays {colour}", name=table.name(picked), colour=colour_name(colour, "of dice"))
        shown = pressable(words, shown, lambda: table.put_at(picked, colour), border_radius=16)
    return _drop_place(f"open {colour}", shown, table, None, lambda who: table.put_at(who, colour))


def _picked_panel(table: _Table, seat: int) -> ft.Control:
    """Of a seat that was tapped: who plays it, and how to change places."""
    choice = program_choice(
        table.name(seat), table.strength(seat), lambda to: table.change(lambda new: with_program(new, seat, to))
    )
    words = say("{name}: tap another seat to change places, or choose who plays.", name=table.name(seat))
    return column([ft.Semantics(live_region=True, content=note(words)), choice], spacing=6)


def _known_people(table: _Table, known: Sequence[str], refresh: Callable[[], MatchSetup]) -> list[ft.Control]:
    """The names of who played before and does not sit here: a tap seats one at the first free seat or at the one that
    is picked; where none is free, one is picked and a seat tapped."""
    seated = {" ".join((field.value or "").split()).casefold() for field in table.fields[: table.setup.players]}
    shown = [name for name in known if " ".join(name.split()).casefold() not in seated][:MOST_KNOWN]
    if not shown:
        return []

    def tapped(name: str) -> None:
        free = free_seat(refresh())
        if isinstance(table.picked, int):
            table.put(name, table.picked)
        elif free is not None and table.picked is None:
            table.put(name, free)
        else:
            table.pick(None if table.picked == name else name)

    def chip(name: str) -> ft.Control:
        spoken, chosen = spoken_name(name), table.picked == name
        inside = ft.Row(
            [ft.Icon(ft.Icons.PERSON_OUTLINE_ROUNDED, size=18), ft.Text(spoken, size=14)], spacing=6, tight=True
        )
        button = pressable(
            say("{name} sits down", name=spoken),
            inside,
            lambda: tapped(name),
            selected=chosen or None,
            padding=ft.Padding.symmetric(horizontal=12, vertical=13),
            border_radius=14,
            border=ft.Border.all(2 if chosen else 1, Colors.PRIMARY if chosen else Colors.OUTLINE_VARIANT),
            bgcolor=Colors.PRIMARY_CONTAINER if chosen else None,
        )
        return _draggable(name, button, spoken, f"known {name}")

    words = say("Played before: tap a name, or drag it to a seat.")
    if isinstance(table.picked, str):
        words = say("Tap the seat of {name}.", name=spoken_name(table.picked))
    return [note(words, size=12.5), flow([chip(name) for name in shown], spacing=6, run_spacing=6)]


def _team_choice(setup: MatchSetup, rule: str, change: Change) -> ft.Control:
    """Whether teams play, where players may choose."""
    seed = localized(usual_game(setup.game, setup.players).seed)
    option = next(one for one in seed.options if one.id == rule)
    chosen = value_of(setup, option)
    rows: list[ft.Control] = [
        choice_row(
            one.text,
            lambda value=one.value: change(lambda new: with_option(new, option, value)),  # type: ignore[misc]
            chosen=one.value == chosen,
        )
        for one in option.choices
    ]
    return column(rows, spacing=0)


def _middle(setup: MatchSetup) -> ft.Control:
    """What lies in the middle of the table: the board as the match begins, the pile, or dice of each side."""
    try:
        game = seated_game(setup)
        parts = table_parts(game, game.layout(game.start(), setup.colours))
    except (CompanionError, IndexError, ValueError):
        parts = ()
    shown = next((one for one in parts if one.kind in ("board", "pile")), None)
    if shown is not None:
        return ft.Image(src=shown.svg, fit=ft.BoxFit.CONTAIN, height=100, exclude_from_semantics=True)
    dice = [die_picture(6 - n, colour, 26) for n, colour in enumerate(dict.fromkeys(setup.colours))]
    return ft.Row([*dice], spacing=6, tight=True, wrap=True, alignment=ft.MainAxisAlignment.CENTER)

