// While a deck is shown: the table as it lies, how many cards are seen, and a new page when something was done elsewhere.
const seen = document.getElementById("seen");
const here = document.getElementById("here");
let leaving = false; // what was tapped brings a page of its own, which a reload would stop

seen?.addEventListener("load", () => seen.classList.add("there"));
seen?.addEventListener("error", () => seen.classList.remove("there"));
if (seen?.complete && seen.naturalWidth) seen.classList.add("there");

addEventListener("submit", () => { leaving = true; });
addEventListener("pageshow", () => { leaving = false; });

async function again() {
  if (document.hidden || leaving) return;
  const told = await fetch("/decks/new/here").then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  if (leaving) return;
  if (told?.gone) location.reload();
  if (!told || !here) return;
  if (String(told.done) !== here.dataset.done) location.reload();
  if (here.textContent !== told.here) here.textContent = told.here;
  here.classList.toggle("fits", told.fits);
  seen.src = `/decks/new/seen.jpg?${Date.now()}`;
}

setInterval(again, 1000);
again();
