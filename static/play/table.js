// Owns: drawing the table from a view: the others, the kitty, the stake, what is expected. It
// never changes anything and never asks the server.
import { cardName, inWords, smallCards } from "./cards.js";
import { drawClaim } from "./claim.js";
import { fill, find, make, say } from "./dom.js";
import { callerOf, isOpponent, lastOf, nameOf, placesOf } from "./people.js";
import { t } from "./texts.js";

// `state` is main's: {view, me, unsent, late}.
export function drawTable(state) {
  const { view } = state;
  const places = placesOf(view);
  find("felt").classList.toggle("four", places.top !== undefined);
  for (const place of ["left", "top", "right"]) {
    const box = find(`seat-${place}`);
    box.hidden = places[place] === undefined;
    if (!box.hidden) drawSeat(box, view, places[place], view.partners && place === "top");
  }
  drawCentre(view);
  drawClaim(view);
  say("asked", asked(state));
  find("asked").classList.toggle("mine", Boolean(view.expected) && !state.unsent);
  find("asked").classList.toggle("sending", Boolean(state.unsent));
}

export function drawPlace(view, me) {
  const round = me?.table?.round;
  const parts = [
    round ? t("place.round", { number: round }) : null,
    view?.table ? tableName(view.table) : null,
    view?.board ? t("place.board", { number: view.board.number }) : null,
  ];
  say("place", parts.filter(Boolean).join(" · ") || (me?.player.name ?? t("name")));
}

function tableName({ number, practice }) {
  return practice ? t("place.practice") : t("place.table", { number });
}

function drawSeat(box, view, seat, partner) {
  const { position } = seat;
  const mate = partner ? make("span", { class: "badge" }, t("role.partner")) : null;
  if (position === null) {
    box.classList.remove("turn");
    box.replaceChildren(
      make("p", { class: "who" }, make("b", {}, seat.name)),
      make("p", { class: "count" }, ...badges(view, null), mate),
    );
    return;
  }
  const count = view.counts[position];
  box.classList.toggle("turn", view.to_act.includes(position));
  const few = view.announced.includes(position);
  box.replaceChildren(
    make("p", { class: "who" }, make("b", {}, nameOf(view, position))),
    make(
      "p",
      { class: few ? "count few" : "count" },
      make("span", { class: "back", "aria-hidden": "true" }),
      make("b", {}, `${count}`),
      make("span", { class: "visually-hidden" }, t("count.left")),
      ...badges(view, position),
      mate,
      few ? make("span", { class: "badge alarm" }, t(count === 1 ? "count.one" : "count.two")) : null,
      view.to_act.includes(position) ? make("span", { class: "thinks" }, t("seat.to_act")) : null,
    ),
    make("div", { class: "last" }, lastAction(lastOf(view, position))),
  );
}

export function badges(view, position) {
  if (position === null) return [make("span", { class: "badge" }, t("role.idle"))];
  if (view.landlord === null) return [];
  const found = [];
  if (position === view.landlord) {
    found.push(make("span", { class: "badge landlord" }, t("role.landlord")));
  } else {
    found.push(make("span", { class: "badge" }, t("role.farmer")));
  }
  const raised = position === view.landlord ? view.redoubled : view.doubles?.[position];
  if (raised) {
    const key = position === view.landlord ? "badge.redoubled" : "badge.doubled";
    found.push(make("span", { class: "badge raised", title: t(key), "aria-label": t(key) }, "×2"));
  }
  return found;
}

function lastAction(last) {
  if (!last) return "";
  const old = last.over ? " old" : "";
  if (last.kind === "play") {
    const cards = smallCards(last.cards);
    cards.classList.toggle("old", last.over);
    return cards;
  }
  const texts = {
    pass: () => t("said.pass"),
    bid: () => (last.value ? t(`bid.${last.value}`) : t("bid.0")),
    double: () => t(last.value ? "double.yes" : "double.no"),
  };
  return make("span", { class: `spoken${old}` }, texts[last.kind]());
}

