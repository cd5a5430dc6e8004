// Owns: the own cards on the screen and which of them are chosen. Tap one, slide over a range,
// double tap a rank. Whether they may be played is not decided here.
import { cardName, colourOf, face, rankOf, sorted } from "./cards.js";
import { make } from "./dom.js";
import { settings } from "./settings.js";

const STRIP = 30; // the least that is seen of a card, in px
const SIDES = 16; // what is free beside the cards, both sides together
const DOUBLE_TAP = 320;

// Cards in the fewest rows of at most `most`: parted between ranks where that is possible, and as
// even as can be.
export function rowsOf(cards, most) {
  const groups = [];
  for (const card of cards) {
    if (groups.length && rankOf(groups.at(-1)[0]) === rankOf(card)) groups.at(-1).push(card);
    else groups.push([card]);
  }
  const rows = Math.max(1, Math.ceil(cards.length / most));
  return split(groups, rows, most) ?? evenly(cards, rows);
}

function evenly(cards, rows) {
  const long = Math.ceil(cards.length / rows);
  return Array.from({ length: rows }, (_row, i) => cards.slice(i * long, (i + 1) * long));
}

function split(groups, rows, most) {
  const size = groups.reduce((sum, group) => sum + group.length, 0);
  if (rows === 1) return size <= most ? [groups.flat()] : null;
  let best = null;
  for (let first = 1; first <= groups.length - rows + 1; first += 1) {
    const row = groups.slice(0, first).flat();
    if (row.length > most) break;
    const rest = split(groups.slice(first), rows - 1, most);
    if (!rest) continue;
    const longest = Math.max(row.length, ...rest.map((other) => other.length));
    if (!best || longest < best.longest) best = { longest, found: [row, ...rest] };
  }
  return best?.found ?? null;
}

export class Hand {
  // `changed()` is called whenever another set of cards is chosen.
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    this.cards = [];
    this.ordered = [];
    this.chosen = new Set(); // keys: the card, and its number where two packs hold it twice
    this.keys = [];
    this.drawn = "";
    this.slide = null;
    this.lastTap = { key: "", at: 0 };
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.cancel());
    // Keyboards and screen readers press a card without a pointer.
    root.addEventListener("click", (event) => {
      if (event.detail === 0) this.toggle(this.at(event.target));
    });
    new ResizeObserver(() => this.draw()).observe(root);
  }

  get selection() {
    return this.ordered.filter((_card, index) => this.chosen.has(this.keys[index]));
  }


  show(cards) {
    this.cards = cards;
    this.draw();
  }

  clear() {
    this.lastTap = { key: "", at: 0 };
    if (this.chosen.size === 0) return;
    this.chosen.clear();
    this.mark();
  }

  // Choose the cards of a text of ranks, preferring none of a rank before another.
  choose(text) {
    const wanted = new Map();
    for (const rank of text) wanted.set(rank, (wanted.get(rank) ?? 0) + 1);
    this.chosen.clear();
    this.ordered.forEach((card, index) => {
      const left = wanted.get(rankOf(card)) ?? 0;
      if (left > 0) {
        wanted.set(rankOf(card), left - 1);
        this.chosen.add(this.keys[index]);
      }
    });
    this.mark();
  }

  // One more card of a rank; when all of it is chosen, none.
  addRank(rank) {
    const mine = this.keys.filter((_key, index) => rankOf(this.ordered[index]) === rank);
    const next = mine.find((key) => !this.chosen.has(key));
    if (next) this.chosen.add(next);
    else mine.forEach((key) => this.chosen.delete(key));
    this.mark();
  }

  draw() {
    this.ordered = sorted(this.cards, settings.order);
    const seen = new Map();
    this.keys = this.ordered.map((card) => {
      seen.set(card, (seen.get(card) ?? 0) + 1);
      return `${card}#${seen.get(card)}`;
    });
    const width = this.root.clientWidth - SIDES;
    const large = width >= 600 && innerHeight >= 600;
    const card = large ? 60 : 44;
    const drawn = [this.keys.join(" "), width, large].join("|");
    if (drawn === this.drawn || width <= 0) return;
    this.drawn = drawn;
    const most = Math.max(1, Math.floor((width - card) / STRIP) + 1);
    const rows = rowsOf(this.ordered, most);
    const longest = Math.max(1, ...rows.map((row) => row.length));
    const strip = longest > 1 ? Math.min(card + 4, (width - card) / (longest - 1)) : card;
    this.root.style.setProperty("--card-width", `${card}px`);
    this.root.style.setProperty("--strip", `${Math.floor(strip)}px`);
    this.root.dataset.rows = rows.length;
    this.chosen = new Set([...this.chosen].filter((key) => this.keys.includes(key)));
    let index = 0;
    const lines = rows.map((row) =>
      make("div", { class: "hand-row" }, ...row.map((one) => this.element(one, index++))),
    );
    this.root.replaceChildren(...lines);
    this.mark();
  }

  element(card, index) {
    const names = { class: `pc ${colourOf(card)}`, type: "button", "aria-label": cardName(card) };
    return make("button", { ...names, "data-index": index, "data-card": card }, ...face(card));
  }

  mark() {
    for (const element of this.root.querySelectorAll(".pc")) {
      const on = this.chosen.has(this.keys[element.dataset.index]);
      element.classList.toggle("chosen", on);
      element.setAttribute("aria-pressed", on);
    }
    this.changed();
  }

  at(target) {
    const card = target?.closest?.(".pc");
    return card && this.root.contains(card) ? Number(card.dataset.index) : -1;
  }

  toggle(index) {
    if (index < 0) return;
    const key = this.keys[index];
    if (!this.chosen.delete(key)) this.chosen.add(key);
    this.mark();
  }

  down(event) {
    const index = this.at(event.target);
    if (index < 0 || !event.isPrimary || event.button !== 0) return;
    const before = new Set(this.chosen);
    this.slide = { from: index, to: index, before, add: !before.has(this.keys[index]) };
  }

  move(event) {
    if (!this.slide) return;
    const index = this.at(document.elementFromPoint(event.clientX, event.clientY));
    if (index < 0 || index === this.slide.to) return;
    const { from, before, add } = this.slide;
    this.slide.to = index;
    this.slide.moved = true;
    this.chosen = new Set(before);
    for (let i = Math.min(from, index); i <= Math.max(from, index); i += 1) {
      if (add) this.chosen.add(this.keys[i]);
      else this.chosen.delete(this.keys[i]);
    }
    this.mark();
  }

  up(event) {
    const slide = this.slide;
    this.slide = null;
    if (!slide || slide.moved) return;
    const key = this.keys[slide.from];
    const second = this.lastTap.key === key && event.timeStamp - this.lastTap.at < DOUBLE_TAP;
    this.lastTap = second ? { key: "", at: 0 } : { key, at: event.timeStamp };
    if (second) this.wholeRank(slide.from);
    else this.toggle(slide.from);
  }

  // The first of the two taps has turned one card already: the others of its rank follow it.
  wholeRank(index) {
    const on = this.chosen.has(this.keys[index]);
    this.keys.forEach((key, other) => {
      if (rankOf(this.ordered[other]) !== rankOf(this.ordered[index])) return;
      if (on) this.chosen.add(key);
      else this.chosen.delete(key);
    });
    this.mark();
  }

  cancel() {
    if (this.slide) this.chosen = this.slide.before;
    this.slide = null;
    this.mark();
  }
}
