// Owns: the questions of a result slip, in order, and what is asked only when it is possible. It
// knows no score: the server computes it from the facts.
import { cardName } from "./cards.js";
import { t } from "./texts.js";

const SUITS = ["s", "h", "d", "c"];
const RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"];
const MOST_BOMBS = 5;

// Who sits where on a board: position → name with the seat.
export function holderOf(table, play, position) {
  const letter = play.positions[position - 1];
  const seat = table.seats.find((one) => one.letter === letter);
  return t("slip.holder", { position, name: seat.name, seat: letter });
}

function positionsOf(play) {
  return [...play.positions].map((_letter, index) => index + 1);
}

// The questions that `slip` leads to, from the first to the last.
export function questionsOf(slip, rules) {
  if (slip.passed_out) return ["landlord"];
  const doubles = rules.doubling ? ["doubled"] : [];
  const redouble = rules.redouble && slip.doubled?.length ? ["redoubled"] : [];
  const spring = rules.spring ? ["spring"] : [];
  return ["landlord", "lead", "bid", ...doubles, ...redouble, "bombs", "rockets", "out_first", ...spring];
}

export function isAnswered(slip, question) {
  if (question === "landlord") return slip.passed_out === true || slip.landlord !== undefined;
  if (question === "lead") return /^(BJ|RJ|\w+[shdc])$/.test(slip.lead ?? "");
  return slip[question] !== undefined;
}

// A question in words.
export function questionText(slip, question) {
  if (question !== "spring") return t(`ask.${question}`);
  return t(slip.out_first === slip.landlord ? "ask.spring" : "ask.anti_spring");
}

// The choices of a question: {label, chosen, pick(slip) → slip}.
export function choicesOf(slip, question, table, play) {
  const one = (label, values) => ({
    label,
    chosen: Object.entries(values).every(([name, value]) => slip[name] === value),
    pick: () => ({ ...slip, ...values }),
  });
  const yesOrNo = () => [one(t("slip.no"), { [question]: false }), one(t("slip.yes"), { [question]: true })];
  const holders = positionsOf(play).map((position) => [position, holderOf(table, play, position)]);
  if (question === "landlord") {
    const found = holders.map(([position, name]) => ({
      label: name,
      chosen: slip.landlord === position,
      pick: () => ({ ...(slip.landlord === position ? slip : {}), landlord: position, passed_out: undefined }),
    }));
    const nobody = { label: t("slip.passed_out"), chosen: slip.passed_out === true, pick: () => ({ passed_out: true }) };
    return table.rules.passed_out ? [...found, nobody] : found;
  }
  if (question === "lead") return leadChoices(slip);
  if (question === "bid") return [1, 2, 3].map((value) => one(`${value}`, { bid: value }));
  if (question === "doubled") return doubledChoices(slip, holders);
  if (question === "bombs") return counts(MOST_BOMBS).map((value) => one(`${value}`, { bombs: value }));
  if (question === "rockets") return [one(t("slip.no"), { rockets: 0 }), one(t("slip.yes"), { rockets: 1 })];
  if (question === "out_first") return holders.map(([position, name]) => one(name, { out_first: position }));
  return yesOrNo();
}

function counts(most) {
  return Array.from({ length: most + 1 }, (_none, value) => value);
}

// First the rank, then the suit; jokers have none.
function leadChoices(slip) {
  const lead = slip.lead ?? "";
  const rank = ["BJ", "RJ"].includes(lead) ? lead : lead.replace(/[shdc]$/, "");
  const ranks = [...RANKS, "BJ", "RJ"].map((value) => ({
    label: value.length === 2 && value.endsWith("J") ? cardName(value) : value,
    chosen: rank === value,
    pick: () => ({ ...slip, lead: value }),
    stays: !value.endsWith("J") || value === "J",
    size: value.length === 2 && value.endsWith("J") ? "joker" : "rank",
  }));
  if (!rank || ["BJ", "RJ"].includes(rank)) return ranks;
  const suits = SUITS.map((suit) => ({
    label: cardName(rank + suit),
    chosen: lead === rank + suit,
    size: "suit",
    pick: () => ({ ...slip, lead: rank + suit }),
  }));
  return [...ranks, ...suits];
}

// Any farmers may have doubled, or none: each is a switch.
function doubledChoices(slip, holders) {
  const doubled = slip.doubled ?? [];
  const farmers = holders.filter(([position]) => position !== slip.landlord);
  const nobody = { label: t("slip.nobody"), chosen: slip.doubled?.length === 0, pick: () => ({ ...slip, doubled: [], redoubled: undefined }) };
  const each = farmers.map(([position, name]) => ({
    label: name,
    chosen: doubled.includes(position),
    stays: true,
    pick: () => {
      const others = doubled.filter((one) => one !== position);
      const now = doubled.includes(position) ? others : [...others, position].sort();
      return { ...slip, doubled: now, redoubled: now.length ? slip.redoubled : undefined };
    },
  }));
  return [nobody, ...each];
}

// The slip as the server reads it: without what was not asked.
export function bodyOf(slip, rules) {
  if (slip.passed_out) return { passed_out: true };
  const names = [...questionsOf(slip, rules), "hands", "sure"];
  return Object.fromEntries(names.filter((name) => slip[name] !== undefined).map((name) => [name, slip[name]]));
}
