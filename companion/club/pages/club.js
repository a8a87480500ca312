"use strict";
// Shows what the club's computer sends. Everything that comes is put into the page as text, never as markup.

const state = { matches: new Map(), tournaments: [], ratings: [], words: {}, games: {}, trouble: "", club: "" };
const TABS = ["tables", "tournaments", "ratings", "matches"];
let tab = TABS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "tables";
let found = { search: "", rows: [], more: false, asked: 0 };
let drawn = false;
let pending = new Set(); // the parts of the page that have changed

function make(tag, className, ...inside) {
  const one = document.createElement(tag);
  if (className) one.className = className;
  for (const part of inside) if (part !== null && part !== undefined) one.append(part);
  return one;
}

const word = (key) => state.words[key] || "";
const named = (key, values) => word(key).replace(/\{(\w+)\}/g, (all, name) => values[name]);
const gameTitle = (id) => state.games[id] || id;
const number = (value) => (Number.isInteger(value) ? String(value) : String(Math.round(value * 100) / 100));

function side(match, player, seat) {
  const turn = match.state === "playing" && match.turn === seat;
  const won = (match.winners || []).includes(seat);
  const note = [player.name ? player.word : "", turn ? word("turn") : won ? word("won") : ""].filter(Boolean).join(" · ");
  const name = make("div", "name", player.name || player.word, note ? make("small", "", note) : null);
  const score = make("div", "score", player.score === null ? "" : number(player.score));
  return make("div", turn ? "side turn" : "side", name, score);
}

function card(match) {
  const ended = match.state === "over" || match.state === "left";
  const one = make("article", ended ? "card over" : "card");
  one.append(make("header", "", make("h2", "", match.table || "?"), make("span", "quiet", match.game || "")));
  (match.players || []).forEach((player, seat) => one.append(side(match, player, seat)));
  if (match.ruling && !ended) one.append(make("p", "ruling", match.ruling));
  for (const fault of [match.fault, match.clock]) if (fault) one.append(make("p", "ruling", fault));
  if (match.outcome) one.append(make("p", "result", match.outcome));
  else if (match.state === "left") one.append(make("p", "result", word("left")));
  if (match.last && !match.outcome) {
    one.append(make("p", "last", match.last, match.clause ? make("span", "quiet clause", ` ${match.clause}`) : null));
  }
  return one;
}

// The newest match of each table while one is played there; ended ones stay behind those that go on.
function shownMatches() {
  const all = [...state.matches.values()];
  const busy = new Set(all.filter((one) => one.state === "playing").map((one) => one.table));
  const last = new Map();
  for (const one of all) {
    if (one.state === "playing") continue;
    const before = last.get(one.table);
    if (!busy.has(one.table) && (!before || before.written < one.written)) last.set(one.table, one);
  }
  const key = (one) => `${one.table}\n${one.id}`;
  const order = (a, b) => key(a).localeCompare(key(b), undefined, { numeric: true });
  return [...all.filter((one) => one.state === "playing").sort(order), ...[...last.values()].sort(order)];
}

const cards = new Map();

function drawTables(main) {
  const matches = shownMatches();
  if (!matches.length) return main.replaceChildren(make("p", "empty", word("nobody")));
  const size = matches.length <= 4 ? "tables few" : matches.length > 16 ? "tables crowd" : "tables";
  let grid = main.firstElementChild;
  if (!grid || !grid.classList.contains("tables")) {
    cards.clear();
    grid = make("div", size);
    main.replaceChildren(grid);
  }
  grid.className = size;
  const kept = new Set();
  matches.forEach((match, place) => {
    let known = cards.get(match.id);
    if (!known || known.match !== match) {
      const one = card(match);
      if (known) known.card.replaceWith(one);
      known = { match, card: one };
      cards.set(match.id, known);
    }
    if (grid.children[place] !== known.card) grid.insertBefore(known.card, grid.children[place] || null);
    kept.add(match.id);
  });
  for (const [id, known] of cards) if (!kept.has(id)) { known.card.remove(); cards.delete(id); }
}

function grid(columns, rows) {
  const head = make("tr", "", ...columns.map(([title, , kind]) => make("th", kind || "number", title)));
  const body = rows.map((row) => make("tr", "", ...columns.map(([, value, kind]) => make("td", kind || "number", value(row)))));
  const wide = make("div", "wide", make("table", "", make("thead", "", head), make("tbody", "", ...body)));
  wide.tabIndex = 0; // so that it can be moved by keys where it is wider than the screen
  return wide;
}

const SCORES = new Map([[1, "1 : 0"], [0.5, "½ : ½"], [0, "0 : 1"]]);

