// Owns: what this page knows, and the order in which things happen: look, follow, act, show.
// The server's view is the truth; whatever is missed or doubtful is fetched again.
import { rankOf } from "./cards.js";
import { Bar } from "./bar.js";
import { Boards } from "./boards.js";
import { callChanged, callableDirector } from "./call.js";
import { canClaim } from "./claim.js";
import { setNow } from "./clock.js";
import { find, say } from "./dom.js";
import { follow } from "./follow.js";
import { Hand } from "./hand.js";
import { listenToKeys } from "./keyboard.js";
import { forgetPlay, isNews, knownPlay, rememberPlay } from "./memory.js";
import { openableMenu } from "./menu.js";
import { Outbox } from "./outbox.js";
import { post } from "./post.js";
import { Screen } from "./screen.js";
import { Refusal, ask } from "./server.js";
import { alertTurn, apply, remember, settings } from "./settings.js";
import { hints } from "./shapes.js";
import { SignIn, scannedCode } from "./sign_in.js";
import { Stream } from "./stream.js";
import { entryInWords } from "./table.js";
import { t } from "./texts.js";

const POLL = 3_000;
const CROWD = 2_000;
const NOTE = 6_000;
const ANNOUNCED = 10 * 60_000;
const ORDERS = { rank: "shape", shape: "rank" };

const state = {
  screen: "loading",
  view: null, // the present play as the server last told it
  me: undefined, // GET /me/: undefined before it was asked, null for a player of no event
  finished: null, // {play, result} until the player has read it
  unsent: null,
  late: false,
  device: false, // whether this is the device of a table, not of a player
  fresh: true, // whether what is shown is known to be the present
  hint: 0,
  claiming: null, // the plays of a claim that is being put together
  asking: false, // whether a claim or an answer to one is on its way
};

const hand = new Hand(find("hand"), () => screen.drawActions());
const bar = new Bar(find("bar"));
const outbox = new Outbox({ changed: draw, answered, refused });
const stream = new Stream({ message, up: streamUp, down: streamDown, ended });
const boards = new Boards({ changed: draw, refused });
const screen = new Screen(
  state,
  { hand, bar, outbox, stream, boards },
  {
    act,
    hint: nextHint,
    next: goOn,
    speak,
    claim: { add: addToClaim, back: takeBackOfClaim, send: sendClaim },
    answerClaim,
  },
);
const signIn = new SignIn(seated, start);
let polling = 0;
let announcements = []; // that the note shows
let noting = 0;
let soon = 0;
let looking = null;
let lookAgain = false;

function draw() {
  screen.draw();
}

// --- looking ----------------------------------------------------------------------------------

// Fetch my play, and what goes with it. Calls that come meanwhile are answered by one more look.
function look() {
  if (looking) {
    lookAgain = true;
    return looking;
  }
  looking = lookOnce().finally(() => {
    looking = null;
    if (lookAgain) {
      lookAgain = false;
      look();
    }
  });
  return looking;
}

async function lookOnce() {
  try {
    if (state.device) return await lookAtTable();
    const { play } = await ask("GET", "me/play/");
    await findMissedResult(play);
    await lookAtMe(play);
    if (state.me?.event.physical) await boards.look();
    adopt(play);
    setFresh(true);
    return true;
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === "table_device") return lookAtTable();
    if (fault instanceof Refusal && fault.status === 401) ended(fault.code);
    else setFresh(false);
    return false;
  }
}

// The device of a table has boards only, and asks for them again and again.
async function lookAtTable() {
  state.device = true;
  state.me = null;
  try {
    await boards.look();
    setFresh(true);
  } catch (fault) {
    if (fault instanceof Refusal && fault.status === 401) ended(fault.code);
    else setFresh(false);
    return false;
  }
  streamDown();
  return true;
}

// A play that this device was in and that ended while it was away has a result to be shown.
async function findMissedResult(play) {
  const known = knownPlay();
  if (!known || state.finished || known.id === play?.id || play?.table.practice) return;
  try {
    const { entries } = await ask("GET", `plays/${known.id}/log/`);
    const result = entries.findLast((one) => one.data.result)?.data.result;
    if (result) state.finished = { play: known, result };
    else forgetPlay();
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    forgetPlay(); // it was somebody else's
  }
}

// My place in the event changes with the table, and while there is none.
async function lookAtMe(play) {
  const known = state.me !== undefined && play && play.table.id === state.view?.table.id;
  if (known) return;
  try {
    state.me = await ask("GET", "me/");
  } catch (fault) {
    if (fault.status !== 404) throw fault;
    state.me = null;
  }
}

