// The camera's picture while it is aimed, what to move, and how many cards were played.
const seen = document.getElementById("seen");
const advice = document.getElementById("advice");
const plays = document.getElementById("plays");
const toldAll = document.getElementById("told");
const look = document.getElementById("look");

seen.addEventListener("load", () => seen.classList.add("there"));
seen.addEventListener("error", () => seen.classList.remove("there"));
look.hidden = true;

async function again() {
  if (document.hidden) return;
  const asked = { method: "POST", body: new URLSearchParams({ go: "yes" }), headers: { Accept: "application/json" } };
  const told = await fetch("/first/look", asked).then((answer) => answer.json()).catch(() => null);
  if (told) tell(told);
  seen.src = `/first/picture.jpg?${Date.now()}`;
}

function tell({ advice: said, text, well, plays: played }) {
  const words = said || text || "";
  if (advice.textContent !== words) advice.textContent = words; // so that it is read aloud once
  advice.classList.toggle("fits", Boolean(well));
  if (played === undefined) return;
  plays.textContent = played;
  toldAll.hidden = played < Number(plays.dataset.of);
}

setInterval(again, 2000);
again();
