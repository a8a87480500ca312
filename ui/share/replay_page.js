"use strict";
(() => {
  const $ = id => document.getElementById(id);
  const PAUSE = 1300; // milliseconds between two events that play
  const SVG = { first: "M5 4h3v16H5zM20 4v16L9 12z", back: "M15.5 4L8 12l7.5 8 2-2-5.6-6 5.6-6z", play: "M7 4v16l12-8z",
    pause: "M6 4h4v16H6zM14 4h4v16h-4z", next: "M8.5 4L16 12l-7.5 8-2-2 5.6-6-5.6-6z", last: "M4 4v16l11-8zM16 4h3v16h-3z" };

  // The digest of the data. Browsers offer one of their own only where they trust the address of a page, which they do
  // not everywhere for files on a phone.
  function sha256(text) {
    const primes = [], constants = [], hash = [];
    const part = x => ((x - Math.floor(x)) * 4294967296) | 0;
    for (let n = 2; primes.length < 64; n++) {
      if (primes.every(p => n % p)) {
        primes.push(n);
        constants.push(part(Math.cbrt(n)));
        if (hash.length < 8) hash.push(part(Math.sqrt(n)));
      }
    }
    const bytes = new TextEncoder().encode(text), length = bytes.length;
    const padded = new Uint8Array(((length + 8 >> 6) + 1) * 64), view = new DataView(padded.buffer);
    padded.set(bytes);
    padded[length] = 128;
    view.setUint32(padded.length - 8, Math.floor(length / 536870912));
    view.setUint32(padded.length - 4, length << 3 >>> 0);
    const turn = (x, n) => x >>> n | x << 32 - n, w = new Int32Array(64);
    for (let at = 0; at < padded.length; at += 64) {
      for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
      for (let i = 16; i < 64; i++) {
        const a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ a >>> 3) + (turn(b, 17) ^ turn(b, 19) ^ b >>> 10) | 0;
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i++) {
        const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + constants[i] + w[i] | 0;
        const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((x, i) => { hash[i] = hash[i] + x | 0; });
    }
    return hash.map(x => (x >>> 0).toString(16).padStart(8, "0")).join("");
  }

  function make(tag, text, attributes, ...inner) {
    const element = document.createElement(tag);
    if (text !== null) element.textContent = text;
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value !== null) element.setAttribute(name, value);
    }
    element.append(...inner);
    return element;
  }

  const kept = $("data"), source = kept.textContent.trim();
  if (sha256(source) !== kept.dataset.sha256) {
    $("incomplete").remove();
    $("changed").hidden = false;
    return;
  }

  const match = JSON.parse(source), words = match.words, last = match.steps.length - 1;
  const fill = (line, values) => line.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const parts = new Map();
  let at = 0, timer = 0;

  function svgOf(number) { // of a drawing, put together from its elements
    if (!parts.has(number)) {
      const places = match.drawings[number].parts.flatMap(run => {
        if (!Array.isArray(run)) return [run];
        return Array.from({ length: run[1] - run[0] + 1 }, (_, i) => run[0] + i);
      });
      parts.set(number, places.map(place => match.elements[place]).join("") + "</svg>");
    }
    return parts.get(number);
  }

  function figure(number) {
    const drawn = match.drawings[number], picture = make("div", null, { role: "img", "aria-label": drawn.words });
    picture.innerHTML = svgOf(number);
    picture.firstChild.setAttribute("aria-hidden", "true");
    const caption = drawn.title ? [make("figcaption", drawn.title, { dir: "auto" })] : [];
    return make("figure", null, { class: drawn.kind }, ...caption, picture);
  }

  function rows(head, body, total) { // a table of the names of seats and their numbers
    const cells = head.map((name, i) => make("th", name, { scope: "col", dir: "auto", class: i ? "number" : null }));
    const lines = body.map(([what, points], i) => {
      const numbers = points.map(one => make("td", one === null ? "" : String(one), { class: "number" }));
      const name = make("th", what, { scope: "row", dir: "auto" });
      return make("tr", null, { class: total && i === body.length - 1 ? "total" : null }, name, ...numbers);
    });
    return make("table", null, {}, make("thead", null, {}, make("tr", null, {}, ...cells)),
      make("tbody", null, {}, ...lines));
  }

  const table = make("div", null, { class: "table" });
  const now = make("div", null, { class: "now", "aria-live": "polite" });
  const notes = make("div", null, {});
  const ruled = make("details", null, {}, make("summary", words.rules, {}), make("div", null, {}));
  const more = make("section", null, { class: "card", "aria-label": words.about }, notes, ruled);
  const scores = make("div", null, {});
  const slider = make("input", null, { type: "range", min: 0, max: last, value: 0, step: 1, "aria-label": words.way });
  const list = make("ol", null, { "aria-label": words.events });
  const buttons = {};

  function button(name, act) {
    const made = make("button", null, { type: "button", "aria-label": words[name], title: words[name] });
    made.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${SVG[name]}"/></svg>`;
    made.addEventListener("click", act);
    buttons[name] = made;
    return made;
  }

  function playing(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => { go(at + 1); if (at >= last) playing(false); }, PAUSE) : 0;
    const name = on ? "pause" : "play";
    buttons.play.setAttribute("aria-label", words[name]);
    buttons.play.title = words[name];
    buttons.play.querySelector("path").setAttribute("d", SVG[name]);
  }

  function toggle() {
    if (!timer && at >= last) go(0);
    playing(!timer);
  }

  function go(to) {
    at = Math.max(0, Math.min(last, to));
    const step = match.steps[at], before = match.steps[Math.max(0, at - 1)];
    const place = fill(words.event, { at, of: last });
    table.replaceChildren(...step.tables.map(figure));
    const lines = [make("p", step.text, { class: "text", dir: "auto" })];
    const about = [place, step.who && fill(words.who, { name: step.who }), step.origin].filter(Boolean);
    lines.push(make("p", about.join(" · "), { class: "quiet", dir: "auto" }));
    now.replaceChildren(...lines);
    const noted = (step.notes || []).map(line => make("p", line, { class: "note", dir: "auto" }));
    if (at === last) {
      noted.push(...match.after.map(line => make("p", `${words.after}: ${line}`, { class: "note", dir: "auto" })));
      noted.push(make("p", match.standing, { dir: "auto" }));
    }
    notes.replaceChildren(...noted);
    const clauses = step.clauses || [];
    more.hidden = !noted.length && !clauses.length;
    ruled.hidden = !clauses.length;
    ruled.firstChild.textContent = `${words.rules}: ${clauses.join(", ")}`;
    ruled.lastChild.replaceChildren(...clauses.map(one => make("p", `${one}: ${match.clauses[one]}`, {})));
    const points = match.players.map((name, seat) => {
      const gained = step.scores[seat] - before.scores[seat];
      const more = gained ? ` (${gained > 0 ? "+" : "−"}${Math.abs(gained)})` : "";
      return make("tr", null, {}, make("th", name, { scope: "row", dir: "auto" }),
        make("td", step.scores[seat] + more, { class: "number" }));
    });
    scores.replaceChildren(make("table", null, {}, make("tbody", null, {}, ...points)));
    slider.value = at;
    slider.setAttribute("aria-valuetext", `${place}: ${step.text}`);
    for (const name of ["first", "back"]) buttons[name].disabled = at === 0;
    for (const name of ["next", "last"]) buttons[name].disabled = at === last;
    const marked = list.querySelector("[aria-current]");
    if (marked) { marked.removeAttribute("aria-current"); marked.tabIndex = -1; }
    const mark = list.children[at].firstChild;
    mark.setAttribute("aria-current", "step");
    mark.tabIndex = 0;
    const top = mark.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + mark.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }

  function seek(to) {
    playing(false);
    go(to);
  }

  match.steps.forEach((step, number) => {
    const entry = make("button", null, { type: "button", tabindex: -1 },
      make("span", String(number), { class: "number" }), make("span", step.text, { dir: "auto" }));
    entry.addEventListener("click", () => seek(number));
    list.append(make("li", null, {}, entry));
  });
  list.addEventListener("keydown", event => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) {
      event.preventDefault();
      seek(at + by);
      list.children[at].firstChild.focus();
    }
  });
  slider.addEventListener("input", () => seek(Number(slider.value)));
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    const inside = event.target.closest("button, summary, input");
    if (to !== undefined) {
      event.preventDefault();
      seek(to);
    } else if (event.key === " " && !inside) {
      event.preventDefault();
      toggle();
    }
  });

  document.documentElement.lang = match.language;
  document.title = `${match.title}, ${match.date}`;
  const house = match.rules.length ? [make("p", `${words.house}: ${match.rules.join(", ")}`, { class: "quiet" })] : [];
  const revised = match.revised ? [make("p", match.revised, { class: "quiet" })] : [];
  const header = make("header", null, {}, make("h1", match.title, {}),
    make("p", match.players.join(" – "), { dir: "auto" }), make("p", match.result, { class: "result", dir: "auto" }),
    make("p", match.standing, { dir: "auto" }), make("p", match.date, { class: "quiet" }), ...house, ...revised);
  const controls = make("div", null, { class: "acts" }, button("first", () => seek(0)),
    button("back", () => seek(at - 1)), button("play", toggle), button("next", () => seek(at + 1)),
    button("last", () => seek(last)));
  const way = make("nav", null, { class: "card way", "aria-label": words.way }, now, slider, controls);
  const card = (name, ...inner) => make("section", null, { class: "card", "aria-label": words[name] },
    make("h2", words[name], {}), ...inner);
  const drawn = make("section", null, { class: "card drawn", "aria-label": words.table }, table);
  const rest = make("div", null, { class: "rest" }, more, card("score", scores), card("events", list),
    card("sheet", rows([words.for, ...match.names], match.sheet, true)));
  $("match").replaceChildren(header, make("div", null, { class: "halves" }, drawn, way, rest),
    make("p", words.keys, { class: "quiet" }), make("p", words.made, { class: "quiet" }));
  go(0);
})();
