// Owns: the one action that is on its way. It is written down with its key before it is sent, and
// sent again with the same key until the server has answered: also after a reload.
import { Unreachable, ask } from "./server.js";

const NAME = "fushi-unsent";
const SHORTEST = 1_000;
const LONGEST = 15_000;

// `crypto.randomUUID` is missing on plain http; random bytes are not.
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  // `on`: { changed(), answered(answer, item), refused(refusal, item) }
  constructor(on) {
    this.on = on;
    this.item = read();
    this.sending = false;
    this.tries = 0;
    this.timer = 0;
  }

  // Whether the action had to be sent more than once, or waits for the line to come back.
  get isLate() {
    return this.item !== null && this.tries > 0;
  }

  put(play, seq, action) {
    if (this.item) return;
    this.item = { play, seq, action, key: newKey() };
    write(this.item);
    this.tries = 0;
    this.kick();
  }

  // Send what is there, now.
  async kick() {
    clearTimeout(this.timer);
    if (!this.item || this.sending) return;
    this.sending = true;
    const item = this.item;
    this.on.changed();
    try {
      const body = { seq: item.seq, action: item.action };
      const path = `plays/${item.play}/actions/`;
      const answer = await ask("POST", path, body, { "Idempotency-Key": item.key });
      this.sending = false;
      this.clear();
      this.on.answered(answer, item);
    } catch (fault) {
      this.sending = false;
      if (fault instanceof Unreachable) this.later();
      else {
        if (fault.status !== 401) this.clear();
        this.on.refused(fault, item);
      }
    }
  }

  later() {
    const pause = Math.min(LONGEST, SHORTEST * 2 ** this.tries) * (0.5 + Math.random() / 2);
    this.tries += 1;
    this.timer = setTimeout(() => this.kick(), pause);
    this.on.changed();
  }

  clear() {
    this.item = null;
    this.tries = 0;
    write(null);
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(NAME));
  } catch {
    return null;
  }
}

function write(item) {
  try {
    if (item) localStorage.setItem(NAME, JSON.stringify(item));
    else localStorage.removeItem(NAME);
  } catch {
    // without storage an unsent action lives as long as the page
  }
}
