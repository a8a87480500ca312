"""Loads the rules of a game that others have written before its form is shown, which nothing of theirs may hold up."""

from __future__ import annotations

import asyncio

from companion.games import switch_off, title_of
from companion.rules import CompanionError
from companion.text import later, say
from ui.core import start_thread
from ui.settings import usual_game, usual_setup

LATE = later("{title}: its rules have not answered within {seconds:.0f} s")
PATIENCE = 10.0
"""Seconds that the code of a game gets to load."""


async def fault_in_loading(game: str, patience: float = PATIENCE) -> str:
    """Why a game cannot be played, in one line; empty where its rules have loaded. A thread of its own loads them, for
    which nobody waits at the end of the program."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str] = loop.create_future()

    def settle(line: str) -> None:
        if not answer.done():
            answer.set_result(line)

    def load() -> None:
        try:
            setup = usual_setup(game)
            rules = usual_game(game, setup.players)
            rules.actions(rules.start())
            line = ""
        except CompanionError as fault:
            line = str(fault)
        loop.call_soon_threadsafe(settle, line)

    start_thread(f"rules of {game}", load)
    try:
        async with asyncio.timeout(patience):
            return await answer
    except TimeoutError:
        late = say(LATE, title=title_of(game), seconds=patience)
        switch_off(game, late)
        return late
