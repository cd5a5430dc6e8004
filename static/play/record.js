// Owns: the sheet with what has been played, as far as the event lets players look back.
import { orderOf, rankName, smallCards } from "./cards.js";
import { fill, make } from "./dom.js";
import { callerOf, contestsOf, nameOf } from "./people.js";
import { t } from "./texts.js";

const SHOWN = { current: 1, last: 2 };

export function drawRecord(view) {
  const contests = contestsOf(view);
  // Others' plays may have been added to what the server showed.
  const offset = Math.max(0, contests.length - (SHOWN[view.memory_aid] ?? contests.length));
  const lists = contests
    .slice(offset)
    .map((contest, index) => drawContest(view, contest, view.earlier.contests + offset + index + 1));
  const auction = view.auction.map((bid) =>
    make("li", {}, make("b", {}, callerOf(view, bid.position)), " ", t(`bid.${bid.value}`)),
  );
  fill(
    "record-text",
    ...(view.unseen ? drawCounter(view.unseen) : []),
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

// What of each rank is neither in my hand nor played, high to low.
function drawCounter(unseen) {
  const ranks = Object.keys(unseen).sort((a, b) => orderOf(b) - orderOf(a));
  const cells = ranks.map((rank) => {
    const n = unseen[rank];
    return make("span", { class: n ? "cell" : "cell none" }, make("b", {}, rankName(rank)), `${n}`);
  });
  return [make("h3", {}, t("record.counter")), make("div", { class: "counter" }, ...cells)];
}
