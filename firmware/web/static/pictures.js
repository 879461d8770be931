// Pictures of plays: looked at in a dialog where there is one; of some none was kept.
addEventListener("click", (event) => {
  const look = event.target.closest("a.picture, a.evidence");
  const dialog = document.getElementById("picture");
  if (!look || !dialog) return;
  event.preventDefault();
  dialog.classList.remove("none");
  dialog.querySelector("img").src = look.href;
  dialog.showModal();
});

addEventListener("error", (event) => {
  event.target.closest?.(".evidence")?.remove();
  event.target.closest?.("dialog")?.classList.add("none");
}, true);
for (const image of document.querySelectorAll(".evidence img")) if (image.complete && !image.naturalWidth) image.parentElement.remove();
