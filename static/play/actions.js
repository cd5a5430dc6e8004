// Owns: which buttons there are in each state, what the selection is, and what asks once more.
// What may be done is what `expected` says; no rule is decided here.
import { inWords, rankOf, ranksText } from "./cards.js";
import { isOpponent } from "./people.js";
import { breaksBomb, kindOf } from "./shapes.js";
import { t } from "./texts.js";

const BIDS = [0, 1, 2, 3];

// Whether the ranks of `cards` are a play that the server named.
export function isLegal(view, cards) {
  return view.expected?.type === "play" && choicesOf(view).has(ranksText(cards));
}

const sets = new WeakMap();

function choicesOf(view) {
  if (!sets.has(view)) sets.set(view, new Set(view.expected.choices));
  return sets.get(view);
}

// The line under the hand: {text, good} of the selection.
export function describe(view, cards) {
  if (cards.length === 0) return { text: "", good: null };
  const words = inWords(cards);
  if (view.expected?.type !== "play") return { text: t("chosen.kept", { cards: words }), good: null };
  if (isLegal(view, cards)) {
    return { text: `${words}: ${t(`shape.${kindOf(ranksText(cards))}`)}`, good: true };
  }
  const key = view.to_beat ? "chosen.does_not_beat" : "chosen.no_combination";
  return { text: t(key, { cards: words }), good: false };
}

// The question that a play is asked once more with, or null.
function secondThought(view, cards) {
  const text = ranksText(cards);
  const kind = kindOf(text);
  if (kind === "rocket") return t("sure.rocket");
  if (kind === "bomb") return t("sure.bomb");
  return breaksBomb(text, view.hand.map(rankOf)) ? t("sure.breaks") : null;
}

// Passing lets an opponent who holds one card have the lead.
function passIsGrave(view) {
  const from = view.to_beat?.position;
  const last = from !== undefined && isOpponent(view, from) && view.counts[from] === 1;
  return last && view.expected.choices.length > 0;
}

// The buttons of a view, from left to right. `act(action)` sends, `hint()` shows the next hint.
export function buttonsOf(view, cards, { act, hint, hintLabel, busy }) {
  const { expected } = view;
  const type = expected?.type;
  if (type === "bid") {
    return BIDS.map((value) => ({
      id: `bid-${value}`,
      label: t(`bid.${value}`),
      off: busy || !expected.choices.includes(value),
      run: () => act({ type, value }),
    }));
  }
  if (type === "double" || type === "redouble") {
    return [false, true].flatMap((value) => [
      {
        id: value ? "yes" : "no",
        label: t(`${type}.${value ? "yes" : "no"}`),
        off: busy || !expected.choices.includes(value),
        run: () => act({ type, value }),
      },
      ...(value ? [] : [null]),
    ]);
  }
  if (view.phase !== "playing") return [];
  return playButtons(view, cards, { act, hint, hintLabel, busy });
}

function playButtons(view, cards, { act, hint, hintLabel, busy }) {
  const mine = view.expected?.type === "play" && !busy;
  const stuck = mine && view.expected.choices.length === 0;
  const legal = mine && isLegal(view, cards);
  const pass = {
    id: "pass",
    label: t("do.pass"),
    off: !(mine && view.expected.may_pass),
    sure: mine && passIsGrave(view) ? t("sure.pass") : null,
    wide: stuck,
    run: () => act({ type: "pass" }),
  };
  const help = hint && !stuck ? { id: "hint", label: hintLabel, off: !mine, run: hint } : null;
  const play = {
    id: "play",
    label: t("do.play"),
    main: true,
    off: !legal,
    sure: legal ? secondThought(view, cards) : null,
    run: () => act({ type: "play", cards }),
  };
  return stuck ? [pass, play] : [pass, help, play];
}
