"use strict";
(() => {
  const steps = [...document.querySelectorAll("#steps > article")];
  const bar = document.querySelector(".bar");
  if (!steps.length) return;
  const links = new Map([...document.querySelectorAll("#contents a")].map((link) => [link.hash, link]));
  const contents = document.getElementById("contents");
  let now = -1;

  function mark(link) {
    contents.querySelector("[aria-current]")?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "step");
    link.closest("details").open = true;
    const seen = contents.getBoundingClientRect(), at = link.getBoundingClientRect();
    if (at.top < seen.top || at.bottom > seen.bottom) contents.scrollTop += at.top - seen.top - seen.height / 2;
  }

  function show(index) {
    index = Math.min(Math.max(index, 0), steps.length - 1);
    if (index === now) return;
    steps[now]?.classList.remove("now");
    now = index;
    steps[now].classList.add("now");
    document.getElementById("place").textContent = steps[now].dataset.place;
    mark(links.get("#" + steps[now].id));
  }

  function go(index) {
    show(index);
    history.replaceState(null, "", "#" + steps[now].id);
  }

  function dispute() {
    const order = [...steps.slice(now + 1), ...steps.slice(0, now + 1)];
    const next = order.find((step) => step.classList.contains("disputed"));
    return next ? steps.indexOf(next) : now;
  }

  const ways = {
    first: () => 0, previous: () => now - 1, next: () => now + 1, last: () => steps.length - 1, dispute,
  };
  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", d: "dispute" };

  function follow() {
    const index = steps.findIndex((step) => "#" + step.id === location.hash);
    show(index < 0 ? Math.max(now, 0) : index);
    if (index >= 0) bar.scrollIntoView({ block: "start" });
  }

  addEventListener("keydown", (pressed) => {
    const way = keys[pressed.key];
    if (!way || pressed.ctrlKey || pressed.altKey || pressed.metaKey || pressed.shiftKey) return;
    pressed.preventDefault();
    go(ways[way]());
  });
  bar.addEventListener("click", (clicked) => {
    const way = clicked.target.dataset.go;
    if (way) go(ways[way]());
  });
  addEventListener("hashchange", follow);
  bar.hidden = false;
  follow();
})();
