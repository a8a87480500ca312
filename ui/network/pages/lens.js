// The phone's camera: which lens, its light, zoom and focus, where the browser gives them; photographs in full.
const at = id => document.getElementById(id);
const put = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } };
const PATIENCE = 4000;                // milliseconds for which a photograph is waited for
const LARGEST = 7 * 2 ** 20;          // bytes of one
const FOCUS = { continuous: "[[By itself]]", "single-shot": "[[Once, now]]", manual: "[[At a distance]]" };

let stream = null;
export const track = () => (stream ? stream.getVideoTracks()[0] : null);

export function release() {
  if (stream) stream.getTracks().forEach(one => one.stop());
}

// Shows the camera in `video`; `lost` is called where it ends. Throws what getUserMedia throws.
export async function open(video, lost) {
  release();
  const lens = localStorage.getItem("lens");
  const back = { ...SIZE, facingMode: { ideal: "environment" } };
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: lens ? { ...SIZE, deviceId: { exact: lens } } : back });
  } catch (fault) {
    if (!lens || fault.name === "NotAllowedError") throw fault;
    localStorage.removeItem("lens");                       // that lens is not there any more
    stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: back });
  }
  track().addEventListener("ended", lost);
  video.srcObject = stream;
  await video.play().catch(() => {});                      // a hidden page plays when it is seen again
  await listLenses();
  showAbilities();
}

async function listLenses() {
  const lenses = (await navigator.mediaDevices.enumerateDevices()).filter(one => one.kind === "videoinput");
  const used = track().getSettings().deviceId;
  at("lens").replaceChildren(...lenses.map((one, n) => new Option(one.label || put("[[Lens {number}]]", { number: n + 1 }), one.deviceId, false, one.deviceId === used)));
  at("lens-row").hidden = lenses.length < 2;
}

const change = async wish => { try { await track().applyConstraints({ advanced: [wish] }); } catch { /* stays as it was */ } };

function range(name, can, now, ability) {
  const row = at(`${name}-row`), field = at(name);
  row.hidden = !can || !(can.max > can.min);
  if (row.hidden) return;
  [field.min, field.max, field.step, field.value] = [can.min, can.max, can.step || (can.max - can.min) / 100, now ?? can.min];
  field.oninput = () => change({ [ability]: Number(field.value) });
}

function showAbilities() {
  const can = track().getCapabilities ? track().getCapabilities() : {}, now = track().getSettings();
  at("torch-row").hidden = !can.torch;
  at("torch").setAttribute("aria-pressed", String(Boolean(now.torch)));
  range("zoom", can.zoom, now.zoom, "zoom");
  const modes = (can.focusMode || []).filter(mode => FOCUS[mode]);
  at("focus-row").hidden = modes.length < 2;
  at("focus").replaceChildren(...modes.map(mode => new Option(FOCUS[mode], mode, false, mode === now.focusMode)));
  const byHand = () => range("distance", at("focus").value === "manual" ? can.focusDistance : null, now.focusDistance, "focusDistance");
  at("focus").onchange = async () => { await change({ focusMode: at("focus").value }); byHand(); };
  byHand();
}

at("torch").addEventListener("click", async () => {
  const lit = at("torch").getAttribute("aria-pressed") !== "true";
  await change({ torch: lit });
  at("torch").setAttribute("aria-pressed", String(Boolean(track().getSettings().torch)));
});

// A photograph at the camera's full resolution, as a Blob; null where the browser takes none, or none in time.
export async function photograph() {
  if (!window.ImageCapture || !track() || track().readyState !== "live") return null;
  const late = new Promise(done => setTimeout(done, PATIENCE, null));
  try {
    const taken = await Promise.race([new ImageCapture(track()).takePhoto(), late]);
    return taken && taken.type === "image/jpeg" && taken.size <= LARGEST ? taken : null;
  } catch { return null; }
}

// What the video shows now, in all its pixels, as a JPEG.
export function still(video) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext("2d", { alpha: false }).drawImage(video, 0, 0);
  return new Promise(done => canvas.toBlob(done, "image/jpeg", 0.92));
}
