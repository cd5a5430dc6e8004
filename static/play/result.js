// Owns: what is shown between plays: the result of a board, and what the player waits for.
import { badges } from "./table.js";
import { fill, make, say } from "./dom.js";
import { nameOf, playersOf } from "./people.js";
import { t } from "./texts.js";

const MINUS = "−";

export function signed(value) {
  if (value === 0) return "0";
  return value > 0 ? `+${value}` : `${MINUS}${-value}`;
}

function headline(facts, viewer) {
  if (facts.passed_out) return t("result.passed_out");
  // Who has no hand at the end is the landlord's partner.
  const withLandlord = viewer === null || facts.landlord === viewer;
  const iWon = withLandlord === (facts.winner === "landlord");
  const who = t(facts.winner === "landlord" ? "result.landlord_wins" : "result.farmers_win");
  return `${who} ${t(iWon ? "result.you_won" : "result.you_lost")}`;
}

// The facts as rows of two texts; `name(position)` says who holds a position.
export function drawFacts(facts, name) {
  if (facts.passed_out) return [];
  const names = (positions) => positions.map(name).join(", ");
  return [
    [t("fact.landlord"), name(facts.landlord)],
    [t("fact.bid"), `${facts.bid}`],
    facts.bombs ? [t("shape.bomb"), `${facts.bombs}`] : null,
    facts.rockets ? [t("shape.rocket"), `${facts.rockets}`] : null,
    facts.spring ? [t(`fact.${facts.spring}`), "✓"] : null,
    facts.doubled.length ? [t("fact.doubled"), names(facts.doubled)] : null,
    facts.redoubled ? [t("fact.redoubled"), name(facts.landlord)] : null,
  ].filter(Boolean);
}

// `play`: {board, seats, viewer}; `result`: {facts, points}.
export function drawResult(play, result, comesNext) {
  const { facts, points } = result;
  say("result-title", t("result.title", { number: play.board.number }));
  say("result-headline", headline(facts, play.viewer));
  const asView = { ...play, landlord: facts.landlord, redoubled: facts.redoubled, doubles: {} };
  for (const position of facts.doubled) asView.doubles[position] = true;
  const rows = playersOf(play).map((position) => {
    const value = points[position];
    const mine = position === play.viewer;
    const name = mine ? t("result.you", { name: nameOf(play, position) }) : nameOf(play, position);
    return make(
      "tr",
      { class: mine ? "mine" : null },
      make("th", { scope: "row" }, name, " ", ...badges(asView, position)),
      make("td", { class: value > 0 ? "n plus" : value < 0 ? "n minus" : "n" }, signed(value)),
    );
  });
  fill("result-points", ...rows);
  fill(
    "result-facts",
    ...drawFacts(facts, (position) => nameOf(play, position)).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]),
  );
  say("result-next", comesNext);
}

// The waiting screen, from `GET /me/`; `me` is null for a player of no event. `boards` may be of a
// table with cards that has finished.
export function drawWaiting(me, boards) {
  say("waiting-title", me?.event.name ?? t("name"));
  say("waiting-text", waitingText(me));
  say("waiting-next", nextText(me));
  const links = me
    ? [
        [`/e/${me.event.slug}/`, t("wait.event")],
        [`/e/${me.event.slug}/standings/`, t("wait.standings")],
        [`/e/${me.event.slug}/entrants/${me.entrant.id}/`, t("wait.scorecard")],
      ]
    : [["/", t("wait.start")]];
  const back = { type: "button", onclick: () => boards.lookBack() };
  fill(
    "waiting-links",
    boards.isOver ? make("button", back, t("wait.boards")) : null,
    ...links.map(([href, text]) => make("a", { href }, text)),
  );
}

function waitingText(me) {
  const keys = ["waiting_for_draw", "waiting_for_round", "bye", "finished", "playing"];
  return t(keys.includes(me?.status) ? `wait.${me.status}` : "wait.table");
}

function nextText(me) {
  const next = me?.next;
  if (!next) return "";
  const values = { round: next.round, table: next.table, seat: next.seat };
  return t(next.bye ? "wait.next_bye" : "wait.next", values);
}
