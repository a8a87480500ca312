// The dice that this device sees, as the host's computer reads them: outlines over the picture, total, rolls, corrections.
import { photograph, still } from "./lens.js";

const at = id => document.getElementById(id);
const put = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);
const SOUNDS = { roll: new Audio("/roll.wav"), question: new Audio("/question.wav") };
const BUZZ = { roll: [60], question: [60, 80, 60] };
const READ_FOR = 6000;                // milliseconds for which what did not work is said

let send = () => {}, wanted = localStorage.getItem("dice") === "read", quiet = localStorage.getItem("sound") === "off";
let mode = "off", line = "", scene = null, boxes = {};     // as told
let shot = null, pressed = 0, busy = false, better = false, touched = false;
// The photograph that is shown with what was read of it; when the shutter was pressed; whether it is waited for, is in
// full, and was put right or kept meanwhile.
let heard = null, asked = null, fault = "", faultUntil = 0;

const name = one => (one.face === null ? "" : String(one.face)) + (one.sure ? "" : "?");

// Hands over what sends a request, and the photograph that belongs to it.
export function begin(sender) { send = sender; draw(); }

// A new connection: the host's computer knows nothing of this page yet.
export function connected() { scene = null; boxes = {}; mode = "off"; if (wanted) send({ do: "read" }); }

// No connection: what was told last may not be so any more.
export function away() {
  [mode, line, scene, boxes, shot, pressed, busy] = ["away", "", null, {}, null, 0, false];
  draw();
}

// Takes what the host's computer has told.
export function take(news) {
  const before = mode;
  mode = news.mode;
  line = news.line || "";
  if (mode === "off" && before !== "off" && wanted) keepWanted(false);
  if (mode !== "dice") { scene = null; boxes = {}; }
  if (news.scene) takeScene(news.scene);
  boxes = news.boxes || {};
  if (news.still) takeStill(news.still);
  if (news.fault) { [fault, faultUntil] = [news.fault, performance.now() + READ_FOR]; busy = false; }
  draw();
}

function takeScene(now) {
  const first = scene === null;
  scene = now;
  if (!first && now.heard && (!heard || heard[0] !== now.heard[0])) sound(now.heard[1]);
  heard = now.heard;
}

function takeStill(now) {
  if (!shot) return;
  shot.read = now;
  if (pressed) {
    document.body.dataset.took = String(Math.round(performance.now() - pressed));
    pressed = 0;
    sound(now.certain ? "roll" : "question");
    if (!now.certain) { refine(); return; }
  }
  busy = false;
}

function sound(cue) {
  if (!quiet) (SOUNDS[cue] || SOUNDS.roll).play().catch(() => {});          // no sound before the page was touched
  if (navigator.vibrate) navigator.vibrate(BUZZ[cue] || BUZZ.roll);
}

// ---------------------------------------------------------------- photographs

async function shoot() {
  [pressed, busy, better, touched] = [performance.now(), true, false, false];
  acts();
  await show(await still(at("video")));
}

// What the video showed left a doubt: the same in all the pixels that the camera has.
async function refine() {
  better = true;
  const taken = await photograph();
  if (taken && shot && !touched) await show(taken);
  else { busy = false; draw(); }
}

async function show(picture) {
  if (!picture || mode === "away") { [pressed, busy] = [0, false]; draw(); return; }
  shot = { read: shot && better ? shot.read : null };      // the answer may come before the picture is drawn here
  send({ do: "still" }, picture);
  const image = await createImageBitmap(picture), canvas = at("photo");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0);
  image.close();
  draw();
}

function back() { [shot, busy, touched] = [null, false, true]; send({ do: "live" }); draw(); }

// ---------------------------------------------------------------- what is shown

const shown = () => (shot ? shot.read : scene);

function headline(told, moving) {
  if (shot && !shot.read) return "[[Reading …]]";
  if (!shot && mode !== "dice") return mode === "opening" ? "[[Beginning …]]" : line;
  if (moving) return "[[Waiting until the dice lie still …]]";
  return (told && told.line) || "[[Looking …]]";
}

function draw() {
  document.body.classList.toggle("reading", wanted);
  at("read").hidden = wanted && mode !== "failed";
  at("dice").hidden = !wanted;
  at("photo").hidden = !shot;
  at("video").classList.toggle("unseen", Boolean(shot));
  const told = shown(), moving = !shot && scene && scene.moving;
  const words = headline(told, moving), doubt = !moving && told && told.dice.some(one => !one.sure);
  if (at("line").textContent !== words) at("line").textContent = words;
  at("line").classList.toggle("doubt", Boolean(doubt) || (!shot && ["elsewhere", "match", "failed"].includes(mode)));
  const hint = performance.now() < faultUntil ? fault : shot ? "" : mode === "off" ? line : scene ? scene.hint : "";
  if (at("hint").textContent !== hint) at("hint").textContent = hint;
  tiles(moving ? [] : told ? told.dice : []);
  acts();
  if (scene) list();
  outlines();
}

let tiled = "";
function tiles(dice) {
  const now = JSON.stringify(dice);
  if (now === tiled) return;
  tiled = now;
  at("tiles").replaceChildren(...dice.map((one, n) => {
    const tile = document.createElement("button");
    tile.type = "button";
    tile.textContent = name(one) || "?";
    tile.className = one.sure ? "" : "doubt";
    tile.setAttribute("aria-label", put(one.sure ? "[[Die {number}: {face}. Put right]]" : "[[Die {number}: {face}, in doubt. Put right]]", { number: n + 1, face: one.face ?? "?" }));
    tile.addEventListener("click", () => ask(one));
    return tile;
  }));
}

