// Owns: the buttons below the hand. They ignore touches for a moment after the turn arrives, and
// ask once more, in the same place, where a slip would cost a bomb or the hand.
import { make } from "./dom.js";

const GUARD = 400;
const SECOND_THOUGHT = 4_000;

export class Bar {
  constructor(root) {
    this.root = root;
    this.shown = "";
    this.openAt = 0;
    this.armed = "";
    this.timer = 0;
    this.buttons = [];
  }

  // From now on the buttons are deaf for a moment.
  guard() {
    this.openAt = performance.now() + GUARD;
  }

  // Buttons from left to right: {id, label, run, off, sure, main, wide}; null keeps a place free.
  // With `sure`, a question, the first press asks it and only the second one runs.
  show(buttons) {
    this.buttons = buttons;
    const shown = JSON.stringify(buttons);
    if (shown === this.shown) return;
    this.shown = shown;
    if (!buttons.some((button) => button?.id === this.armed && button.sure && !button.off)) {
      this.disarm();
    }
    this.draw();
  }

  draw() {
    const focused = this.root.contains(document.activeElement) ? document.activeElement.id : "";
    const places = this.buttons.map((button) => {
      if (!button) return make("span", { class: "place" });
      const asks = this.armed === button.id;
      const looks = [button.main && "main", button.wide && "wide", asks && "asks"];
      return make(
        "button",
        {
          id: `do-${button.id}`,
          type: "button",
          class: looks.filter(Boolean).join(" "),
          disabled: Boolean(button.off),
          onclick: () => this.press(button.id),
        },
        asks ? button.sure : button.label,
      );
    });
    this.root.replaceChildren(...places);
    if (focused) document.getElementById(focused)?.focus();
  }

  // Press a button by its id, as a finger or a key would.
  press(id) {
    const button = this.buttons.find((one) => one?.id === id);
    if (!button || button.off || performance.now() < this.openAt) return;
    if (button.sure && this.armed !== id) {
      this.armed = id;
      this.guard();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.disarm(), SECOND_THOUGHT);
      this.draw();
      return;
    }
    this.disarm();
    button.run();
  }

  disarm() {
    clearTimeout(this.timer);
    if (!this.armed) return;
    this.armed = "";
    this.draw();
  }
}
