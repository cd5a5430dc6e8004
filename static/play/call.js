// Owns: the dialog by which the director is called, and what has become of the call.
import { find, say } from "./dom.js";
import { post } from "./post.js";
import { Refusal, ask } from "./server.js";
import { t } from "./texts.js";

let note = () => {};

// `on`: {note(text)}
export function callableDirector(on) {
  note = on.note;
  find("call-open").addEventListener("click", async () => {
    find("menu").close();
    await refresh();
    find("call").showModal();
  });
  find("call-form").addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  find("call-withdraw").addEventListener("click", withdraw);
}

// What the server says about my call: open, taken, closed or withdrawn.
export function callChanged(call) {
  if (call.state === "taken") note(t("call.taken"));
  show(["open", "taken"].includes(call.state) ? call : null);
}

function show(call) {
  find("call-form").hidden = call !== null;
  find("call-withdraw").hidden = call === null;
  say("call-state", call ? t(`call.${call.state}`) : "");
}

async function refresh() {
  try {
    show((await ask("GET", "me/calls/")).call);
  } catch {
    show(null);
  }
}

async function send() {
  const form = new FormData(find("call-form"));
  try {
    const body = { reason: form.get("reason"), text: form.get("text").trim() };
    show((await post("me/calls/", body)).call);
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    say("call-state", fault.message);
  }
}

async function withdraw() {
  try {
    await ask("DELETE", "me/calls/");
    show(null);
    find("call").close();
  } catch (fault) {
    say("call-state", fault instanceof Refusal ? fault.message : t("sign_in.unreachable"));
  }
}
