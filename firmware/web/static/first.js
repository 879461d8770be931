// The camera's picture while it is aimed, and how many cards were played.
const seen = document.getElementById("seen");
const plays = document.getElementById("plays");
const look = document.getElementById("look");

seen.addEventListener("load", () => seen.classList.add("there"));
seen.addEventListener("error", () => seen.classList.remove("there"));
look.hidden = true;

async function again() {
  if (document.hidden) return;
  const body = new URLSearchParams({ go: "yes" });
  await fetch("/first/look", { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
  seen.src = `/first/picture.jpg?${Date.now()}`;
  const state = await fetch("/api/state").then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  if (state) plays.textContent = Math.min(state.standing.told ?? 0, 5);
}

setInterval(again, 2000);
again();
