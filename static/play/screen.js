// Owns: which screen is shown, and that all of it agrees with what the page knows. It changes
// nothing but the screen; what its buttons do is handed to it.
import { buttonsOf, describe } from "./actions.js";
import { answerButtons, claimButtons, claimedInWords, notClaimed } from "./claim.js";
import { setDeadline, standStill } from "./clock.js";
import { find, say } from "./dom.js";
import { practiceButtons } from "./practice.js";
import { drawResult, drawWaiting } from "./result.js";
import { alertTurn } from "./settings.js";
import { drawPlace, drawTable } from "./table.js";
import { t } from "./texts.js";

const SCREENS = ["loading", "sign-in", "waiting", "table", "result", "boards", "slip"];

export class Screen {
  // `state` and the parts are main's; `does`: {act(action), hint(), next(), speak(verb), claim, answerClaim(accepts)}.
  constructor(state, { hand, bar, outbox, stream, boards }, does) {
    Object.assign(this, { state, hand, bar, outbox, stream, boards, does });
  }

  now() {
    const { screen, me, finished, view, device } = this.state;
    if (["loading", "sign-in"].includes(screen) && me === undefined) return screen;
    if (finished) return "result";
    if (view && view.phase !== "finished") return "table";
    // A visitor whose practice is over has nothing to wait for; he may have a code by now.
    return this.boards.screen ?? (me === null && !device ? "sign-in" : "waiting");
  }

  draw() {
    const { state, outbox } = this;
    state.unsent = outbox.item && outbox.item.play === state.view?.id ? outbox.item : null;
    state.late = outbox.isLate;
    state.screen = this.now();
    for (const screen of SCREENS) find(screen).hidden = screen !== state.screen;
    find("bar").hidden = !["table", "result", "boards", "slip"].includes(state.screen);
    this.drawLink();
    drawPlace(state.screen === "result" ? state.finished.play : state.view, state.me);
    if (state.screen === "waiting") drawWaiting(state.me, this.boards);
    if (state.screen === "result") {
      const called = state.view?.expected ? t("result.you_are_awaited") : "";
      drawResult(state.finished.play, state.finished.result, called);
    }
    if (state.screen === "boards") this.boards.drawBoards();
    if (state.screen === "slip") this.boards.drawSlip();
    if (state.screen === "table") {
      drawTable(state);
      const { view, claiming } = state;
      find("arrange").hidden = !view.hand;
      this.hand.show(claiming ? notClaimed(view, claiming) : (view.hand ?? []));
    }
    this.drawActions();
    this.drawTurn();
  }

  drawActions() {
    const { view, screen, hint: number, unsent, claiming, asking } = this.state;
    if (screen === "result") this.bar.show(this.resultButtons());
    if (screen === "boards" || screen === "slip") this.bar.show(this.boards.buttons());
    if (screen !== "table") return;
    const chosen = this.hand.selection;
    const { text, good } = describe(view, chosen);
    say("chosen", text || claimedInWords(claiming ?? []));
    find("chosen").dataset.good = good ?? "";
    if (view.expected?.type === "claim") {
      return this.bar.show(answerButtons(asking, this.does.answerClaim));
    }
    if (claiming) {
      return this.bar.show(claimButtons(view, claiming, chosen, { ...this.does.claim, busy: asking }));
    }
    const all = view.expected?.type === "play" ? view.expected.choices.length : 0;
    const hintLabel = number ? t("do.hint_of", { now: number, all }) : t("do.hint");
    const hint = view.hints ? this.does.hint : null;
    const does = { act: this.does.act, hint, hintLabel, busy: Boolean(unsent) };
    return this.bar.show(buttonsOf(view, chosen, does));
  }

  // Where the event wants it, the players confirm what was played; a visitor sees others' results.
  resultButtons() {
    if (this.state.finished.play.table.practice) return practiceButtons(this.state.finished.play.id);
    const next = { id: "next", label: t("do.next"), main: true, run: this.does.next };
    if (!this.state.me?.event.confirm_results) return [null, next];
    const speak = (verb) => () => this.does.speak(verb);
    return [
      { id: "dispute", label: t("do.dispute"), sure: t("sure.dispute"), run: speak("dispute") },
      null,
      { id: "confirm", label: t("do.confirm"), main: true, run: speak("confirm") },
    ];
  }

  drawLink() {
    const { me, fresh } = this.state;
    const stale = me !== undefined && !fresh;
    document.body.classList.toggle("stale", stale);
    const link = stale ? "stale" : this.stream.isUp || me === undefined ? "live" : "polling";
    find("link").dataset.state = link;
    say("link-text", t(`link.${link}`));
    find("banner").hidden = !stale;
  }

  drawTurn() {
    const { state } = this;
    const atTable = state.screen === "table";
    const mine = atTable && Boolean(state.view.expected) && !state.unsent;
    document.title = `${mine ? `● ${t("turn")} · ` : ""}${t("title")}`;
    say("turn", mine ? t("turn") : "");
    const left = atTable && state.view.halted ? state.view.clock?.seconds_left : null;
    const claim = atTable && state.view.halted === "claimed" ? state.view.claim : null;
    if (left !== null && left !== undefined && !claim?.deadline) return standStill(left);
    setDeadline(claim?.deadline ?? (atTable ? state.view.deadline : null), () => {
      if (state.view?.expected) alertTurn();
    });
  }
}
