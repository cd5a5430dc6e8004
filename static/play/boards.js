// Owns: a table that plays with cards: its boards, the slip of one, and who has confirmed it.
import { cardName } from "./cards.js";
import { fill, find, make, say } from "./dom.js";
import { post } from "./post.js";
import { drawFacts, signed } from "./result.js";
import { Refusal, ask } from "./server.js";
import { bodyOf, choicesOf, holderOf, isAnswered, questionText, questionsOf } from "./slip.js";
import { t } from "./texts.js";

const SWAPS = ["", "213", "132", "321", "231", "312"];

export class Boards {
  // `on`: {changed(), refused(refusal)}
  constructor(on) {
    this.on = on;
    this.table = null;
    this.wanted = false; // asked for although the table has finished
    this.busy = "";
    this.drawn = {};
    this.leave();
    find("slip-pin").addEventListener("input", () => this.on.changed());
    find("slip-reason").addEventListener("input", () => this.on.changed());
  }

  leave() {
    Object.assign(this, { open: null, step: 0, slip: {}, asks: "", seat: "", telling: false, again: false });
    this.mending = false; // an answer of the summary is changed: it is come back to at once
    find("slip-pin").value = "";
    find("slip-reason").value = "";
  }

  // Ask for the table; of a table without cards nothing is kept.
  async look() {
    const { table } = await ask("GET", "me/table/");
    if (table?.id !== this.table?.id) this.forget();
    this.table = table?.physical ? table : null;
  }

  // The screen to be shown, or null where there is nothing to report.
  get screen() {
    if (!this.table || (this.table.finished && !this.wanted && !this.open)) return null;
    return this.open ? "slip" : "boards";
  }

  // Whether the table has finished: its boards may be looked at, and disputed, until the next one.
  get isOver() {
    return Boolean(this.table?.finished);
  }

  lookBack() {
    this.wanted = true;
    this.on.changed();
  }

  get play() {
    return this.table.plays.find((one) => one.id === this.open);
  }

  get rules() {
    return this.table.rules;
  }

  // Whether a screen has to be drawn: one that shows the same already keeps its buttons, so that a
  // look at the server takes neither a tap nor the focus away.
  differs(screen, ...shown) {
    const before = this.drawn[screen];
    this.drawn[screen] = JSON.stringify(shown);
    return this.drawn[screen] !== before;
  }

  // --- the list -------------------------------------------------------------------------------

