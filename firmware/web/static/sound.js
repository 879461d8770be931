// What is heard on this phone: the café's own words, else tones; off until somebody asks for it.
const box = document.getElementById("sound");
const wake = document.getElementById("wake");
const KEY = "hakam_sound";
const LOUD = 0.25, EDGE_S = 0.01, GAP_S = 0.06; // of full scale; so that no tone clicks; between two words
const clips = new Map();
let mode = kept();
let context = null;
let sounding = [];
let newest = 0;

function kept() {
  try { return localStorage.getItem(KEY) ?? "off"; } catch { return "off"; }
}

function choose(chosen) {
  mode = [...box.querySelectorAll("button[value]")].some((one) => one.value === chosen) ? chosen : "off";
  for (const one of box.querySelectorAll("button[value]")) one.setAttribute("aria-pressed", String(one.value === mode));
  try { localStorage.setItem(KEY, mode); } catch { /* it counts until the page is closed */ }
  hush();
  awake();
}

// A browser lets nothing be heard before somebody has touched the page.
async function awake() {
  if (mode !== "off") {
    context ??= new AudioContext();
    context.onstatechange = () => { wake.hidden = mode === "off" || context.state === "running"; };
    wake.hidden = context.state === "running";
    await context.resume();
  } else wake.hidden = true;
}

function hush() {
  for (const one of sounding) one.stop();
  sounding = [];
}

// The newest word wins, as at the table; what cannot be played is told by its tones.
addEventListener("heard", async ({ detail: { tones = [], clips: names = [] } }) => {
  if (mode === "off" || context?.state !== "running" || !(tones.length || names.length)) return;
  const turn = ++newest;
  const words = mode === "words" ? await Promise.all(names.map(clip)).catch(() => []) : [];
  if (turn !== newest) return;
  hush();
  if (words.length) speak(words);
  else beep(tones);
});

function clip(name) {
  if (!clips.has(name)) {
    const found = fetch(`/voice/${box.dataset.language}/${name}.ogg`)
      .then((answer) => { if (!answer.ok) throw new Error(name); return answer.arrayBuffer(); })
      .then((bytes) => context.decodeAudioData(bytes));
    found.catch(() => clips.delete(name)); // tried again the next time
    clips.set(name, found);
  }
  return clips.get(name);
}

function speak(words) {
  let at = context.currentTime;
  for (const word of words) {
    const source = new AudioBufferSourceNode(context, { buffer: word });
    source.connect(context.destination);
    source.start(at);
    at += word.duration + GAP_S;
    sounding.push(source);
  }
}

function beep(tones) {
  let at = context.currentTime;
  for (const [hertz, ms] of tones) {
    if (hertz) sounding.push(tone(hertz, at, ms / 1000));
    at += ms / 1000;
  }
}

function tone(hertz, at, lasts) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: hertz });
  const loud = new GainNode(context, { gain: 0 });
  loud.gain.setValueAtTime(0, at);
  loud.gain.linearRampToValueAtTime(LOUD, at + EDGE_S);
  loud.gain.setValueAtTime(LOUD, at + lasts - EDGE_S);
  loud.gain.linearRampToValueAtTime(0, at + lasts);
  source.connect(loud).connect(context.destination);
  source.start(at);
  source.stop(at + lasts);
  return source;
}

box.addEventListener("click", ({ target }) => { if (target.value) choose(target.value); });
addEventListener("pointerup", awake);
addEventListener("keyup", awake);
box.hidden = false;
choose(mode);
