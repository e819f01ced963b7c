"use strict";

const deal = JSON.parse(document.getElementById("data").textContent);
const { frames, labels, seats } = deal;
const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

let at = 0;
let from = deal.seat;
let playing = null;

// Elements

function make(name, attributes, parent, text) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  if (parent) parent.append(made);
  return made;
}

function draw(name, attributes, parent, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

function symbol(tile) {
  if (tile === "*") return "#tile-wild";
  const flower = deal.flowers.indexOf(tile);
  return flower < 0 ? `#tile-${tile}` : `#tile-f${flower + 1}`;
}

// One tile at (x, y), w wide. `turned` lays it on its side.
function put(layer, tile, x, y, w, { gone, ring, wild, turned } = {}) {
  const h = (w * 4) / 3;
  const group = draw("g", gone ? { class: "gone" } : {}, layer);
  if (turned) group.setAttribute("transform", `translate(${x} ${y + w}) rotate(-90)`);
  const [left, top] = turned ? [0, 0] : [x, y];
  draw("use", { href: symbol(tile), x: left, y: top, width: w, height: h }, group);
  if (wild) {
    draw("use", { href: "#star", x: 0, y: 0, width: 60, height: 80, transform:
      `translate(${left} ${top}) scale(${w / 60})` }, group);
  }
  if (ring) {
    draw("rect", { class: "ring", x: left + 1, y: top + 1, width: w - 2, height: h - 2,
      rx: w / 8 }, group);
  }
  return turned ? h : w;
}

// The table

const HAND = 46;
const RIVER = 44;
const AT_HAND = 424;
const GAP = 8;

// Seats sit at the sides of a square or a hexagon; nothing of one reaches into the strip of another.
function layout() {
  if (seats.length === 2) {
    return { inner: 136, left: -400, right: 486, side: 300, row: 15, rows: 4, scale: 1 };
  }
  return seats.length > 4
    ? { inner: 192, left: -240, right: 240, side: 200, row: 5, rows: 3, scale: 0.91 }
    : { inner: 136, left: -400, right: 486, side: 300, row: 6, rows: 4, scale: 1 };
}

function show() {
  const frame = frames[at];
  const table = byId("table");
  table.replaceChildren();
  draw("rect", { class: "felt", x: -497, y: -497, width: 994, height: 994, rx: 26 }, table);
  const all = draw("g", { transform: `scale(${layout().scale})` }, table);
  centre(all, frame);
  const { latest } = frame;
  for (let seat = 0; seat < seats.length; seat++) {
    const place = (seat - from + seats.length) % seats.length;
    const turn = (-360 / seats.length) * place;
    const layer = draw("g", { transform: `rotate(${turn})` }, all);
    middle(layer, frame, seat);
    river(layer, frame, seat, latest);
    label(layer, frame, seat);
    hand(layer, frame, seat);
    bubble(layer, frame, seat, -turn);
  }
}

function centre(table, frame) {
  const { inner } = layout();
  if (seats.length > 4) {
    draw("circle", { class: "centre", r: inner - 6 }, table);
  } else {
    draw("rect", { class: "centre", x: -inner, y: -inner, width: 2 * inner, height: 2 * inner,
      rx: 18 }, table);
  }
  const wild = deal.wild !== null;
  const up = wild ? -42 : 0;
  draw("text", { class: "wall", y: up + 14 }, table, frame.wall);
  draw("text", { class: "caption", y: up + 36 }, table, labels.wall);
  if (wild) {
    const left = deal.stand_in ? 36 : 0;
    put(table, deal.wild, -48 - left, 6, 42, { ring: true });
    put(table, deal.indicator, 12 - left, 11, 36);
    draw("text", { class: "caption", x: -27 - left, y: 82 }, table, labels.wild);
    draw("text", { class: "caption", x: 30 - left, y: 82 }, table, "←");
    if (deal.stand_in) {
      put(table, deal.stand_in, 42, 11, 36);
      draw("text", { class: "caption", x: 60, y: 82 }, table, labels.stands);
    }
  }
}

function middle(layer, frame, seat) {
  const { inner } = layout();
  draw("text", { class: "wind", y: inner - 15 }, layer, seats[seat]);
  if (frame.turn === seat && frame.phase !== "end") {
    draw("rect", { class: "lamp", x: -52, y: inner - 8, width: 104, height: 6, rx: 3 }, layer);
  }
}

function river(layer, frame, seat, latest) {
  const { inner, row, rows } = layout();
  const own = frame.river.map((each, i) => [...each, i]).filter((each) => each[0] === seat);
  // Where one seat discards long after others have left, its tiles are smaller.
  let per = row;
  while (own.length > per * Math.floor(rows * per / row)) per += 1;
  const w = RIVER * row / per;
  own.forEach(([, tile, claimed, i], n) => {
    const line = Math.floor(n / per);
    const x = (n - per * line - per / 2) * w;
    put(layer, tile, x, inner + 8 + line * (w * 4 / 3), w, {
      gone: claimed !== null,
      ring: i === latest && (frame.phase === "claim" || frame.phase === "end"),
      wild: tile === deal.wild,
    });
  });
}

function label(layer, frame, seat) {
  const { side } = layout();
  const parts = [seats[seat]];
  if (seat === 0) parts.push(labels.dealer);
  if (frame.ready[seat]) parts.push(labels.ready);
  if (frame.void[seat]) parts.push(labels.void + labels[frame.void[seat]]);
  if (frame.doubled[seat]) parts.push(labels.doubled);
  if (frame.left[seat]) parts.push(labels.left);
  const name = parts.join(" · ");
  const said = draw("text", { class: "name", x: -side, y: 414 }, layer, name);
  if (name.length > 24) said.style.fontSize = "15px";
  let x = 24 - side + 11 * name.length;
  try { x = said.getBBox().x + said.getBBox().width + 14; } catch { /* not laid out yet */ }
  for (const flower of frame.flowers[seat]) x += put(layer, flower, x, 387, 26);
  if (frame.phase === "end" && deal.end) {
    const points = deal.end.points[seat];
    const sort = points > 0 ? "plus" : points < 0 ? "minus" : "";
    draw("text", { class: `gain ${sort}`, x: side, y: 415 }, layer, signed(points));
  }
}

function meldWidth(meld) {
  return meld.tiles.length + (meld.from === null ? 0 : 1 / 3);
}

function hand(layer, frame, seat) {
  const { left, right } = layout();
  const over = frame.phase === "end" && deal.end && deal.end.wins.some((win) => win.seat === seat);
  const hidden = byId("hide").checked && seat !== from && !over;
  const melds = frame.melds[seat];
  const apart = frame.apart[seat];
  const tiles = hidden ? frame.hands[seat].map(() => "back") : frame.hands[seat];
  // Many kongs make a wide hand, and then its tiles are smaller.
  const laid = melds.reduce((sum, meld) => sum + meldWidth(meld), 0);
  const held = tiles.length + (apart ? 1 : 0);
  const gaps = GAP * (melds.length + 2);
  const w = Math.min(HAND, (right - left - gaps) / (laid + held));
  const y = AT_HAND + (HAND - w) * 4 / 3;
  const wide = w * held + (apart ? GAP : 0);
  const meldsWide = w * laid + GAP * melds.length;
  let x = Math.max(left, Math.min(-wide / 2, right - meldsWide - wide - GAP));
  for (const tile of tiles) x += put(layer, tile, x, y, w, { wild: tile === deal.wild });
  if (apart) {
    const shown = hidden ? "back" : apart;
    put(layer, shown, x + GAP, y, w, { ring: over, wild: shown === deal.wild });
  }
  x = right - meldsWide;
  for (const meld of melds) {
    x += GAP;
    for (const [tile, turned] of meldTiles(meld, seat)) {
      x += put(layer, tile, x, y + (turned ? w / 3 : 0), w, { turned, wild: tile === deal.wild });
    }
  }
}

// The claimed tile lies on its side: on the left if it came from the seat before, on the right if
// it came from the seat after, else in between.
function meldTiles(meld, seat) {
  if (meld.type === "concealed kong") {
    return meld.tiles.map((tile, i) => [i === 0 || i === 3 ? "back" : tile, false]);
  }
  const tiles = [...meld.tiles];
  let side = -1;
  if (meld.from !== null) {
    const distance = (meld.from - seat + seats.length) % seats.length;
    side = distance === seats.length - 1 ? 0 : distance === 1 ? tiles.length - 1 : 1;
    tiles.splice(tiles.indexOf(meld.claimed), 1);
    tiles.splice(side, 0, meld.claimed);
  }
  return tiles.map((tile, i) => [tile, i === side]);
}

// What the seat just did, where it is more than a discard.
function bubble(layer, frame, seat, upright) {
  if (frame.seat !== seat || !frame.action) return;
  const word = frame.action.split(" ").find((each) => each in labels.acts);
  if (word === undefined) return;
  const said = labels.acts[word];
  const wide = 38 + 16 * [...said].reduce((sum, each) => sum + (each > "\u2e80" ? 1.8 : 1), 0);
  // It is as far from the hand at every side, though it is wider than high.
  // Two seats have room in front of their names and flowers.
  const y = (seats.length === 2 ? 350 : 400)
    - Math.abs(Math.sin((upright * Math.PI) / 180)) * (wide / 2 - 24);
  // Six seats have short sides, where the name begins on the left.
  const x = seats.length > 4 ? 120 : 0;
  const group = draw("g", { class: "bubble",
    transform: `translate(${x} ${y}) rotate(${upright})` }, layer);
  draw("rect", { x: -wide / 2, y: -24, width: wide, height: 48, rx: 24 }, group);
  draw("text", { y: 10 }, group, said);
}

// Words

function mini(parent, tile) {
  const picture = draw("svg", { class: "mini", viewBox: "0 0 60 80", role: "img",
    "aria-label": tile }, parent);
  draw("use", { href: symbol(tile), width: 60, height: 80 }, picture);
}

function say(parent, told) {
  const said = make("span", {}, parent, told.text);
  for (const tile of told.tiles) mini(said, tile);
}

function list() {
  frames.forEach((frame, i) => {
    const button = make("button", { type: "button" }, make("li", {}, byId("events")));
    make("span", { class: "number" }, button, frame.event);
    const passed = frame.action === "pass" ? "said pass" : "said";
    const said = make("span", { class: passed }, button);
    frame.told.forEach((told) => say(said, told));
    button.addEventListener("click", () => go(i));
  });
}

function signed(number) {
  return number > 0 ? `+${number}` : `${number}`.replace("-", "−");
}

function result() {
  if (!deal.end) return;
  const into = byId("result");
  for (const win of deal.end.wins) {
    if (win.told) make("h3", {}, into, win.told);
    for (const [label, text] of win.facts.slice(0, 4)) {
      const line = make("div", {}, into);
      make("span", { class: "dim" }, line, `${label} `);
      make("span", {}, line, text);
    }
    const table = make("table", {}, into);
    const row = (points, name, other, sort) => {
      const line = make("tr", sort ? { class: sort } : {}, table);
      make("td", { class: "number" }, line, points);
      make("td", {}, line, name);
      make("td", { class: "other" }, line, other);
    };
    for (const fan of win.fans) row(fan.points, fan.name, fan.times || fan.other_name);
    row(win.counted, win.verdict, "", "total");
    for (const fan of win.flowers) row(fan.points, fan.name, fan.times || fan.other_name);
    if (win.flowers.length) row(win.total, win.total_label, "", "total");
    for (const line of win.paid) make("div", { class: "lost" }, into, line);
  }
  if (!deal.end.wins.length) make("p", {}, into, labels.drawn);
  if (deal.end.bird) {
    const bird = make("p", {}, into, `${labels.bird} `);
    mini(bird, deal.end.bird);
  }
  if (deal.end.bao) {
    const bao = make("p", {}, into, `${labels.bao} `);
    mini(bao, deal.end.bao);
  }
  if (deal.end.horses.length) {
    const horses = make("p", {}, into, `${labels.horses} `);
    for (const horse of deal.end.horses) mini(horses, horse);
  }
  const table = make("table", {}, into);
  deal.end.points.forEach((points, seat) => {
    const line = make("tr", {}, table);
    make("td", {}, line, seats[seat]);
    const sort = (number) => (number > 0 ? " plus" : number < 0 ? " minus" : "");
    make("td", { class: `number${sort(points)}` }, line, signed(points));
    make("td", { class: "other" }, line, labels.points);
    const coins = deal.end.coins[seat];
    if (String(deal.end.coins) !== String(deal.end.points)) {
      make("td", { class: `number${sort(coins)}` }, line, signed(coins));
      make("td", { class: "other" }, line, labels.coins);
    }
  });
  for (const line of deal.end.payments) make("div", { class: "lost" }, into, line);
}

// Going through the deal

function go(to) {
  at = Math.max(0, Math.min(frames.length - 1, to));
  show();
  byId("place").value = at;
  byId("count").textContent = `${at} / ${frames.length - 1}`;
  byId("now").textContent = frames[at].told
    .map((told) => [told.text, ...told.tiles].join(" ")).join(" · ");
  byId("end").hidden = !(deal.end && at === frames.length - 1);
  const list = byId("events");
  list.querySelectorAll("[aria-current]").forEach((each) => each.removeAttribute("aria-current"));
  const current = list.children[at].firstChild;
  current.setAttribute("aria-current", "step");
  const top = current.parentElement.offsetTop;
  if (top < list.scrollTop || top + 30 > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
  try { history.replaceState(null, "", `#${at}`); } catch { /* a page without an address */ }
  if (at === frames.length - 1) stop();
}

function stop() {
  clearInterval(playing);
  playing = null;
  byId("play").textContent = "▶";
}

function play() {
  if (playing !== null) { stop(); return; }
  if (at === frames.length - 1) go(0);
  playing = setInterval(() => go(at + 1), 700);
  byId("play").textContent = "❚❚";
}

const moves = {
  first: () => go(0),
  back: () => go(at - 1),
  next: () => go(at + 1),
  last: () => go(frames.length - 1),
};
for (const [id, move] of Object.entries(moves)) {
  byId(id).addEventListener("click", () => { stop(); move(); });
}
byId("play").addEventListener("click", play);
byId("place").max = frames.length - 1;
byId("place").addEventListener("input", (event) => { stop(); go(Number(event.target.value)); });
const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (["SELECT", "INPUT"].includes(event.target.tagName)) return;
  if (event.key in keys) {
    event.preventDefault();
    stop();
    moves[keys[event.key]]();
  } else if (event.key === " " && event.target.tagName !== "BUTTON") {
    event.preventDefault();
    play();
  }
});

seats.forEach((name, seat) => make("option", { value: seat }, byId("from"), name));
byId("from").value = from;
byId("from").addEventListener("change", (event) => {
  from = Number(event.target.value);
  show();
});
byId("hide").addEventListener("change", show);
byId("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
});

list();
result();
go(Number(location.hash.slice(1)) || 0);
