// Owns: claiming the rest of a board: the plays chosen so far, the buttons while choosing them and
// for the answer, and a claim as it is shown. What it is worth is for the players to say.
import { isLegal } from "./actions.js";
import { inWords, smallCards } from "./cards.js";
import { fill, find, make } from "./dom.js";
import { nameOf } from "./people.js";
import { t } from "./texts.js";

// Whether I am on lead where the event allows claims.
export function canClaim(view) {
  return Boolean(view?.claims && view.expected?.type === "play" && !view.to_beat);
}

// The cards of my hand that are in none of the plays.
export function notClaimed(view, plays) {
  const left = [...view.hand];
  for (const card of plays.flat()) left.splice(left.indexOf(card), 1);
  return left;
}

export function claimedInWords(plays) {
  return plays.length ? t("claim.so_far", { plays: plays.map(inWords).join(" · ") }) : "";
}

// The buttons while a claim is put together. `on`: {add(), back(), send(), busy}
export function claimButtons(view, plays, chosen, on) {
  const back = { id: "back", label: t(plays.length ? "do.back" : "do.no_claim"), run: on.back };
  if (notClaimed(view, plays).length === 0) {
    const sure = t("sure.claim");
    return [back, null, { id: "claim", label: t("do.claim"), main: true, sure, off: on.busy, run: on.send }];
  }
  const off = on.busy || !isLegal(view, chosen);
  return [back, null, { id: "add", label: t("do.add"), main: true, off, run: on.add }];
}

// The answers to somebody's claim. `answer(accepts)` sends.
export function answerButtons(busy, answer) {
  return [
    { id: "no", label: t("do.refuse_claim"), off: busy, run: () => answer(false) },
    null,
    {
      id: "yes",
      label: t("do.accept_claim"),
      main: true,
      off: busy,
      sure: t("sure.accept_claim"),
      run: () => answer(true),
    },
  ];
}

export function drawClaim(view) {
  const { claim } = view;
  find("claim").hidden = !claim;
  if (!claim) return;
  const plays = claim.plays.map((cards) => make("li", {}, smallCards(cards)));
  const title = t("claim.of", { name: nameOf(view, claim.position) });
  fill("claim", make("b", {}, title), make("ol", {}, ...plays));
}
