// While a deck is shown: the table as it lies, how many cards are seen, and a new page when something was done elsewhere.
const seen = document.getElementById("seen");
const here = document.getElementById("here");

seen?.addEventListener("load", () => seen.classList.add("there"));
seen?.addEventListener("error", () => seen.classList.remove("there"));
if (seen?.complete && seen.naturalWidth) seen.classList.add("there");

async function again() {
  if (document.hidden) return;
  const told = await fetch("/decks/new/here").then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  if (told?.gone) location.reload();
  if (!told || !here) return;
  if (String(told.done) !== here.dataset.done) location.reload();
  if (here.textContent !== told.here) here.textContent = told.here;
  here.classList.toggle("fits", told.fits);
  seen.src = `/decks/new/seen.jpg?${Date.now()}`;
}

setInterval(again, 1000);
again();