// Take a view from the server for the present, unless it is older than the one that is here.
function adopt(view) {
  const before = state.view;
  const same = before && view && before.id === view.id;
  if (same && view.seq < before.seq) return;
  if (same && view.seq === before.seq && before.own_double !== null && view.own_double === null) return;
  state.view = view;
  if (same && view.hand_passed && !before.hand_passed) tellOfHand(view);
  if (!canClaim(view) || !same || view.seq !== before.seq) state.claiming = null;
  if (view) {
    setNow(view.now);
    if (!state.finished && view.phase !== "finished") rememberPlay(view);
    const asked = same && before.seq === view.seq && before.expected;
    if (view.expected && !asked) arrive();
  }
  draw();
}

// Four-a-side: after the auction a hand has come to me, or has gone from me.
function tellOfHand(view) {
  const { giver, taker } = view.hand_passed;
  const name = (letter) => view.seats.find((seat) => seat.letter === letter).name;
  if (taker === view.seat) note(t("note.hand_came", { name: name(giver) }));
  else if (giver === view.seat) note(t("note.hand_went", { name: name(taker) }));
}

// It is my turn now.
function arrive() {
  state.hint = 0;
  bar.guard();
  alertTurn();
}

// --- the stream -------------------------------------------------------------------------------

function message(event, data) {
  if (event === "heartbeat") setNow(data.now);
  else if (event === "turn") adopt(data.play);
  else if (event === "entry") entry(data);
  else if (event === "call") callChanged(data);
  else if (event === "announcement") announced(data);
  else if (["seating", "reset"].includes(event)) look();
  else if (["round", "event"].includes(event) && !state.view) lookSoon();
}

// What the whole event is told brings everybody here at once: each waits a moment of his own.
function lookSoon() {
  clearTimeout(soon);
  soon = setTimeout(look, CROWD * Math.random());
}

function entry(data) {
  const { view } = state;
  if (!view || data.play !== view.id) {
    if (boards.table || ["play_started", "table_finished"].includes(data.entry.kind)) look();
    return;
  }
  if (data.entry.seq === null) look();
  if (data.entry.seq === null || data.entry.seq < view.seq) return;
  const mine = data.entry.position === view.viewer;
  if (!mine) say("spoken", entryInWords(view, data.entry));
  if (data.entry.seq === view.seq) return; // the view came first, with `turn` or an answer
  if (data.entry.data.result) finish(view, data.entry.data.result);
  const next = follow(view, data);
  if (next) adopt(next);
  else look();
}

function streamUp() {
  clearInterval(polling);
  polling = 0;
  look();
}

// Without the stream the play is asked for again and again: that also tells whether we are fresh.
function streamDown() {
  if (polling) return;
  look();
  polling = setInterval(() => {
    if (!document.hidden) look();
  }, POLL);
}

function comeBack() {
  if (state.screen === "sign-in") return;
  look();
  stream.reopen();
  outbox.kick();
}

function setFresh(fresh) {
  state.fresh = fresh && navigator.onLine;
  draw();
}

// --- acting -----------------------------------------------------------------------------------

function act(action) {
  outbox.put(state.view.id, state.view.seq, action);
}

function answered(answer) {
  const result = answer.entries.at(-1)?.data.result;
  if (result) finish(answer.view, result);
  hand.clear();
  adopt(answer.view);
  setFresh(true);
}

function refused(refusal) {
  if (refusal.status === 401) return ended(refusal.code);
  if (refusal.status !== 404) note(refusal.message);
  return look();
}

function finish(play, result) {
  state.finished = { play, result };
  draw();
  bar.guard();
}

// Confirm or dispute what has just been played.
async function speak(verb) {
  const { play } = state.finished;
  goOn();
  try {
    await post(`plays/${play.id}/${verb}/`, { revision: 1 });
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    refused(fault);
  }
}

function goOn() {
  state.finished = null;
  forgetPlay();
  if (state.view && state.view.phase !== "finished") rememberPlay(state.view);
  if (state.view?.expected) arrive();
  draw();
  look();
}

// --- claiming ---------------------------------------------------------------------------------

function beginClaim() {
  state.claiming = [];
  hand.clear();
  draw();
}

function addToClaim() {
  state.claiming = [...state.claiming, hand.selection];
  hand.clear();
  draw();
  bar.guard();
}

