// The clock on the wall: what is left of a round's planned time, in `.wall-clock`.
// `data-ends` is the planned end, `data-stands` since when everything is paused. The difference
// between this device's clock and the server's comes from the `Date` of the page.
// Without it the page says until when the round is planned.
"use strict";

(() => {
  let ahead = 0;

  function draw() {
    for (const clock of document.querySelectorAll(".wall-clock")) {
      const now = clock.dataset.stands ? Date.parse(clock.dataset.stands) : Date.now() - ahead;
      const left = Math.round((Date.parse(clock.dataset.ends) - now) / 1000);
      const seconds = Math.abs(left);
      const parts = [Math.floor(seconds / 60), seconds % 60];
      const text = parts.map((part) => String(part).padStart(2, "0")).join(":");
      clock.textContent = left < 0 ? `${clock.dataset.over} +${text}` : text;
      clock.classList.toggle("over", left < 0);
    }
  }

  async function compare() {
    const asked = Date.now();
    try {
      const answer = await fetch(document.location.href, { method: "HEAD", cache: "no-store" });
      const told = Date.parse(answer.headers.get("Date"));
      if (!Number.isNaN(told)) ahead = (asked + Date.now()) / 2 - told - 500;
    } catch {
      // The device's own clock has to do.
    }
    draw();
  }

  if (document.querySelector(".wall-clock, .hall-screen")) compare();
  for (const name of ["htmx:afterSwap", "fushi:turned"]) document.addEventListener(name, draw);
  setInterval(draw, 1000);
})();
