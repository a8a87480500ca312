"""Scripts of the page in which Flet starts, for what neither Flet nor Flutter can do.

- The browser's voice speaks what the app writes into the browser's storage.
- A page whose drawing has died says so, and is loaded again: the table and the match are the server's, so that it comes
  back where it was. Flutter goes on without a picture and without a word when the browser takes the graphics from it
  (a driver that is started anew, a laptop that slept) or when its own module ends.
- The library for animations that Flet asks of somebody else's server, and never gets, is not asked for.
"""

from __future__ import annotations

import json

from companion.text import say

SPEECH = """
<script>
  // Speaks what the app writes under one name into the browser's storage, which is kept nowhere, and notes there in
  // which languages it can. Only voices of this machine: others would send what they speak to somebody's server.
  (() => {
    const speech = window.speechSynthesis, kept = Storage.prototype.setItem;
    const TEXT = "flutter.companion.speech", VOICES = "flutter.companion.voices";
    if (!speech) return;
    const local = () => speech.getVoices().filter(voice => voice.localService);
    const language = voice => voice.lang.slice(0, 2).toLowerCase();
    const note = () => {
      try {
        kept.call(localStorage, VOICES, JSON.stringify([...new Set(local().map(language))].join(" ")));
      } catch { /* a browser that stores nothing speaks nothing */ }
    };
    Storage.prototype.setItem = function (key, value) {
      if (key !== TEXT) return kept.call(this, key, value);
      const told = JSON.parse(JSON.parse(value));
      const voice = local().find(one => language(one) === told.language);
      if (!voice) return;
      const words = new SpeechSynthesisUtterance(told.text);
      words.voice = voice;
      words.lang = voice.lang;
      speech.cancel();
      speech.speak(words);
    };
    note();
    speech.addEventListener("voiceschanged", note);
  })();
</script>
"""
"""What ui.widgets.dice.speech writes to."""
NOT_FETCHED = """
<script>
  // The answer is what it would be without a network: an error, on which Flet goes on without animations.
  (() => {
    const own = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, "src");
    Object.defineProperty(HTMLScriptElement.prototype, "src", { ...own, set(address) {
      if (String(address).includes("/@rive-app/")) setTimeout(() => this.dispatchEvent(new Event("error")));
      else own.set.call(this, address);
    } });
  })();
</script>
"""
RECOVERY = """
<style>
  #stopped { position: fixed; inset: 0; z-index: 2; display: flex; flex-direction: column; gap: 16px; padding: 24px;
             align-items: center; justify-content: center; text-align: center; background: var(--ground);
             font: 20px/1.4 system-ui, sans-serif; }
  #stopped[hidden] { display: none; }
  #stopped button { font: inherit; min-height: 48px; padding: 8px 24px; }
</style>
<div id="stopped" role="alert" hidden></div>
<script>
  (() => {
    const TEXTS = WORDS;
    const DEAD = /Aborted\\(|memory access out of bounds|table index is out of bounds|null function or function sig/;
    const KEPT = "companion.loaded-again", MOST = 3, WITHIN = 120000; // more would be a page that never stands still
    const READ = 2000, RETRY = 2000;                                  // milliseconds
    const box = document.getElementById("stopped");
    let stopped = false;

    const loads = () => {
      try { return JSON.parse(sessionStorage.getItem(KEPT) || "[]").filter(time => Date.now() - time < WITHIN); }
      catch { return []; }
    };
    const load = async () => {
      // Without a server the browser would show a page of its own, from which nothing comes back by itself.
      if (document.hidden || !await fetch(location.href, { cache: "no-store" }).then(found => found.ok, () => false)) {
        setTimeout(load, RETRY);
        return;
      }
      try { sessionStorage.setItem(KEPT, JSON.stringify([...loads(), Date.now()])); } catch { /* it is not counted */ }
      location.reload();
    };
    const stop = () => {
      if (stopped) return;
      stopped = true;
      box.hidden = false;
      if (loads().length < MOST) {
        box.textContent = TEXTS.again;
        setTimeout(load, READ);
        return;
      }
      const button = document.createElement("button");
      button.textContent = TEXTS.load;
      button.addEventListener("click", () => { button.disabled = true; load(); });
      box.append(TEXTS.often, button);
      button.focus();
    };
    const hear = words => { if (DEAD.test(words)) stop(); };

    addEventListener("error", event => hear(event.message));
    addEventListener("unhandledrejection", event => hear(String(event.reason)));
    for (const how of ["log", "warn", "error"]) { // where Flutter writes what it has caught
      const write = console[how];
      console[how] = (...words) => { write.apply(console, words); hear(words.join(" ")); };
    }
    for (const kind of [HTMLCanvasElement, window.OffscreenCanvas]) {
      if (!kind) continue;
      const get = kind.prototype.getContext;
      kind.prototype.getContext = function (name, ...more) {
        const made = get.call(this, name, ...more);
        if (made && name.startsWith("webgl") && !this.watched) {
          this.watched = true;
          this.addEventListener("webglcontextlost", () => {
            // One in no document is one that Flutter tried once what the browser can.
            if (!(this instanceof HTMLCanvasElement) || this.isConnected) stop();
          });
        }
        return made;
      };
    }
    addEventListener("pagehide", () => { stopped = true; }); // what is lost while the page goes is not missed
    addEventListener("pageshow", event => { if (event.persisted) stopped = false; });
  })();
</script>
"""


def page_scripts() -> bytes:
    """All of them, as HTML for the body of the page, in the language in use."""
    words = {
        "again": say("The picture of this page has stopped. It is loaded again, and nothing is lost."),
        "often": say("The picture of this page stops again and again. Nothing is lost: close other tabs or try again."),
        "load": say("Load again"),
    }
    told = json.dumps(words).replace("<", "\\u003c")
    return (SPEECH + NOT_FETCHED + RECOVERY.replace("WORDS", told, 1)).encode()
