// This device as a camera: the newest picture goes to the host's computer each time that it has taken the one before.
import * as dice from "./dice.js";
import { open, release, track } from "./lens.js";

const at = id => document.getElementById(id);
const WIDTH = 1280, QUALITY = 0.85;
const SILENT = 6000;                  // milliseconds without an answer after which a connection counts as lost
const FIRST_WAIT = 500, LONGEST_WAIT = 8000;
const REMOVED = 4401, REPLACED = 4409, NO_PICTURES = 1003;

const video = at("video"), canvas = document.createElement("canvas"), pen = canvas.getContext("2d", { alpha: false });
let socket = null, lock = null, wait = FIRST_WAIT, ended = false, starting = false;
let free = true, notBefore = 0, sentAt = 0, heardAt = 0, reconnecting = 0;
let count = 0, since = performance.now(), delays = [];

const put = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);
const inDigits = (value, places) => value.toLocaleString(document.documentElement.lang,
  { minimumFractionDigits: places, maximumFractionDigits: places });

function say(text, kind, more) {
  if (at("state").textContent !== text) at("state").textContent = text;
  at("state").className = "state " + (kind || "");
  at("more").textContent = more || "";
}

function end(text, more, again) {
  ended = true;
  if (socket) socket.close();
  release();
  say(text, "bad", more);
  at("again").hidden = !again;
}

// ---------------------------------------------------------------- the camera

async function openCamera() {
  if (starting || ended) return;
  starting = true;
  try {
    if (!navigator.mediaDevices) { end("[[No camera here]]", "[[This page has to be opened over https.]]", false); return; }
    if (!socketOpen()) say("[[Asking for the camera]]", "", "[[Allow the camera when the browser asks.]]");
    await open(video, () => setTimeout(openCamera, 1000));
    connect();
  } catch (fault) {
    if (fault.name === "NotAllowedError") {
      end("[[Camera not allowed]]", "[[Allow the camera for this page in the browser's settings, then try again.]]", true);
    } else if (fault.name === "NotFoundError") {
      end("[[No camera found]]", "[[This device has none that the browser may use.]]", true);
    } else {
      say("[[Camera busy]]", "bad", "[[Another program may have it. Trying again.]]");
      setTimeout(openCamera, 3000);
    }
  } finally {
    starting = false;
  }
}

at("lens").addEventListener("change", () => { localStorage.setItem("lens", at("lens").value); openCamera(); });
at("again").addEventListener("click", () => location.reload());

async function stayAwake() {
  if (document.visibilityState !== "visible" || !navigator.wakeLock || (lock && !lock.released)) return;
  try { lock = await navigator.wakeLock.request("screen"); } catch { /* low battery: the screen may go dark */ }
}

// ---------------------------------------------------------------- the connection

const socketOpen = () => socket !== null && socket.readyState === WebSocket.OPEN;

function connect() {
  clearTimeout(reconnecting);
  if (ended || (socket && socket.readyState <= WebSocket.OPEN)) return;
  const mine = socket = new WebSocket(`wss://${location.host}/camera/ws`);
  heardAt = performance.now();
  mine.addEventListener("open", () => {
    heardAt = since = performance.now();
    [wait, free, notBefore, count] = [FIRST_WAIT, true, 0, 0];
    dice.connected();
  });
  mine.addEventListener("message", event => {
    const now = performance.now(), news = JSON.parse(event.data);
    heardAt = now;
    if (news.wait !== undefined) taken(now, news.wait);
    dice.take(news);
  });
  mine.addEventListener("close", event => { if (mine === socket) lost(event.code); });
}

function taken(now, pause) {
  free = true;
  notBefore = now + pause;
  count += 1;
  delays.push(now - sentAt);
  if (now - since > 1000) tellRate(now);
}

// What the page asks for, and the photograph that belongs to it.
function tell(request, picture) {
  if (!socketOpen()) return;
  socket.send(JSON.stringify(request));
  if (picture) socket.send(picture);
}

function tellRate(now) {
  const middle = delays.sort((one, other) => one - other)[delays.length >> 1];
  const rate = count * 1000 / (now - since);
  const looked = notBefore <= now + 1;
  say(looked ? "[[Sending]]" : "[[Ready]]", "good", looked
    ? put("[[{width}×{height}, {rate} pictures a second, {middle} ms each]]",
      { width: canvas.width, height: canvas.height, rate: inDigits(rate, 1), middle: inDigits(middle, 0) })
    : "[[Choose this phone as the camera on the host's screen.]]");
  count = 0; since = now; delays = [];
}

async function lost(code) {
  socket = null;
  dice.away();
  if (ended) return;
  if (code === REPLACED) { end("[[Another page sends]]", "[[This device is a camera in another tab.]]", true); return; }
  if (code === REMOVED) { end("[[Removed]]", "[[The host has removed this device. Pair it again to come back.]]", false); return; }
  if (code === NO_PICTURES) { end("[[Pictures not understood]]", "[[The host could not read this device's pictures.]]", true); return; }
  say("[[No connection]]", "bad", put("[[Trying again in {seconds} s. Leave this page open.]]", { seconds: Math.ceil(wait / 1000) }));
  reconnecting = setTimeout(retry, wait);
  wait = Math.min(2 * wait, LONGEST_WAIT);
}

async function retry() {
  try {   // a refused socket does not say why; this does
    const told = await (await fetch("/pair/state", { cache: "no-store" })).json();
    if (told.state !== "in") { end("[[Removed]]", "[[The host has removed this device. Pair it again to come back.]]", false); return; }
  } catch { /* the network is still away */ }
  connect();
}

function wake() {
  if (ended || document.visibilityState !== "visible") return;
  stayAwake();
  wait = FIRST_WAIT;
  if (!track() || track().readyState !== "live" || track().muted) openCamera(); else video.play().catch(() => {});
  connect();
}

document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("pageshow", wake);

setInterval(() => {
  if (ended) return;
  if (socketOpen() && !free && performance.now() - heardAt > SILENT) {
    const old = socket;                                    // a network that went away closes nothing by itself
    socket = null;
    old.close();
    lost(0);
  }
  stayAwake();
}, 1000);

// ---------------------------------------------------------------- pictures

function send() {
  const now = performance.now();
  if (ended || !socketOpen() || !free || now < notBefore || video.readyState < 2 || !video.videoWidth) return;
  const mine = socket, shrink = Math.min(1, WIDTH / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * shrink);
  canvas.height = Math.round(video.videoHeight * shrink);
  free = false;
  sentAt = heardAt = now;
  pen.drawImage(video, 0, 0, canvas.width, canvas.height);
  canvas.toBlob(picture => {
    if (picture && mine === socket && socketOpen()) mine.send(picture); else free = true;
  }, "image/jpeg", QUALITY);
}

function tick() {
  send();
  if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(tick); else setTimeout(tick, 33);
}

if (video.requestVideoFrameCallback) {
  setInterval(() => { if (performance.now() - heardAt > 400) send(); }, 250);   // a lens that was changed fires no more
}
dice.begin(tell);
tick();
stayAwake();
openCamera();