function takeBackOfClaim() {
  state.claiming = state.claiming.length ? state.claiming.slice(0, -1) : null;
  hand.clear();
  draw();
}

function sendClaim() {
  const { view, claiming } = state;
  const plays = claiming.map((cards) => ({ cards }));
  return speakOfClaim(`plays/${view.id}/claim/`, { seq: view.seq, plays });
}

function answerClaim(accepts) {
  const { view } = state;
  const verb = accepts ? "accept" : "refuse";
  return speakOfClaim(`plays/${view.id}/claim/${verb}/`, { claim: view.claim.id });
}

async function speakOfClaim(path, body) {
  state.asking = true;
  draw();
  try {
    const answer = await post(path, body, () => setFresh(false));
    state.asking = false;
    state.claiming = null;
    answered(answer);
  } catch (fault) {
    state.asking = false;
    if (!(fault instanceof Refusal)) throw fault;
    state.claiming = null;
    refused(fault);
  }
}

// Whether this is a board for practice, which has no director.
function practice() {
  return Boolean((state.finished?.play ?? state.view)?.table.practice);
}

function nextHint() {
  const { view } = state;
  // The server notes that a hint was taken; what it says is in `expected` already.
  if (state.hint === 0) ask("GET", `plays/${view.id}/moves/`).catch(() => {});
  const all = hints(view.expected.choices, view.hand.map(rankOf));
  hand.choose(all[state.hint % all.length]);
  state.hint = (state.hint % all.length) + 1;
  screen.drawActions();
}

// --- coming and going -------------------------------------------------------------------------

// Signed in just now, perhaps as somebody else than before.
function seated() {
  leaveTable();
  return start();
}

function leaveTable() {
  stream.close();
  stream.lastId = "";
  clearInterval(polling);
  polling = 0;
  boards.table = null;
  boards.leave();
  state.device = false;
  Object.assign(state, { view: null, me: undefined, finished: null, fresh: true });
  hand.clear();
}

async function start() {
  state.screen = "loading";
  say("sign-in-reason", "");
  const there = await look();
  if (state.screen === "sign-in") return;
  if (!there) await new Promise((resolve) => setTimeout(resolve, POLL)).then(start);
  else {
    if (!state.device) stream.open(state.view?.event_id ?? "");
    outbox.kick();
  }
}

// A stream begins with what was announced in this round: what was shown here is not shown again.
// Several that come together stand below each other, until the note is closed.
function announced({ id, text }) {
  if (!isNews(id)) return;
  const shown = find("note").hidden ? [] : announcements;
  announcements = [...shown, t("announced", { text })].slice(-3);
  note(announcements.join("\n"), ANNOUNCED);
}

function note(text, length = NOTE) {
  say("note-text", text);
  find("note").hidden = !text;
  clearTimeout(noting);
  noting = setTimeout(() => note(""), length);
}

// The credential is no more: signed out, or the seat was taken over by another device.
function ended(code) {
  leaveTable();
  state.screen = "sign-in";
  const told = ["taken_over", "signed_out"].includes(code);
  say("sign-in-reason", told ? t(`ended.${code}`) : "");
  draw();
}

async function signOut() {
  try {
    await ask("DELETE", "sessions/current/");
  } catch (fault) {
    if (!(fault instanceof Refusal)) return note(t("sign_in.unreachable"));
  }
  forgetPlay();
  outbox.clear();
  return ended("");
}

find("felt").addEventListener("click", () => hand.clear());
find("arrange").addEventListener("click", () => {
  remember("order", ORDERS[settings.order]);
  hand.draw();
});
find("note-close").addEventListener("click", () => note(""));
openableMenu({ view: () => state.view, practice, claim: beginClaim, changed: () => hand.draw(), signOut });
callableDirector({ note });
listenToKeys({ state: () => state, bar: (id) => bar.press(id) ?? true, hand });
addEventListener("online", comeBack);
addEventListener("offline", () => setFresh(false));
addEventListener("pageshow", (event) => event.persisted && comeBack());
document.addEventListener("visibilitychange", () => !document.hidden && comeBack());
document.addEventListener("visibilitychange", keepAwake);

// An extra, where the context is secure: the screen stays on.
async function keepAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // the device decides
  }
}

apply();
keepAwake();
const scanned = scannedCode();
if (scanned) {
  find("code").value = scanned;
  state.screen = "sign-in";
  draw();
  signIn.try(scanned);
} else {
  start();
}
addEventListener("hashchange", () => {
  const code = scannedCode();
  if (code) signIn.try(code);
});
