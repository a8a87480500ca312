"""Rewrites the page in which Flet starts: in the language in use, which screen readers go by, and in our colours.

Flet serves one file for every address and has no place for either in it, so they are put in as the page goes out. The
app can be in another language the next time, so the page is asked for anew each time, which costs a few kilobytes.

Flet takes its own cover away at its first frame, which is blank and then blue: it does not know our theme yet. Ours
lies over it until the page has come from the server, which shows in the title that Flet empties meanwhile and the page
gives it, and until colours have faded into ours. A server that does not answer is left to Flet to tell.

Scripts do what neither Flet nor Flutter can (`ui.server.page_scripts`).
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

import flet as ft

from companion.text import current_language, say
from ui.core import AsgiApp, Message, Receive, Scope, Send, dark_theme, header, light_theme
from ui.server.page_scripts import page_scripts

HTML = re.compile(rb"<html(?:\s[^>]*)?>")
WAITING = b'aria-label="Loading"'
"""What the page says while it loads."""
STYLE = """
<meta name="color-scheme" content="light dark">
<style>
  :root { --ground: LIGHT; }
  @media (prefers-color-scheme: dark) { :root { --ground: DARK; } }
  html, body { background: var(--ground); }
  #boot { position: fixed; inset: 0; z-index: 1; display: flex; align-items: center; justify-content: center;
          background: var(--ground); pointer-events: none; transition: opacity 0.2s; }
  #boot.done { opacity: 0; }
  #boot img { width: 200px; max-width: 50vw; max-height: 50vh; object-fit: contain; }
  @media (prefers-reduced-motion: reduce) { #boot { transition: none; } }
</style>
"""
COVER = b"""
<div id="boot"><img src="icons/loading-animation.png" alt=""></div>
<script>
  (() => {
    const boot = document.getElementById("boot");
    const FADED = 350, SHARE = 0.25, FRAMES = 12, PATIENCE = 10000;
    let late = 0, emptied = false;
    const uncover = () => {
      clearTimeout(late);
      boot.classList.add("done");
      setTimeout(() => boot.remove(), 250);
    };
    const drawn = (until, frames) => {
      if (frames >= FRAMES && performance.now() >= until) uncover();
      else requestAnimationFrame(() => drawn(until, frames + 1));
    };
    const watch = new MutationObserver(() => {
      emptied ||= document.title === "";
      if (emptied && document.title) {
        watch.disconnect();
        const now = performance.now(); // since the page was asked for: what was slow so far draws slowly, too
        drawn(now + Math.max(FADED, SHARE * now), 0);
      }
    });
    watch.observe(document.head, { subtree: true, childList: true, characterData: true });
    addEventListener("flutter-first-frame", () => { late = setTimeout(uncover, PATIENCE); }, { once: true });
  })();
</script>
"""
MANIFEST = b'rel="manifest"'
"""Browsers ask for it without the cookie by which they are known, unless they are told."""
STALE = frozenset({b"content-length", b"etag", b"last-modified"})
"""What a server says of the file, and not of what it has become."""


class IndexPageMiddleware:
    """Wraps an ASGI app: pages that it answers with are in the language in use, and covered until they are drawn."""

    def __init__(self, app: AsgiApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        start: dict[str, Any] | None = None
        body = b""

        async def answer(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start" and _is_page(message):
                start = dict(message)
            elif start is None:
                await send(message)
            else:
                body += message.get("body", b"")
                if not message.get("more_body", False):
                    translated = translated_page(body)
                    kept = [pair for pair in start["headers"] if pair[0].lower() not in STALE]
                    start["headers"] = [
                        *kept,
                        (b"content-length", str(len(translated)).encode()),
                        (b"cache-control", b"no-store"),
                    ]
                    await send(start)
                    await send({"type": "http.response.body", "body": translated})

        await self._app(scope, receive, answer)


def translated_page(page: bytes) -> bytes:
    """A page of Flet's in the language in use and in our colours."""
    label = escape(say("Loading"))
    spoken = HTML.sub(f'<html lang="{current_language()}">'.encode(), page, count=1)
    styled = spoken.replace(b"</head>", _style() + b"</head>", 1)
    styled = styled.replace(b"<body>", b"<body>" + COVER + page_scripts(), 1)
    styled = styled.replace(MANIFEST, MANIFEST + b' crossorigin="use-credentials"', 1)
    return styled.replace(WAITING, f'aria-label="{label}"'.encode())


def _style() -> bytes:
    style = STYLE
    for name, made in (("LIGHT", light_theme()), ("DARK", dark_theme())):
        assert isinstance(made.color_scheme, ft.ColorScheme)
        style = style.replace(name, str(made.color_scheme.surface))
    return style.encode()


def _is_page(start: Message) -> bool:
    return start["status"] == 200 and header(start["headers"], b"content-type").startswith("text/html")
