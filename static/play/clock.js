// Owns: the server's time, and the clock that is drawn from it. The phone's own time is never used.
import { find, say } from "./dom.js";

const LOW = 10;
let ahead = 0; // the server's time minus the page's monotonic clock
let deadline = null;
let still = null; // what a clock that stands shows
let low = () => {};

export function setNow(text) {
  const now = Date.parse(text);
  if (!Number.isNaN(now)) ahead = now - performance.now();
}

// Draw the clock down to `text`, or none; `onLow` is called once when 10 seconds are left.
export function setDeadline(text, onLow = () => {}) {
  const at = text ? Date.parse(text) : null;
  if (at === deadline && still === null) return;
  still = null;
  deadline = at;
  low = onLow;
  tick();
}

// Show a clock that stands, with so many seconds.
export function standStill(seconds) {
  deadline = null;
  still = seconds;
  tick();
}

function tick() {
  const clock = find("clock");
  clock.hidden = deadline === null && still === null;
  if (clock.hidden) return;
  const seconds = still ?? (deadline - performance.now() - ahead) / 1000;
  const left = Math.max(0, Math.ceil(seconds));
  say("clock-text", `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
  clock.classList.toggle("low", left <= LOW);
  if (left <= LOW && still === null) {
    low(left);
    low = () => {};
  }
}

setInterval(tick, 250);
