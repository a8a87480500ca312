"use strict";
// Brings the code of an invitation to the host's computer, then waits until the host lets this device in.
const at = id => document.getElementById(id);
const POLL = 1000;
const SENT_ON = { camera: "/camera", player: "/", viewer: "/" };

// The token of the QR code stands after "#", which no browser sends; it is taken out of the address at once.
// A code that is shown beside the dice ends in ".dice": such a device is a camera that reads them at once.
const [shown, purpose] = decodeURIComponent(location.hash.slice(1)).split(".");
let token = shown;
history.replaceState(null, "", "/pair");

function say(text, kind, more) {
  at("state").textContent = text;
  at("state").className = "state " + (kind || "");
  at("more").textContent = more || "";
}

function guessName() {
  const agent = navigator.userAgent;
  if (/iPhone/.test(agent)) return "iPhone";
  if (/iPad/.test(agent)) return "iPad";
  if (/TV|Web0S|Tizen/i.test(agent)) return "[[Television]]";
  if (/Android/.test(agent)) return /Mobile/.test(agent) ? "[[Android phone]]" : "[[Tablet]]";
  return "[[Computer]]";
}

function ask() {
  at("form").hidden = false;
  at("number").hidden = true;
  at("code-row").hidden = Boolean(token);
  at("roles").hidden = purpose === "dice";
  if (purpose === "dice") document.querySelector("input[value=camera]").checked = true;
  if (!at("name").value) at("name").value = guessName();
}

async function state() {
  const answer = await fetch("/pair/state", { cache: "no-store" });
  return answer.ok ? answer.json() : { state: "busy" };
}

async function follow() {
  for (;;) {
    await new Promise(done => setTimeout(done, POLL));
    let told;
    try { told = await state(); } catch { say("[[No connection]]", "bad", "[[Is the host's computer on, and this device in the same network?]]"); continue; }
    if (told.state === "in") {
      if (purpose === "dice") localStorage.setItem("dice", "read");
      location.replace(SENT_ON[told.role]);
      return;
    }
    if (told.state === "waiting") { say("[[Waiting for the host]]", "", "[[The host's screen asks for these four digits:]]"); continue; }
    if (told.state === "busy") continue;
    token = "";
    ask();
    say(told.state === "refused" ? "[[The host said no]]" : "[[The host did not answer in time]]", "bad", "[[Ask for a new code to try again.]]");
    return;
  }
}

at("form").addEventListener("submit", async event => {
  event.preventDefault();
  const secret = token || at("code").value.trim();
  if (!secret) { say("[[Type the code]]", "bad", "[[It stands on the host's screen, under Devices.]]"); return; }
  const role = document.querySelector("input[name=role]:checked");
  if (!role) { say("[[Choose what it is for]]", "bad"); return; }
  const body = JSON.stringify({ secret, name: at("name").value, role: role.value });
  let answer, told = {};
  try {
    answer = await fetch("/pair", { method: "POST", headers: { "content-type": "application/json" }, body });
    told = await answer.json().catch(() => ({}));
  } catch { say("[[No connection]]", "bad", "[[Is this device in the same network as the host's computer?]]"); return; }
  if (!answer.ok) {
    token = "";
    ask();
    say("[[Not let in]]", "bad", told.fault || "[[Too many tries. Wait a minute, then try again.]]");
    return;
  }
  at("form").hidden = true;
  at("number").textContent = told.number;
  at("number").hidden = false;
  say("[[Waiting for the host]]", "", "[[The host's screen asks for these four digits:]]");
  follow();
});

(async () => {
  let told = { state: "unknown" };
  try { told = await state(); } catch { /* the form says it when it is sent */ }
  if (told.state === "in" && !token) {
    say("[[This device is in]]", "good", told.name);
    at("open").href = SENT_ON[told.role];
    at("open").hidden = false;
  } else {
    say(token ? "[[One step more]]" : "", "", !token ? "" : purpose === "dice" ? "[[It reads your dice: name it, and ask to join.]]" : "[[Name this device and say what it is for.]]");
    ask();
  }
})();
