// Owns: how cards are named, ordered and drawn. Knows no rule of the game.
import { make } from "./dom.js";
import { t } from "./texts.js";

const RANKS = "3456789TJQKA2BR";
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const TEXT_FORM = "\ufe0e"; // asks for the letter form of a suit, not for a coloured picture

// The letter of a card's rank as the server writes ranks: "10h" → "T", "BJ" → "B".
export function rankOf(card) {
  if (card === "BJ" || card === "RJ") return card[0];
  return card.length === 3 ? "T" : card[0];
}

export function orderOf(rank) {
  return RANKS.indexOf(rank);
}

export function isJoker(rank) {
  return rank === "B" || rank === "R";
}

// A rank as people read it.
export function rankName(rank) {
  if (rank === "T") return "10";
  if (rank === "B") return "小王";
  return rank === "R" ? "大王" : rank;
}

export function cardName(card) {
  const rank = rankOf(card);
  if (rank === "B") return t("card.black_joker");
  if (rank === "R") return t("card.red_joker");
  return t("card.name", { rank: rankName(rank), suit: t(`suit.${card.at(-1)}`) });
}

// The ranks of cards, low to high, as in `expected.choices`.
export function ranksText(cards) {
  return cards
    .map(rankOf)
    .sort((a, b) => orderOf(a) - orderOf(b))
    .join("");
}

// How many cards there are of each rank, by letter, most first and then high first.
export function counted(ranks) {
  const counts = new Map();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || orderOf(b[0]) - orderOf(a[0]));
}

// Cards in words, what is attached after a plus: "9 9 9 + 5".
export function inWords(cards) {
  const groups = counted(cards.map(rankOf));
  const most = groups.length ? groups[0][1] : 0;
  const part = (chosen) =>
    chosen
      .sort((a, b) => orderOf(a[0]) - orderOf(b[0]))
      .flatMap(([rank, count]) => Array(count).fill(rankName(rank)))
      .join(" ");
  const body = groups.filter(([, count]) => count === most);
  const rest = groups.filter(([, count]) => count !== most);
  return [body, rest].filter((chosen) => chosen.length).map(part).join(" + ");
}

// High to low; "shape" puts bombs before triples before pairs before single cards.
export function sorted(cards, by) {
  const high = [...cards].sort((a, b) => orderOf(rankOf(b)) - orderOf(rankOf(a)));
  if (by === "rank") return high;
  const size = new Map(counted(cards.map(rankOf)));
  const jokers = high.filter((card) => isJoker(rankOf(card)));
  const weight = (card) => {
    const rank = rankOf(card);
    if (isJoker(rank)) return jokers.length > 1 ? 99 : 1;
    return size.get(rank);
  };
  return high.sort((a, b) => weight(b) - weight(a) || orderOf(rankOf(b)) - orderOf(rankOf(a)));
}

// What is printed on a card: its rank above its suit, or a joker's name.
export function face(card) {
  const rank = rankOf(card);
  if (isJoker(rank)) return [make("b", { lang: "zh-Hans" }, rankName(rank))];
  return [
    make("b", rank === "T" ? { class: "ten" } : {}, rankName(rank)),
    make("i", {}, SUITS[card.at(-1)] + TEXT_FORM),
  ];
}

export function colourOf(card) {
  if (card === "RJ") return "joker red";
  if (card === "BJ") return "joker black-joker";
  return "dh".includes(card.at(-1)) ? "red" : "black";
}

// Small cards in a row, as they lie on the table: what is attached comes last.
export function smallCards(cards) {
  const crowded = cards.length > 6 ? " crowded" : "";
  const drawn = sorted(cards, "shape").map((card) =>
    make(
      "span",
      { class: `card ${colourOf(card)}`, role: "img", "aria-label": cardName(card) },
      ...face(card),
    ),
  );
  return make("span", { class: `cards small-cards${crowded}` }, ...drawn);
}
