"""Background threads that keep their starter's language, and the base of what opens while screens go on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, ParamSpec, Protocol, TypeVar

from companion.text import language_source, say, use_language
from ui.core.faults import try_open
from ui.core.malloc_trim import release_memory
from ui.core.store import Store

P = ParamSpec("P")


class Closable(Protocol):
    def close(self) -> None: ...


T = TypeVar("T", bound=Closable)


def start_thread(name: str, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> threading.Thread:
    """Run `work` in a daemon thread that speaks the language of the context that starts it; the thread, begun."""
    thread = threading.Thread(target=_in_this_language(work), args=args, kwargs=kwargs, name=name, daemon=True)
    thread.start()
    return thread


def _in_this_language(work: Callable[P, object]) -> Callable[P, None]:
    language = language_source()

    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        use_language(language)  # for good: this thread does nothing else
        work(*args, **kwargs)

    return run


class BackgroundOpener(Store, Generic[T]):
    """Holds at most one thing that takes a while to open and to close, such as a camera. Any thread may call.

    Of several attempts the newest counts: what an older one opens late is closed at once.
    """

    def __init__(self) -> None:
        super().__init__()
        self.live: T | None = None
        """What is open."""
        self.opening: str | None = None
        """What is being opened, while it is: a source, or a message for `companion.text.say`."""
        self.failed: str | None = None
        """Why the last attempt failed, in one line."""
        self._attempt = 0

    def fail(self, line: str) -> None:
        """Show in one line that something a screen tried did not work."""
        with self.change():
            self.failed = line

    def dismiss(self) -> None:
        """Forget why the last attempt failed, once a player has read it."""
        with self.change():
            self.failed = None

    def begin(self, what: str, make: Callable[[], T], *, keep: bool = False, patience: float | None = None) -> None:
        """Open `what` by `make` in a thread.

        `keep`: what is open stays until the new one is there; otherwise it is closed before, as the same camera cannot
        be opened twice. The attempt is given up after `patience` seconds; None: it may take as long as it likes.
        """
        with self.change():
            self._attempt += 1
            attempt = self._attempt
            self.opening, self.failed = what, None
            before: list[T] = []
            if not keep and self.live is not None:
                before.append(self.live)
                self.live = None
        start_thread("opening", self._open, attempt, make, before)
        if patience is not None:
            timer = threading.Timer(patience, _in_this_language(self._give_up), (attempt, what, patience))
            timer.daemon = True
            timer.start()

    def clear(self) -> threading.Thread | None:
        """Give up what is being opened and close what is open. Returns the thread that closes it, if any."""
        with self.change():
            old, self.live = self.live, None
            self.opening = self.failed = None
            self._attempt += 1
        return None if old is None else _closing(old)

    def close(self, seconds: float) -> None:
        """Close what is open, and wait for that, for `seconds` at most."""
        closing = self.clear()
        if closing is not None:
            closing.join(seconds)

    def _open(self, attempt: int, make: Callable[[], T], before: list[T]) -> None:
        def make_anew() -> T:
            while before:
                before.pop().close()
            return make()

        made, failed = try_open(make_anew)
        old: T | None = None
        with self.change():
            late = attempt != self._attempt
            if not late:
                self.opening, self.failed = None, failed
                if made is not None:
                    old, self.live = self.live, made
        if late and made is not None:
            _closing(made)
        elif old is not None:
            _closing(old)

    def _give_up(self, attempt: int, what: str, patience: float) -> None:
        with self.change():
            if attempt == self._attempt and self.opening is not None:
                self._attempt += 1
                self.opening = None
                self.failed = say(
                    "{what}: no answer within {seconds:.0f} s; check that it is plugged in and no other program uses "
                    "it, then try again",
                    what=say(what),
                    seconds=patience,
                )


def _closing(live: Closable) -> threading.Thread:
    """Close it in a thread of its own: closing waits for threads, and the caller may be the event loop."""

    def close(leaving: list[Closable]) -> None:
        leaving.pop().close()  # from a list, so that nothing here holds on to it
        release_memory()

    return start_thread("closing", close, [live])
