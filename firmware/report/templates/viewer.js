"use strict";
(() => {
  const match = JSON.parse(document.getElementById("match").textContent);
  const labels = JSON.parse(document.getElementById("labels").textContent);
  const { stops } = match;
  const replay = document.getElementById("replay");
  if (!replay) return;
  const stage = document.getElementById("stage"), player = document.getElementById("player");
  const contents = document.getElementById("contents"), curve = document.querySelector("svg.curve");
  const links = new Map([...contents.querySelectorAll("li[id]")].map((line) => [line.id, line.querySelector("a")]));
  for (const line of contents.querySelectorAll("li[id]")) line.removeAttribute("id");  // links lead to the stage, not to the list
  const SVG = "http://www.w3.org/2000/svg";
  const NAMES = { play: "start" };
  const SPEEDS = [1, 2, 4, 8, 16];
  const TICK_MS = 100, SWIPE_PX = 40;

  // -- making elements

  function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(name, value);
    node.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return node;
  }
  const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
  const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
  const say = (key, values = {}) => labels[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const clock = (ms) => {
    const s = Math.floor(ms / 1000), two = (n) => String(n).padStart(2, "0");
    const hours = Math.floor(s / 3600), minutes = Math.floor(s / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`;
  };
  const numbers = (values) => values.join(" – ");
  const percent = (share) => `${Math.round(share * 100)}%`;
  const use = (name, attributes = {}) => svg("use", { href: `#suit-${name}`, ...attributes });

  function cardName(card) {
    const rank = card.slice(0, -1), suit = card.slice(-1);
    return suit === "?" ? say("card_unknown", { rank }) : say("card", { rank, suit: labels[`suit_${suit}`] });
  }

  function chip(card) {
    if (!card) return html("span", { class: "chip none" }, say("nothing"));
    const suit = card.slice(-1), known = suit !== "?";
    return html("span", { class: `chip${known ? ` s${suit}` : ""}`, title: cardName(card) },
      html("b", {}, card.slice(0, -1)), known ? svg("svg", { class: "suit" }, use(suit)) : null);
  }

  // -- one stop

  function heading(title) {
    const number = title.number && title.player ? html("b", { class: "number" }, `${title.number}. `) : null;
    const who = title.player ? html("span", { class: `who side${title.side || 0}` }, title.player, " ") : null;
    return html("h3", {}, number, who, title.words ? `${title.words} ` : "", ...(title.cards || []).map(chip));
  }

  function chances(title) {
    const shares = (title.chances || []).flatMap((one) => [chip(one.card), ` ${percent(one.share)} `]);
    const change = (title.change || []).flatMap((card, at) => [at ? " → " : "", chip(card)]);
    return shares.length || change.length ? html("p", {}, ...shares, ...change) : null;
  }

  function picture(shown) {
    const seen = svg("svg", { viewBox: `0 0 ${shown.width} ${shown.height}`, class: "seen" },
      ...(shown.outlines || []).map(([kind, d]) => svg("path", { class: kind, d })),
      ...(shown.labels || []).map((one) => {
        const suit = one.card.slice(-1);
        return svg("g", { class: one.marked ? "label marked" : "label", transform: `translate(${one.x - 20} ${one.y - 11})` },
          svg("title", {}, `${cardName(one.card)}, ${percent(one.sure)}`),
          svg("rect", { class: "box", width: 40, height: 22, rx: 6 }),
          svg("text", { class: "name", x: 19, y: 17.2, "font-size": 19 }, one.card.slice(0, -1)),
          suit === "?" ? null : use(suit, { class: "name-suit", x: 21, y: 2.5, width: 15, height: 15 }));
      }));
    const image = html("img", { src: shown.source, alt: say("picture"), decoding: "async" });
    const frame = html("div", { class: "frame" }, image, seen);
    return html("figure", { class: "shot" }, frame, html("figcaption", {}, say("picture")));
  }

  function lying(one) {
    const middle = [0, 1].map((axis) => one.corners.reduce((sum, corner) => sum + corner[axis], 0) / one.corners.length);
    const suit = one.card.slice(-1);
    return svg("g", { class: `lying ${one.mark || ""} ${suit === "?" ? "" : `s${suit}`}` },
      svg("title", {}, cardName(one.card)),
      svg("polygon", { points: one.corners.map((corner) => corner.join(",")).join(" ") }),
      svg("text", { x: middle[0], y: middle[1] - 3 }, one.card.slice(0, -1)),
      suit === "?" ? null : use(suit, { x: middle[0] - 14, y: middle[1] + 4, width: 28, height: 28 }),
      one.mark === "asked" ? svg("text", { class: "doubt", x: middle[0] + 24, y: middle[1] - 22 }, "?") : null);
  }

  function table(cards) {
    const placed = cards.filter((one) => one.corners), unseen = cards.filter((one) => !one.corners);
    const [left, top, width, height] = match.field;
    const order = ["gone", "", "asked", "new"];
    placed.sort((one, other) => order.indexOf(one.mark || "") - order.indexOf(other.mark || ""));
    const drawn = width ? svg("svg", { viewBox: `${left} ${top} ${width} ${height}`, class: "felt" }, ...placed.map(lying)) : null;
    const empty = cards.length ? null : html("p", { class: "quiet" }, say("table_empty"));
    const others = unseen.length ? html("p", { class: "quiet" }, say("unseen"), " ", ...unseen.map((one) => chip(one.card))) : null;
    return html("figure", { class: "table", role: "group", "aria-label": say("table") },
      drawn, html("figcaption", {}, say("table")), empty, others);
  }

  const badge = (one) => html("p", { class: "point" },
    html("span", { class: `badge side${one.side} ${one.state || ""}` }, one.words), ` ${one.why}`);

  // what can be shown to whoever was not there
  function clip(stop) {
    const shown = stop.disputed && stop.play && replay.dataset.clips;
    return shown ? html("p", {}, html("a", { href: `${shown}${stop.play}.gif` }, say("clip"))) : null;
  }

  function note(one) {
    return html("p", { class: "remark" }, html("a", { href: `#${stops[one.stop].anchor}` },
      html("time", {}, clock(one.t_ms)), ` ${one.words}`));
  }

  function view(stop) {
    const shown = stop.picture;
    const cards = (key, values) => (values ? say(key, { cards: numbers(values) }) : "");
    const held = [cards("in_hand", stop.hands), cards("captured", stop.piles)].filter(Boolean).join(" · ");
    const words = html("div", { class: "words" },
      html("p", { class: "quiet" }, html("time", {}, clock(stop.t_ms)), ` ${say("deal", { deal: stop.deal })}, `,
        say("batch", { batch: stop.batch, batches: stop.batches })),
      heading(stop.title), chances(stop.title), ...(stop.badges || []).map(badge),
      ...(stop.lines || []).map((line) => html("p", {}, line)),
      stop.read_as ? html("p", { class: "remark" }, stop.read_as) : null,
      shown?.misread ? html("p", { class: "remark" }, shown.misread) : null,
      ...(stop.notes || []).map(note), clip(stop),
      html("p", { class: "score" }, say("score_now", { scores: numbers(stop.scores) }),
        stop.open ? html("span", { class: "quiet" }, ` ${say("open")}`) : null),
      held ? html("p", { class: "quiet" }, held) : null,
      html("figure", { class: "oled" },
        html("img", { src: match.screens[stop.screen], width: 128, height: 64, alt: numbers(stop.scores) }),
        html("figcaption", {}, say("display"))));
    return html("article", { class: `moment ${stop.kind}${stop.disputed ? " disputed" : ""}` },
      html("div", { class: "see" }, shown ? picture(shown) : null, table(stop.table || [])), words);
  }

  // -- controls

  const ICONS = {
    first: "M5 4h2v16H5zM17 4l-8 8 8 8 2-2-6-6 6-6z", previous: "M16 4l-8 8 8 8 2-2-6-6 6-6z",
    next: "M8 4l8 8-8 8-2-2 6-6-6-6z", last: "M17 4h2v16h-2zM7 4l8 8-8 8-2-2 6-6-6-6z",
    play: "M7 4v16l13-8z", pause: "M6 4h4v16H6zM14 4h4v16h-4z", slower: "M5 11h14v2H5z", faster: "M5 11h6V5h2v6h6v2h-6v6h-2v-6H5z",
  };
  const icon = (name) => svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
  const button = (go, content) => html("button", { type: "button", "data-go": go, title: say(NAMES[go] || go), "aria-label": say(NAMES[go] || go) }, content || icon(go));

  const time = html("input", { type: "range", min: 0, max: Math.max(match.end_ms, 1), step: 100, value: 0, "aria-label": say("timeline") });
  const place = html("output", { class: "place" }), rate = html("output", { class: "rate" });
  const seen = html("input", { type: "checkbox" });
  const playing = button("play");
  const at = (ms) => `${(100 * Math.min(ms, match.end_ms)) / Math.max(match.end_ms, 1)}%`;

  function track() {
    const marks = stops.map((stop) => {
      const points = (stop.badges || []).find((one) => !one.state);
      const mark = html("i", { class: `mark ${stop.kind}${stop.took ? " took" : ""}${points ? ` points side${points.side}` : ""}` });
      mark.style.left = at(stop.t_ms);
      return mark;
    });
    const deals = match.deals.map((deal) => {
      const flag = html("span", { class: "flag" }, String(deal.deal));
      flag.style.left = at(stops[deal.stop].t_ms);
      return flag;
    });
    return html("div", { class: "track", "aria-hidden": "true" }, ...deals, ...marks);
  }

  const cursor = curve && svg("line", { class: "cursor", y1: 0, y2: curve.viewBox.baseVal.height });
  const along = (ms) => +curve.dataset.left + ((curve.dataset.right - curve.dataset.left) * Math.min(ms, match.end_ms)) / Math.max(match.end_ms, 1);

  let now = -1, speed = 2, timer = 0, clock_ms = 0;

  function mark(link) {
    contents.querySelector("[aria-current]")?.removeAttribute("aria-current");
    if (!link) return;
    link.setAttribute("aria-current", "step");
    link.closest("details").open = true;
    const box = contents.getBoundingClientRect(), here = link.getBoundingClientRect();
    if (here.top < box.top || here.bottom > box.bottom) contents.scrollTop += here.top - box.top - box.height / 2;
  }

  function show(index) {
    index = Math.min(Math.max(index, 0), stops.length - 1);
    if (index === now) return;
    now = index;
    const stop = stops[now];
    clock_ms = stop.t_ms;
    stage.replaceChildren(view(stop));
    time.value = stop.t_ms;
    const told = `${clock(stop.t_ms)} · ${say("deal", { deal: stop.deal })} · ${stop.title.number || "–"} / ${match.plays}`;
    place.textContent = told;
    time.setAttribute("aria-valuetext", told);
    if (cursor) for (const end of ["x1", "x2"]) cursor.setAttribute(end, along(stop.t_ms));
    mark(links.get(stop.anchor));
  }

  function go(index) {
    show(index);
    const { top } = stage.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 4) replay.scrollIntoView({ block: "start" });
    history.replaceState(null, "", `#${stops[now].anchor}`);
  }

  const until = (ms) => Math.max(stops.findLastIndex((stop) => stop.t_ms <= ms), 0);

  function pause() {
    clearInterval(timer);
    timer = 0;
    playing.replaceChildren(icon("play"));
    playing.setAttribute("aria-label", say("start"));
    history.replaceState(null, "", `#${stops[now].anchor}`);
  }

  function tick() {
    clock_ms += TICK_MS * SPEEDS[speed];
    const due = until(clock_ms), run_ms = clock_ms;
    if (due > now) show(due);
    clock_ms = run_ms;
    time.value = clock_ms;
    if (now === stops.length - 1) pause();
  }

  function play() {
    if (timer) return pause();
    if (now === stops.length - 1) show(0);
    timer = setInterval(tick, TICK_MS);
    playing.replaceChildren(icon("pause"));
    playing.setAttribute("aria-label", say("pause"));
  }

  function pace(step) {
    speed = Math.min(Math.max(speed + step, 0), SPEEDS.length - 1);
    rate.textContent = say("times", { times: SPEEDS[speed] });
  }

  function dispute() {
    const order = [...stops.keys()].map((n) => (now + 1 + n) % stops.length);
    go(order.find((n) => stops[n].disputed) ?? now);
  }

  const ways = {
    first: () => go(0), previous: () => go(now - 1), next: () => go(now + 1), last: () => go(stops.length - 1),
    dispute, play, slower: () => pace(-1), faster: () => pace(1),
  };
  const keys = {
    ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", d: "dispute", " ": "play", "<": "slower", ">": "faster",
  };

  function follow() {
    const name = decodeURIComponent(location.hash.slice(1));
    const index = match.anchors[name] ?? stops.findIndex((stop) => stop.anchor === name);
    show(index < 0 ? Math.max(now, 0) : index);
    if (index >= 0) replay.scrollIntoView({ block: "start" });
  }

  // -- listening

  addEventListener("keydown", (pressed) => {
    const way = keys[pressed.key], typing = pressed.target.closest?.("input:not([type=range]), select, summary, button, a");
    if (!way || pressed.ctrlKey || pressed.altKey || pressed.metaKey || (pressed.key === " " && typing)) return;
    pressed.preventDefault();
    ways[way]();
  });
  player.addEventListener("click", (clicked) => {
    const pressed = clicked.target.closest("[data-go]");
    if (pressed) ways[pressed.dataset.go]();
  });
  time.addEventListener("input", () => {
    const ms = +time.value;
    show(until(ms));
    clock_ms = ms;
  });
  time.addEventListener("change", () => go(now));
  seen.addEventListener("change", () => stage.classList.toggle("bare", !seen.checked));
  stage.addEventListener("click", (clicked) => { if (clicked.target.closest(".frame")) seen.click(); });
  curve?.addEventListener("click", (clicked) => {
    const x = new DOMPoint(clicked.clientX, clicked.clientY).matrixTransform(curve.getScreenCTM().inverse()).x;
    const share = (x - curve.dataset.left) / (curve.dataset.right - curve.dataset.left);
    go(until(Math.min(Math.max(share, 0), 1) * match.end_ms));
    replay.scrollIntoView({ block: "start" });
  });
  let touched = null;
  stage.addEventListener("pointerdown", (event) => { touched = event.pointerType === "mouse" ? null : [event.clientX, event.clientY]; });
  stage.addEventListener("pointerup", (event) => {
    if (!touched) return;
    const [dx, dy] = [event.clientX - touched[0], event.clientY - touched[1]];
    touched = null;
    if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy)) go(now + (dx < 0 ? 1 : -1));
  });
  addEventListener("hashchange", follow);
  addEventListener("load", () => setTimeout(follow));  // the browser has scrolled to where it thinks the link leads
  const printed = html("div", { class: "printed" });
  addEventListener("beforeprint", () => { replay.append(printed); printed.replaceChildren(...stops.map(view)); });
  addEventListener("afterprint", () => printed.remove());

  // -- beginning

  seen.checked = true;
  player.append(track(), time, html("div", { class: "bar" },
    button("first"), button("previous"), playing, button("next"), button("last"), place,
    html("span", { class: "pace" }, button("slower"), rate, button("faster")),
    stops.some((stop) => stop.disputed) ? html("button", { type: "button", "data-go": "dispute", class: "disputed" }, say("next_dispute")) : null,
    html("label", {}, seen, ` ${say("seen")}`)));
  pace(0);
  if (cursor) curve.append(cursor);
  if (matchMedia("(max-width: 40rem)").matches) contents.open = false;
  stage.hidden = player.hidden = false;
  follow();
})();