function tournament(one) {
  const pairs = one.pairs.filter((pair) => pair.round === one.round).map((pair) => make(
    "div", "pair", make("span", "quiet", String(pair.board)), make("span", "first", pair.first),
    make("b", "", pair.second === null ? "" : SCORES.get(pair.points) || "–"),
    make("span", "", pair.second === null ? word("bye") : pair.second),
  ));
  const columns = [
    [word("place"), (row) => String(row.place), "place"], [word("person"), (row) => row.person, "text"],
    [word("points"), (row) => number(row.points)], [word("games"), (row) => String(row.games)],
  ];
  if (one.system === "swiss") columns.push([word("buchholz"), (row) => number(row.buchholz)]);
  if (one.system !== "knock-out") columns.push([word("sonneborn"), (row) => number(row.sonneborn)]);
  const standing = one.over ? word("over") : named("round", one);
  const about = make("p", "quiet", `${word(one.system)}, ${gameTitle(one.game)}, ${standing}`);
  return make("section", "", make("h2", "", one.name), about,
    make("div", "halves", grid(columns, one.standings), make("div", "pairs", ...pairs)));
}

function drawTournaments(main) {
  if (!state.tournaments.length) return main.replaceChildren(make("p", "empty", word("no_tournaments")));
  main.replaceChildren(...state.tournaments.map(tournament));
}

function drawRatings(main) {
  if (!state.ratings.length) return main.replaceChildren(make("p", "empty", word("no_ratings")));
  const columns = [
    [word("place"), (row) => String(row.rank), "place"], [word("person"), (row) => row.person, "text"],
    [word("rating"), (row) => String(Math.round(row.rating))],
    [word("deviation"), (row) => `±${Math.round(2 * row.deviation)}`], [word("games"), (row) => String(row.games)],
  ];
  main.replaceChildren(...state.ratings.map((one) => make("section", "", make("h2", "", gameTitle(one.game)), grid(columns, one.people))));
}

async function ask(more) {
  const turn = ++found.asked;
  const last = more && found.rows.length ? found.rows[found.rows.length - 1].id : "";
  try {
    const answer = await fetch(`/matches?${new URLSearchParams({ search: found.search, before: last })}`);
    const rows = await answer.json();
    if (turn !== found.asked || !answer.ok) return;
    found.rows = more ? [...found.rows, ...rows] : rows;
    found.more = rows.length === 25;
  } catch { return; }
  if (tab === "matches") drawFound();
}

function drawFound() {
  const list = document.getElementById("found");
  if (!list) return;
  if (!found.rows.length) return list.replaceChildren(make("p", "quiet", word("no_matches")));
  const when = (row) => new Date(row.started * 1000).toLocaleString(state.language, { dateStyle: "medium", timeStyle: "short" });
  const items = found.rows.map((row) => make("li", "", make("b", "", row.names.join(", ") || gameTitle(row.game)),
    make("span", "", row.outcome), make("span", "quiet", [gameTitle(row.game), row.table, when(row)].filter(Boolean).join(" · "))));
  const more = make("button", "more", word("more"));
  more.addEventListener("click", () => ask(true));
  list.replaceChildren(make("ul", "", ...items), ...(found.more ? [more] : []));
}

function drawMatches(main) {
  const input = make("input", "");
  input.type = "search";
  input.placeholder = word("search");
  input.setAttribute("aria-label", word("search"));
  input.value = found.search;
  let waiting = 0;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { found.search = input.value; ask(false); }, 200);
  });
  const list = make("div", "");
  list.id = "found";
  main.replaceChildren(input, list);
  ask(false);
}

const DRAW = { tables: drawTables, tournaments: drawTournaments, ratings: drawRatings, matches: drawMatches };

// Draws what has changed, once for all that comes within a few milliseconds.
function draw() {
  if (drawn) return;
  drawn = true;
  setTimeout(() => {
    drawn = false;
    const what = pending;
    pending = new Set();
    document.title = state.club;
    document.documentElement.lang = state.language || "en";
    document.getElementById("club").textContent = state.club;
    const trouble = document.getElementById("trouble");
    if (trouble.textContent !== state.trouble) trouble.textContent = state.trouble;
    trouble.hidden = !state.trouble;
    if (what.has(tab) && !(tab === "matches" && document.getElementById("found"))) DRAW[tab](document.getElementById("main"));
  }, 16);
}

function drawTabs() {
  const buttons = TABS.map((name) => {
    const button = make("button", "", word(name));
    if (name === tab) button.setAttribute("aria-current", "page");
    button.addEventListener("click", () => {
      tab = name;
      history.replaceState(null, "", `#${name}`);
      drawTabs();
      document.getElementById("main").replaceChildren();
      pending = new Set(TABS);
      draw();
    });
    return button;
  });
  document.getElementById("tabs").replaceChildren(...buttons);
}

function take(news) {
  if (news.words) {
    Object.assign(state, { words: news.words, games: news.games, club: news.club, language: news.language });
    state.matches.clear();
    drawTabs();
    pending = new Set(TABS);
  }
  for (const match of news.matches || []) {
    pending.add("tables");
    if (match.gone) state.matches.delete(match.id);
    else state.matches.set(match.id, match);
  }
  for (const key of ["tournaments", "ratings", "trouble"]) {
    if (key in news) { state[key] = news[key]; pending.add(key); }
  }
  draw();
}

const source = new EventSource("/events");
source.onmessage = (message) => take(JSON.parse(message.data));
source.onerror = () => { if (state.club) { state.trouble = word("lost"); draw(); } };
