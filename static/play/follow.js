// Owns: what a log entry changes in a view that is already here, so that other people's actions
// need no question to the server. Where anything hidden or derived could change it gives up:
// the view is then fetched.

import { rankOf } from "./cards.js";

const FEW = 2; // below this the server may announce how many cards somebody holds

// The view after `message`, or null where it has to be fetched.
export function follow(view, message) {
  const { entry } = message;
  if (entry.seq !== view.seq + 1 || message.phase !== view.phase) return null;
  if (message.to_act.includes(view.viewer) || entry.position === view.viewer) return null;
  const next = { ...view, seq: entry.seq, to_act: message.to_act, expected: null };
  next.deadline = entry.deadline;
  if (entry.kind === "bid" && view.phase === "auction") {
    const { value } = entry.data;
    next.auction = [...view.auction, { position: entry.position, value }];
    if (value) next.bid = value;
    return next;
  }
  if (view.phase !== "playing" || !["pass", "play"].includes(entry.kind)) return null;
  return entry.kind === "pass" ? passed(next, entry) : played(next, entry);
}

function passed(view, entry) {
  view.plays = [...view.plays, { position: entry.position, cards: [], combination: null }];
  const last = view.plays.findLastIndex((play) => play.cards.length > 0);
  const passes = view.plays.length - 1 - last;
  // At the end of a contest the rules say who leads.
  return passes >= Object.keys(view.counts).length - 1 ? null : view;
}

function played(view, entry) {
  const { cards, combination } = entry.data;
  const left = view.counts[entry.position] - cards.length;
  if (["bomb", "rocket"].includes(combination) || left <= FEW) return null;
  view.counts = { ...view.counts, [entry.position]: left };
  view.plays = [...view.plays, { position: entry.position, cards, combination }];
  if (view.unseen) {
    view.unseen = { ...view.unseen };
    for (const card of cards) view.unseen[rankOf(card)] -= 1;
  }
  if (!view.to_beat) view.leader = entry.position;
  view.to_beat = view.plays.at(-1);
  return view;
}