  drawBoards() {
    if (!this.differs("boards", this.table)) return;
    say("boards-title", t("boards.title", { number: this.table.number }));
    const rows = this.table.plays.map((play) =>
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", class: this.waitsForMe(play) ? "main" : null, onclick: () => this.show(play.id) },
          make("b", {}, t("place.board", { number: play.board })),
          make("span", {}, this.stateOf(play)),
        ),
      ),
    );
    fill("boards-list", ...rows);
  }

  stateOf(play) {
    if (play.disputed_by.length) return t("boards.disputed", { seats: play.disputed_by.join(", ") });
    if (play.result) return this.ownPoints(play.result.points, play);
    if (play.state === "not_played") return t("boards.not_played");
    if (!play.report) return t("boards.to_play");
    return t("boards.waits", { seats: this.missing(play).join(", ") });
  }

  ownPoints(points, play) {
    const mine = this.table.seat ? [play.positions.indexOf(this.table.seat) + 1] : Object.keys(points);
    return mine.map((position) => signed(points[position])).join(" / ");
  }

  missing(play) {
    const { seat, confirmed_by: agreed } = play.report;
    return [...play.positions].sort().filter((letter) => letter !== seat && !agreed.includes(letter));
  }

  waitsForMe(play) {
    return Boolean(play.report) && this.missing(play).includes(this.table.seat);
  }

  show(id) {
    this.leave();
    this.open = id;
    this.on.changed();
  }

  // --- one board ------------------------------------------------------------------------------

  get question() {
    const { play } = this;
    if (play.result || play.state === "not_played") return "told";
    if (play.report && !this.again) return "told";
    return questionsOf(this.slip, this.rules)[this.step] ?? "summary";
  }

  drawSlip() {
    const { play, question, slip, step, asks, seat, telling, again, busy } = this;
    if (!this.differs("slip", this.table, play, slip, step, asks, seat, telling, again, busy)) return;
    say("slip-title", t("place.board", { number: play.board }));
    const asked = question !== "told" && question !== "summary";
    say("slip-question", asked ? questionText(this.slip, question) : "");
    fill("slip-choices", ...(asked ? this.choiceButtons(question) : []));
    this.drawSummary(question);
    find("slip-who").hidden = asked || this.table.seat !== null || play.state === "not_played";
    if (!find("slip-who").hidden) this.drawWho();
    find("slip-why").hidden = !this.telling;
    say("slip-note", this.busy || this.asks || (question === "told" ? this.stateOf(play) : ""));
  }

  choiceButtons(question) {
    return choicesOf(this.slip, question, this.table, this.play).map((choice) =>
      make(
        "button",
        {
          type: "button",
          class: [choice.chosen && "chosen", choice.size].filter(Boolean).join(" ") || null,
          "aria-pressed": choice.chosen ? "true" : "false",
          onclick: () => this.pick(question, choice),
        },
        choice.label,
      ),
    );
  }

  pick(question, choice) {
    this.slip = choice.pick();
    if (!choice.stays && isAnswered(this.slip, question)) this.goOn();
    if (this.slip.passed_out) this.step = 1;
    this.on.changed();
  }

  drawSummary(question) {
    const { play } = this;
    const told = question === "told" ? (play.result ?? play.report) : null;
    const rows = told ? drawFacts(told.facts, (position) => holderOf(this.table, play, position)) : [];
    if (told?.lead) rows.push([t("slip.lead"), cardName(told.lead)]);
    if (told?.hands && told.hands !== [...told.hands].sort().join("")) rows.push([t("slip.hands"), told.hands]);
    for (const [position, value] of Object.entries(told?.points ?? {})) {
      rows.push([holderOf(this.table, play, Number(position)), signed(value)]);
    }
    if (question === "summary") rows.push(...this.slipRows());
    for (const { table, points } of (told && play.traveller) || []) {
      rows.push([t("slip.traveller", { number: table }), this.ownPoints(points, play)]);
    }
    fill("slip-facts", ...rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
    find("slip-swap").hidden = question !== "summary" || this.slip.passed_out === true;
    if (!find("slip-swap").hidden) this.drawSwap();
  }

  // What was answered, each as its choice was labelled; a tap on an answer changes it.
  slipRows() {
    return questionsOf(this.slip, this.rules).map((question) => {
      const chosen = choicesOf(this.slip, question, this.table, this.play).filter((one) => one.chosen);
      const value = question === "lead" ? cardName(this.slip.lead) : chosen.map((one) => one.label).join(", ");
      const text = questionText(this.slip, question);
      const change = { type: "button", class: "answer", "aria-label": `${text} ${value}` };
      return [text, make("button", { ...change, onclick: () => this.mend(question) }, value)];
    });
  }

  mend(question) {
    this.step = questionsOf(this.slip, this.rules).indexOf(question);
    Object.assign(this, { mending: true, asks: "" });
    this.slip.sure = undefined;
    this.on.changed();
  }

  // To the next question; where one answer was to be changed, to what is still to be answered.
  goOn() {
    const questions = questionsOf(this.slip, this.rules);
    const first = questions.findIndex((question) => !isAnswered(this.slip, question));
    this.step = !this.mending ? this.step + 1 : first < 0 ? questions.length : first;
  }

  drawSwap() {
    const options = SWAPS.map((hands) =>
      make("option", { value: hands, selected: (this.slip.hands ?? "") === hands }, hands || t("slip.hands_own")),
    );
    find("slip-hands").onchange = (event) => {
      this.slip = { ...this.slip, hands: event.target.value || undefined };
    };
    fill("slip-hands", ...options);
  }

  drawWho() {
    const letters = this.table.seats.map((seat) =>
      make(
        "button",
        {
          type: "button",
          class: this.seat === seat.letter ? "chosen" : null,
          "aria-pressed": this.seat === seat.letter ? "true" : "false",
          onclick: () => {
            this.seat = seat.letter;
            this.on.changed();
            find("slip-pin").focus();
          },
        },
        `${seat.letter} ${seat.name}`,
      ),
    );
    fill("slip-seats", ...letters);
  }

  // --- what the bar offers --------------------------------------------------------------------

  buttons() {
    if (!this.open) {
      if (!this.table.finished) return [];
      return [{ id: "back", label: t("do.back"), run: () => this.close() }, null];
    }
    const { question } = this;
    const back = { id: "back", label: t("do.back"), run: () => this.back() };
    if (question === "told") return this.answerButtons(back);
    if (question === "summary") {
      const label = this.slip.sure ? t("do.sure") : t("do.report");
      return [back, { id: "report", label, main: true, off: !this.maySpeak, run: () => this.report() }];
    }
    const off = !isAnswered(this.slip, question);
    return [back, { id: "on", label: t("do.on"), main: true, off, run: () => this.forward() }];
  }

  answerButtons(back) {
    const { play } = this;
    if (play.state === "not_played") return [back, null];
    const off = !this.maySpeak;
    const dispute = { id: "dispute", label: t("do.dispute"), off, run: () => this.dispute() };
    const mine = this.table.seat ?? this.seat;
    if (!play.report) return [back, dispute];
    if (mine === play.report.seat) {
      return [back, { id: "again", label: t("do.correct"), run: () => this.correct() }];
    }
    if (play.report.confirmed_by.includes(mine)) return [back, dispute];
    const confirm = { id: "confirm", label: t("do.confirm"), main: true, off, run: () => this.confirm() };
    return this.telling ? [back, dispute] : [back, dispute, confirm];
  }

  // At the table's own device a seat and its PIN say who speaks.
  get maySpeak() {
    if (this.busy) return false;
    return this.table.seat !== null || (this.seat !== "" && find("slip-pin").value.length >= 4);
  }

  close() {
    this.forget();
    this.on.changed();
  }

  forget() {
    this.wanted = false;
    this.leave();
  }

  back() {
    this.asks = "";
    this.slip.sure = undefined;
    if (this.telling) this.telling = false;
    else if (this.question === "told" || this.step === 0) this.leave();
    else this.step -= 1;
    this.on.changed();
  }

  forward() {
    this.goOn();
    this.on.changed();
  }

  correct() {
    this.again = true;
    this.on.changed();
  }

  // --- speaking -------------------------------------------------------------------------------

  report() {
    return this.send("result", bodyOf(this.slip, this.rules));
  }

  confirm() {
    return this.send("confirm", this.matter());
  }

  // The first press asks for the reason.
  dispute() {
    if (!this.telling) {
      this.telling = true;
      this.on.changed();
      return find("slip-reason").focus();
    }
    return this.send("dispute", { ...this.matter(), reason: find("slip-reason").value.trim() });
  }

  matter() {
    const { play } = this;
    return play.report ? { report: play.report.number } : { revision: play.result.revision };
  }

  async send(verb, body) {
    const own = this.table.seat === null ? { seat: this.seat, pin: find("slip-pin").value } : {};
    this.busy = t("slip.sending");
    this.on.changed();
    try {
      const play = await post(`plays/${this.open}/${verb}/`, { ...body, ...own }, () => {
        this.busy = t("slip.unsent");
        this.on.changed();
      });
      this.table.plays = this.table.plays.map((one) => (one.id === play.id ? play : one));
      this.busy = "";
      if (play.result) this.leave();
      else this.show(play.id);
    } catch (fault) {
      this.busy = "";
      if (!(fault instanceof Refusal)) throw fault;
      this.refused(fault);
    }
    this.on.changed();
  }

  refused(refusal) {
    const faults = (refusal.problem.errors ?? []).map((one) => one.detail);
    this.asks = [...new Set([refusal.message, ...faults])].join(" ");
    this.slip.sure = refusal.code === "unusual_result" || undefined;
    if (!this.slip.sure) this.on.refused(refusal);
  }
}