function acts() {
  at("shutter").disabled = busy || mode === "away";
  at("count").hidden = Boolean(shot);
  at("count").disabled = !scene || scene.moving || !scene.dice.length;
  at("count").textContent = scene && scene.counted ? "[[Count once more]]" : "[[Count what lies now]]";
  at("live").hidden = !shot;
  at("keep").hidden = !shot || !shot.read || !shot.read.dice.length;
  if (shot && shot.read) {
    at("keep").disabled = shot.read.kept;
    at("keep").textContent = shot.read.kept ? "[[In the list]]" : shot.read.again ? "[[Add once more]]" : "[[Add to the list]]";
  }
  at("undo").disabled = !scene || !scene.number;
  at("sound").setAttribute("aria-pressed", String(!quiet));
}

let listed = "";
function list() {
  const now = JSON.stringify(scene.rolls);
  if (now === listed) return;
  listed = now;
  at("rolls").replaceChildren(...scene.rolls.map(roll => {
    const row = document.createElement("li"), words = document.createElement("span"), when = document.createElement("time");
    row.className = roll.counts ? "" : "doubt";
    words.textContent = roll.line;
    when.textContent = roll.time;
    row.append(words, when);
    return row;
  }));
}

// The part of the stage that the picture fills, in pixels of the screen.
function filled() {
  const stage = at("stage").getBoundingClientRect();
  const [w, h] = shot ? [at("photo").width, at("photo").height] : [at("video").videoWidth, at("video").videoHeight];
  const scale = Math.min(stage.width / w, stage.height / h) || 0;
  return { x: (stage.width - w * scale) / 2, y: (stage.height - h * scale) / 2, w: w * scale, h: h * scale };
}

function placed() {
  const told = shown(), where = shot ? told && told.boxes : boxes;
  if (!told || !where) return [];
  const on = filled();
  return told.dice.filter(one => where[one.key]).map(one => {
    const [x0, y0, x1, y1] = where[one.key];
    return { one, x: on.x + x0 * on.w, y: on.y + y0 * on.h, w: (x1 - x0) * on.w, h: (y1 - y0) * on.h };
  });
}

function outlines() {
  const canvas = at("over"), pen = canvas.getContext("2d"), near = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(canvas.clientWidth * near), Math.round(canvas.clientHeight * near)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  pen.setTransform(near, 0, 0, near, 0, 0);
  pen.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
  const style = getComputedStyle(document.documentElement);
  pen.font = "700 20px system-ui, sans-serif";
  pen.textBaseline = "middle";
  pen.textAlign = "center";
  for (const { one, x, y, w: wide, h: high } of placed()) {
    pen.strokeStyle = pen.fillStyle = style.getPropertyValue(one.sure ? "--sure" : "--doubt");
    pen.lineWidth = 3;
    pen.setLineDash(one.sure ? [] : [7, 5]);
    pen.strokeRect(x, y, wide, high);
    const words = name(one) || "?", room = pen.measureText(words).width + 14, top = Math.max(0, y - 28);
    pen.fillRect(x, top, room, 27);
    pen.fillStyle = "#000";
    pen.fillText(words, x + room / 2, top + 14);
  }
}

// ---------------------------------------------------------------- what is asked

function ask(one) {
  [asked, touched] = [one, true];
  const told = shown();
  if (!told) return;
  const likely = [one.face, ...(one.likely || [])];
  at("faces").replaceChildren(...told.faces.map(face => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = String(face);
    button.className = likely.includes(face) ? "likely" : "";
    button.addEventListener("click", () => answer(face));
    return button;
  }));
  at("ask").showModal();
}

function answer(face) {
  at("ask").close();
  if (asked) send({ do: "correct", key: asked.key, face });
  asked = null;
}

function keepWanted(now) {
  wanted = now;
  if (now) localStorage.setItem("dice", "read"); else localStorage.removeItem("dice");
  if (!now) [shot, scene, mode] = [null, null, "off"];
}

at("over").addEventListener("click", event => {
  const on = at("over").getBoundingClientRect(), x = event.clientX - on.x, y = event.clientY - on.y, near = 16;
  const hit = placed().find(one => x > one.x - near && x < one.x + one.w + near && y > one.y - near && y < one.y + one.h + near);
  if (hit) ask(hit.one);
});
at("read").addEventListener("click", () => { keepWanted(true); send({ do: "read" }); draw(); });
at("stop").addEventListener("click", () => { keepWanted(false); send({ do: "stop" }); draw(); });
at("shutter").addEventListener("click", shoot);
at("count").addEventListener("click", () => send({ do: "count" }));
at("keep").addEventListener("click", () => { touched = true; send({ do: "keep" }); });
at("live").addEventListener("click", back);
at("undo").addEventListener("click", () => send({ do: "undo" }));
at("no-die").addEventListener("click", () => answer(null));
at("close").addEventListener("click", () => at("ask").close());
at("sound").addEventListener("click", () => {
  quiet = !quiet;
  if (quiet) localStorage.setItem("sound", "off"); else { localStorage.removeItem("sound"); SOUNDS.roll.play().catch(() => {}); }
  acts();
});
addEventListener("resize", outlines);
