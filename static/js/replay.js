// Owns: stepping through a finished play. The page has every step and every card already; this
// only hides what has been played and marks where we are. The step stands in the address.
"use strict";

(() => {
  const root = document.getElementById("replay");
  const steps = [...root.querySelectorAll("#moves [data-step]")];
  const held = [...root.querySelectorAll(".held")];
  const text = document.getElementById("step-text");
  const summary = document.getElementById("now");
  const counts = [...root.querySelectorAll("[data-left]")].filter((one) => one.matches("span"));
  const dealt = new Map(counts.map((one) => [one.dataset.left, one.textContent]));
  const last = steps.length;
  let now = 0;

  function show(step, write = true) {
    now = Math.max(0, Math.min(last, step));
    const item = steps[now - 1];
    for (const card of held) {
      const gone = Number(card.dataset.gone);
      card.firstElementChild.classList.toggle("gone", gone > 0 && gone <= now);
    }
    const left = new Map(item ? item.dataset.counts.split(" ").map((pair) => pair.split(":")) : dealt);
    for (const one of counts) one.textContent = left.get(one.dataset.left);
    for (const other of steps) other.removeAttribute("aria-current");
    for (const hand of root.querySelectorAll(".hand[data-position]")) {
      hand.toggleAttribute("data-turn", item?.dataset.position === hand.dataset.position);
    }
    item?.setAttribute("aria-current", "step");
    summary.replaceChildren(...(item ? [...item.cloneNode(true).childNodes] : [summary.dataset.start]));
    text.textContent = text.dataset.of.replace("{now}", now).replace("{all}", last);
    for (const button of root.querySelectorAll("[data-go]")) {
      const back = button.dataset.go === "first" || button.dataset.go === "back";
      button.disabled = back ? now === 0 : now === last;
    }
    if (write) history.replaceState(null, "", now ? `#step-${now}` : location.pathname);
  }

  const moves = {
    first: () => 0,
    back: () => now - 1,
    forth: () => now + 1,
    last: () => last,
  };
  const keys = { ArrowLeft: "back", ArrowRight: "forth", Home: "first", End: "last" };

  root.querySelector(".stepper").hidden = false;
  summary.hidden = false;
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button) show(moves[button.dataset.go]());
    const link = event.target.closest("a[href^='#step-']");
    if (link) {
      event.preventDefault();
      show(Number(link.hash.slice(6)));
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, select, textarea, .table")) return;
    const move = keys[event.key];
    if (!move) return;
    event.preventDefault();
    show(moves[move]());
  });
  const asked = /^#step-(\d+)$/.exec(location.hash);
  show(asked ? Number(asked[1]) : 0, false);
})();
