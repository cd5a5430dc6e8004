// Owns: the turning of the hall's screen. A list that is longer than its window rolls through it at
// a steady pace, or by screenfuls where less motion is wished for; then the next slide is fetched
// and takes its place. So a list never changes while it is read; the head, with the clock, is kept
// fresh meanwhile. When the server cannot be had, what is shown rolls on and it is asked again.
// Never shows a figure itself: the server's page is the only source.
"use strict";

(() => {
  const STILL_MS = 6_000; // at the top and at the end of a list that rolls
  const PAGE_MS = 12_000; // what fits, and each screenful where there is no motion
  const FRESH_MS = 15_000;
  const LINE_MS = 10_000; // how long a line takes from the window's foot to its top
  const PLAIN_MS = 60_000; // a plain page, on an upright screen, that is scrolled by hand
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const upright = matchMedia("(max-aspect-ratio: 1 / 1)");
  let address = document.location.href;
  let head = document.querySelector("header").innerHTML;
  let turn = null;

  // What moves when, as the steps of one animation. `distance` is hidden below the window.
  function plan(distance, height, line) {
    const at = (top) => ({ transform: `translateY(${-top}px)` });
    if (upright.matches) return { frames: [at(0), at(0)], duration: PLAIN_MS };
    if (distance <= 0) return { frames: [at(0), at(0)], duration: PAGE_MS };
    if (calm.matches) {
      // A line that is cut at the foot is whole on the next screenful.
      const step = Math.max(height - line, line);
      const count = 1 + Math.ceil(distance / step);
      const tops = Array.from({ length: count }, (_, n) => Math.min(distance, n * step));
      const frames = [...tops, distance].map((top) => ({ ...at(top), easing: "step-end" }));
      return { frames, duration: count * PAGE_MS };
    }
    const duration = 2 * STILL_MS + (LINE_MS * distance) / Math.max(height, line);
    const still = STILL_MS / duration;
    const frames = [at(0), { ...at(0), offset: still }, { ...at(distance), offset: 1 - still }];
    return { frames: [...frames, at(distance)], duration };
  }

  function show() {
    turn?.cancel();
    const main = document.querySelector("main");
    const pane = main.querySelector(".window") ?? main;
    const reel = pane.querySelector(".reel") ?? main;
    const lines = [...reel.querySelectorAll("li")].map((line) => line.offsetHeight);
    const distance = reel.offsetHeight - pane.clientHeight;
    const { frames, duration } = plan(distance, pane.clientHeight, Math.max(0, ...lines));
    turn = reel.animate(frames, { duration, fill: "both" });
    turn.onfinish = () => next(main.dataset.following);
  }

  async function fetched(from) {
    const answer = await fetch(from);
    if (!answer.ok) throw new Error(answer.statusText);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  function take(page, name) {
    document.querySelector(name).replaceWith(document.adoptNode(page.querySelector(name)));
  }

  function freshen(page) {
    const fresh = page.querySelector("header").innerHTML;
    if (fresh === head) return;
    head = fresh;
    take(page, "header");
    document.dispatchEvent(new Event("fushi:turned"));
  }

  async function next(following) {
    try {
      const page = await fetched(following);
      address = following;
      freshen(page);
      take(page, "main");
      take(page, "footer");
    } catch {
      // What is shown begins once more.
    }
    show();
  }

  document.body.classList.add("rolls");
  addEventListener("resize", show);
  setInterval(() => fetched(address).then(freshen, () => {}), FRESH_MS);
  show();
})();