function drawCentre(view) {
  const kitty = view.kitty ?? null;
  find("kitty").hidden = kitty === null;
  if (kitty) fill("kitty", make("span", { class: "label" }, t("kitty")), smallCards(kitty));
  const parts = [];
  if (view.bid) parts.push(t("stake.bid", { value: view.bid }));
  if (view.stake) parts.push(t("stake.now", { value: view.stake }));
  say("stake", parts.join(" · "));
  fill("own", ...ownLine(view));
}

function ownLine(view) {
  const last = lastAction(lastOf(view, view.viewer));
  return [make("b", {}, nameOf(view, view.viewer)), ...badges(view, view.viewer), last];
}

// One sentence: what is expected, and of whom.
function asked(state) {
  const { view, unsent, late } = state;
  if (view.expected?.type === "claim") {
    return t("asked.claim", { name: nameOf(view, view.claim.position) });
  }
  if (view.halted) return t(`asked.${view.halted}`);
  if (state.claiming) return t("asked.claiming");
  if (unsent) return t(late ? "asked.unsent" : "asked.sending", { what: actionInWords(unsent.action) });
  if (view.expected) return askedOfMe(view);
  if (view.partners && view.viewer === null) return idle(view);
  const names = view.to_act.map((position) => nameOf(view, position));
  if (view.phase === "doubling") {
    if (view.own_double !== null && view.own_double !== undefined) {
      return t(view.own_double ? "asked.sealed_double" : "asked.sealed_no_double");
    }
    return t("asked.farmers_choose");
  }
  const key = { auction: "asked.they_bid", redoubling: "asked.they_redouble" }[view.phase];
  return names.length ? t(key ?? "asked.they_play", { name: names.join(", ") }) : t("asked.wait");
}

// What the player without a hand waits for.
function idle(view) {
  if (view.phase === "auction") return t("asked.idle_auction");
  const passed = view.hand_passed;
  const landlord = nameOf(view, view.landlord);
  if (passed?.giver !== view.seat) return t("asked.idle_stays", { landlord });
  return t("asked.idle_gave", { landlord, name: nameOf(view, passed.position) });
}

function askedOfMe(view) {
  const { type, choices } = view.expected;
  if (type === "bid") return t("asked.bid");
  if (type === "double") return t("asked.double");
  if (type === "redouble") return t("asked.redouble");
  if (!view.to_beat) return t("asked.lead");
  const values = { cards: inWords(view.to_beat.cards), name: nameOf(view, view.to_beat.position) };
  if (choices.length === 0) return t("asked.nothing", values);
  return t(isOpponent(view, view.to_beat.position) ? "asked.beat" : "asked.beat_partner", values);
}

// An action as its player would say it.
export function actionInWords(action) {
  if (action.type === "bid") return t(`bid.${action.value}`);
  if (action.type === "double") return t(action.value ? "double.yes" : "double.no");
  if (action.type === "redouble") return t(action.value ? "redouble.yes" : "redouble.no");
  return action.type === "pass" ? t("said.pass") : inWords(action.cards);
}

// What a log entry says aloud, or "".
export function entryInWords(view, entry) {
  const name = entry.kind === "bid" ? callerOf(view, entry.position) : nameOf(view, entry.position);
  const { data } = entry;
  if (entry.kind === "bid") return t("spoken", { name, what: t(`bid.${data.value}`) });
  if (entry.kind === "pass") return t("spoken", { name, what: t("said.pass") });
  if (entry.kind === "redouble") {
    return t("spoken", { name, what: t(data.value ? "redouble.yes" : "redouble.no") });
  }
  if (entry.kind === "doubles_revealed") {
    const said = ([position, value]) =>
      t("spoken", { name: nameOf(view, Number(position)), what: t(value ? "double.yes" : "double.no") });
    return Object.entries(data.choices).map(said).join(" ");
  }
  if (entry.kind !== "play") return "";
  const what = data.cards.length > 1 ? `${inWords(data.cards)}, ${t(`shape.${data.combination}`)}` : cardName(data.cards[0]);
  return t("spoken", { name, what });
}
