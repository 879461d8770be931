// The board: parts are put in as they come, each moment once; a stream that has gone quiet is opened again.
const board = document.getElementById("board");
const link = document.getElementById("link");
const log = document.getElementById("log");
const toasts = document.getElementById("toast");
const QUIET_MS = 25000; // the server says something every ten seconds
const LOGGED = 50;
let since = board.dataset.since;
let stream = null;
let heard = Date.now();

function open() {
  stream?.close();
  heard = Date.now();
  stream = new EventSource(`/live?lang=${board.dataset.language}&since=${since}`);
  stream.onopen = () => { heard = Date.now(); connected(true); };
  stream.onerror = () => {
    connected(false);
    if (stream.readyState === EventSource.CLOSED) setTimeout(open, 2000);
  };
  for (const name of ["part", "moment", "ping", "gone"]) {
    stream.addEventListener(name, (event) => { heard = Date.now(); connected(true); take[name](event); });
  }
}

// What is put in anew under a finger, or moves away from it, loses its tap: parts wait until the finger is up and has been taken for one.
const PRESSED_MS = { down: 3000, up: 100 };
const waiting = [];
let pressed = 0;

function press(ms) {
  clearTimeout(pressed);
  pressed = setTimeout(() => { pressed = 0; waiting.splice(0).forEach(put); }, ms);
}

addEventListener("pointerdown", () => press(PRESSED_MS.down), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => press(PRESSED_MS.up), true);

function connected(is) {
  link.textContent = is ? "" : link.dataset.lost;
  document.body.classList.toggle("lost", !is);
}

// What others ask is said where somebody looks, too, if it came where he does not.
function call(part, before) {
  const asked = part.querySelector(".asked:not(.own) .asks");
  if (!asked || before.includes(asked.textContent)) return;
  navigator.vibrate?.(200);
  const { top, bottom } = asked.getBoundingClientRect();
  if (top > innerHeight || bottom < 0) toast(asked.textContent, false, () => asked.scrollIntoView({ block: "center" }));
}

function flash(part, before) {
  part.querySelectorAll(".points").forEach((one, at) => one.classList.toggle("changed", at in before && before[at] !== one.textContent));
}

// As a browser writes it again, which is not letter by letter what it was given: an equal part stays as it is.
function asWritten(html) {
  const shape = document.createElement("template");
  shape.innerHTML = html;
  return shape.innerHTML;
}

function put(event) {
  const { name, html } = JSON.parse(event.data);
  const part = document.getElementById(name);
  if (!part || part.innerHTML === asWritten(html)) return;
  const kept = part.contains(document.activeElement) ? document.activeElement : null;
  const again = kept && [kept.name, kept.value];
  const before = [part.textContent, [...part.querySelectorAll(".points")].map((one) => one.textContent)];
  part.innerHTML = html; // made by our own templates, which escape everything
  if (again) [...part.querySelectorAll("button, input")].find((one) => one.name === again[0] && one.value === again[1])?.focus();
  if (part.querySelector(".outcome")) toasts.replaceChildren(); // which says more than that it waits
  call(part, before[0]);
  flash(part, before[1]);
}

const take = {
  part(event) { pressed ? waiting.push(event) : put(event); },
  moment(event) {
    since = event.lastEventId || since; // what is only heard has none
    const moment = JSON.parse(event.data);
    dispatchEvent(new CustomEvent("heard", { detail: moment }));
    for (const { text, bad } of moment.lines) {
      const line = document.createElement("li");
      line.textContent = text;
      line.dataset.at = since;
      log.append(line);
      while (log.children.length > LOGGED) log.firstChild.remove();
      if (bad) toast(text, true);
    }
  },
  ping() {},
  gone() { location.reload(); },
};

const READ_MS = { good: 3500, bad: 6000 };

function toast(text, bad, tapped) {
  const same = tapped ? "p.leads" : "p:not(.bad):not(.leads)";
  if (!bad) for (const one of toasts.querySelectorAll(same)) one.remove(); // it covers what is below
  const line = document.createElement("p");
  line.textContent = text;
  line.className = bad ? "bad" : "";
  if (tapped) line.classList.add("leads");
  line.onclick = tapped;
  toasts.append(line);
  while (toasts.children.length > 3) toasts.firstChild.remove();
  setTimeout(() => line.remove(), bad ? READ_MS.bad : READ_MS.good);
}

addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || form.dataset.plain !== undefined) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const button = event.submitter;
  if (button) button.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const said = await answer.json().catch(() => ({}));
    if (said.text || !answer.ok) toast(said.text || board.dataset.retry, !answer.ok);
  } catch {
    toast(board.dataset.retry, true);
  } finally {
    if (button) button.disabled = false;
  }
});

setInterval(() => { if (Date.now() - heard > QUIET_MS) open(); }, 5000);
addEventListener("visibilitychange", () => { if (!document.hidden && Date.now() - heard > 12000) open(); });
addEventListener("pagehide", () => stream?.close());
addEventListener("pageshow", (event) => { if (event.persisted) open(); });
open();
for (const line of toasts.children) setTimeout(() => line.remove(), READ_MS.good);
history.replaceState(null, "", location.pathname); // what was told is told once
