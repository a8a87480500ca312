"""The language of a browser tab, and of all that its web socket does."""

from __future__ import annotations

from companion.text import LANGUAGES, LanguageSource, language_source, using_language
from ui.core.http_filter import AsgiApp, Receive, Scope, Send
from ui.core.store import Store


class TabLanguage(Store):
    """What one tab speaks: what was chosen in it, otherwise what the app does."""

    def __init__(self, default: LanguageSource) -> None:
        super().__init__()
        self._default = default
        self._chosen: str | None = None

    def current(self) -> str:
        """The language now: a key of companion.text.LANGUAGES."""
        return self._chosen or self._default()

    def choose(self, language: str) -> None:
        """Speak this language in this tab, whatever the app does. Raises ValueError."""
        if language not in LANGUAGES:
            raise ValueError(f"language: {language!r} is none of: {', '.join(LANGUAGES)}")
        with self.change():
            self._chosen = language

    def use_for_socket(self) -> None:
        """Let all that is done for the web socket of the current context be in this language: Flet handles a tab's
        events, drawing and tasks in contexts that descend from it."""
        source = language_source()
        if isinstance(source, _SocketLanguage):
            source.source = self.current


class _SocketLanguage:
    """A LanguageSource that all contexts of one web socket share: first the app's, and the tab's once it is known."""

    def __init__(self, source: LanguageSource) -> None:
        self.source = source

    def __call__(self) -> str:
        return self.source()


class LanguageMiddleware:
    """Wraps an ASGI app: requests are answered in the app's language, web sockets in that of their tab."""

    def __init__(self, app: AsgiApp, language: LanguageSource) -> None:
        self._app, self._language = app, language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with using_language(_SocketLanguage(self._language)):
            await self._app(scope, receive, send)
