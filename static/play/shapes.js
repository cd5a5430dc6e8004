// Owns: the name of a play that the server said is legal, and what it would break of a hand.
// It never decides what is legal: that is `expected.choices`.
import { counted, isJoker, orderOf } from "./cards.js";

// The kind of a legal text of ranks, by the names of the API.
export function kindOf(text) {
  const groups = counted([...text]);
  const size = text.length;
  const most = groups[0][1];
  if ([...text].every(isJoker) && groups.length > 1) return "rocket";
  if (groups.length === 1) return ["", "single", "pair", "triple"][size] ?? "bomb";
  if (most === 1) return "straight";
  if (most === 2) return "consecutive_pairs";
  if (most === 4 && size === 6) return "four_with_two_singles";
  if (most === 4 && size === 8 && groups.every(([, n]) => n % 2 === 0)) return "four_with_two_pairs";
  return tripleKind(groups, size);
}

function tripleKind(groups, size) {
  const longest = longestRun(groups.filter(([, n]) => n >= 3).map(([rank]) => orderOf(rank)));
  for (let body = longest; body > 0; body -= 1) {
    const wings = size - 3 * body;
    if (body === 1 && wings === 1) return "triple_with_single";
    if (body === 1 && wings === 2) return "triple_with_pair";
    if (body > 1 && wings === 0) return "airplane";
    if (body > 1 && wings === body) return "airplane_with_singles";
    if (body > 1 && wings === 2 * body) return "airplane_with_pairs";
  }
  return "airplane";
}

function longestRun(numbers) {
  const there = new Set(numbers);
  let longest = 0;
  for (const number of there) {
    let length = 1;
    while (there.has(number + length)) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

export function isBombOrRocket(text) {
  return ["bomb", "rocket"].includes(kindOf(text));
}

// Whether playing `text` takes a bomb or the rocket of the hand apart.
export function breaksBomb(text, hand) {
  const played = new Map(counted([...text]));
  const held = counted([...hand]);
  const jokers = held.filter(([rank]) => isJoker(rank));
  const some = jokers.filter(([rank]) => played.has(rank)).length;
  if (jokers.length > 1 && some > 0 && some < jokers.length) return true;
  return held.some(([rank, n]) => n >= 4 && played.has(rank) && played.get(rank) < n);
}

// How many groups of the hand a play leaves incomplete.
function broken(text, held) {
  return counted([...text]).filter(([rank, n]) => n < held.get(rank)).length;
}

// The choices from the gentlest on: what breaks nothing, what breaks groups, bombs, rocket.
export function hints(choices, hand) {
  const held = new Map(counted([...hand]));
  const cost = (text) => {
    const kind = kindOf(text);
    const last = kind === "rocket" ? 3 : kind === "bomb" ? 2 : breaksBomb(text, hand) ? 1 : 0;
    return [last, broken(text, held), orderOf(counted([...text])[0][0]), -text.length];
  };
  return choices
    .map((text) => [text, cost(text)])
    .sort(([, a], [, b]) => a.reduce((found, value, i) => found || value - b[i], 0))
    .map(([text]) => text);
}
