// Owns: the button that checks every revealed session in this browser, and the sentences about it.
// The deals are derived in dealing.js; the server gives only the files that anybody can download.
import { boardFault, isDeals, isReveal, seriesFaults, wholeFaults } from "./dealing.js";

const AT_ONCE = 200; // boards between two pauses in which the page answers
const MOST_TOLD = 50;

const texts = JSON.parse(document.getElementById("texts").textContent);
const button = document.getElementById("verify");
const answers = document.getElementById("verified");

function t(key, values = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (_match, name) => values[name] ?? "");
}

function nameOf(board) {
  const name = t(`name_of_${board.kind}`, board);
  return board.attempt ? t("name_with_attempt", { name, attempt: board.attempt }) : name;
}

function inWords(fault) {
  const names = {};
  if (fault.board) names.board = nameOf(fault.board);
  if (fault.earlier) names.earlier = nameOf(fault.earlier);
  return t(fault.code, { ...fault, ...names });
}

async function documentAt(address, isWhole) {
  try {
    const answer = await fetch(address);
    const data = answer.ok ? await answer.json() : null;
    return isWhole(data) ? data : null;
  } catch {
    return null;
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

// How many deals were compared, and all faults.
async function check({ reveal: revealAt, deals: dealsAt, ...published }) {
  const reveal = await documentAt(revealAt, isReveal);
  const deals = await documentAt(dealsAt, isDeals);
  const unread = [[reveal, "reveal.json"], [deals, "deals.json"]].filter(([found]) => !found);
  if (unread.length) {
    return { count: 0, faults: unread.map(([, file]) => ({ code: "unreadable", file })) };
  }
  const whole = wholeFaults(reveal, deals, published);
  if (whole.length) return { count: 0, faults: [...whole, { code: "not_compared" }] };
  const faults = [];
  for (const [index, board] of deals.deals.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await pause();
    const fault = boardFault(reveal, board);
    if (fault) faults.push(fault);
  }
  return { count: deals.deals.length, faults: [...faults, ...seriesFaults(reveal, deals.deals)] };
}

function verdict({ count, faults }) {
  if (faults.length) return t("wrong");
  if (count === 0) return t("none");
  return count === 1 ? t("one") : t("all", { number: count });
}

function element(name, text, ...children) {
  const made = document.createElement(name);
  made.append(text, ...children);
  return made;
}

function answer(session, found) {
  const name = element("strong", session.querySelector("h2").textContent);
  const box = element("div", element("p", name, " · ", verdict(found)));
  box.className = found.faults.length ? "notice bad" : "notice";
  const told = found.faults.slice(0, MOST_TOLD).map((fault) => element("li", inWords(fault)));
  if (found.faults.length > MOST_TOLD) {
    told.push(element("li", t("more", { number: found.faults.length - MOST_TOLD })));
  }
  if (told.length) box.append(element("ul", "", ...told));
  return box;
}

button.parentElement.hidden = false;
button.addEventListener("click", async () => {
  button.disabled = true;
  answers.replaceChildren(element("p", t("busy")));
  const made = [];
  for (const session of document.querySelectorAll("[data-reveal]")) {
    made.push(answer(session, await check({ ...session.dataset })));
  }
  answers.replaceChildren(...made);
  button.disabled = false;
});
