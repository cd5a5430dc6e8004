// Owns: the sheet with what has been played, as far as the event lets players look back.
import { orderOf, rankName, rankOf, smallCards } from "./cards.js";
import { fill, make } from "./dom.js";
import { contestsOf, nameOf } from "./people.js";
import { t } from "./texts.js";

const SHOWN = { current: 1, last: 2 };
const PACK = "RB2AKQJT9876543";

export function drawRecord(view) {
  const aid = view.memory_aid ?? "last";
  const contests = contestsOf(view);
  const offset = Math.max(0, contests.length - (SHOWN[aid] ?? contests.length));
  const lists = contests
    .slice(offset)
    .map((contest, index) => drawContest(view, contest, offset + index + 1));
  const auction = view.auction.map((bid) =>
    make("li", {}, make("b", {}, nameOf(view, bid.position)), " ", t(`bid.${bid.value}`)),
  );
  fill(
    "record-text",
    aid === "counter" && view.phase === "playing" ? drawCounter(view) : null,
    make("h3", {}, t("record.auction")),
    make("ol", {}, ...auction),
    ...lists.flat(),
  );
}

function drawContest(view, contest, number) {
  const lines = contest.map((play) =>
    make(
      "li",
      {},
      make("b", {}, nameOf(view, play.position)),
      " ",
      play.cards.length ? smallCards(play.cards) : t("said.pass"),
    ),
  );
  return [make("h3", {}, t("record.contest", { number })), make("ol", {}, ...lines)];
}

// What of each rank is in nobody's sight: the pack without my hand and what was played.
function drawCounter(view) {
  const total = Object.values(view.counts).reduce((sum, n) => sum + n, 0);
  const seen = [...view.plays.flatMap((play) => play.cards)];
  const packs = total + seen.length > 60 ? 2 : 1;
  const left = new Map([...PACK].map((rank) => [rank, (orderOf(rank) > 12 ? 1 : 4) * packs]));
  for (const card of [...seen, ...view.hand]) left.set(rankOf(card), left.get(rankOf(card)) - 1);
  const cells = [...left].map(([rank, n]) =>
    make("span", { class: n ? "cell" : "cell none" }, make("b", {}, rankName(rank)), `${n}`),
  );
  return make("div", { class: "counter", "aria-label": t("record.counter") }, ...cells);
}
