// Owns: keeping the part of a page that has `data-stream` fresh. Listens to that stream; whenever it
// tells of a change htmx fetches the part again and replaces it. Rows that differ are marked for a
// moment, and what is read stays where it is on the screen. Never shows a number itself: the
// server's page is the only source. When the stream cannot be had the part is asked for every
// `data-poll` seconds (20) instead; what only time changes, every `data-look` seconds.
"use strict";

(() => {
  const POLL_SECONDS = 20;
  const GATHER_MILLISECONDS = 200;
  const RETRY_MILLISECONDS = 15_000;
  let timer = null;
  let isRefreshing = false;
  let poll = null;
  let anchors = new Map();
  let state = null;
  let before = new Map();
  let places = new Map();
  let focused = null;

  const live = () => document.querySelector("[data-stream]");

  // What a row says, but for how long ago something was.
  function textOf(row) {
    if ("quiet" in row.dataset) return "";
    let shown = row;
    if (row.querySelector(".age")) {
      shown = row.cloneNode(true);
      for (const age of shown.querySelectorAll(".age")) age.remove();
    }
    return shown.textContent.replace(/\s+/g, " ").trim();
  }

  function rowsOf(root) {
    const rows = new Map();
    for (const row of root.querySelectorAll("[data-key]")) rows.set(row.dataset.key, textOf(row));
    return rows;
  }

  // The rows in sight of a page that is scrolled, and where they stand.
  function anchorsOf(root) {
    const found = new Map();
    for (const row of window.scrollY > 0 ? root.querySelectorAll("[data-key]") : []) {
      const { top, bottom } = row.getBoundingClientRect();
      if (bottom > 0 && top < window.innerHeight) found.set(row.dataset.key, top);
    }
    return found;
  }

  // Scroll until the first of these rows that is still there stands where it stood.
  function holdStill() {
    for (const [key, top] of anchors) {
      const row = live()?.querySelector(`[data-key="${CSS.escape(key)}"]`);
      if (row) return window.scrollBy(0, row.getBoundingClientRect().top - top);
    }
  }

  function askEvery(seconds) {
    clearInterval(poll);
    poll = seconds ? setInterval(refresh, 1000 * seconds) : null;
  }

  // Several messages make one request; readers who were told at once do not ask at once.
  function refresh() {
    timer ??= setTimeout(() => {
      timer = null;
      if (!live()) return;
      if (document.visibilityState === "hidden") return;
      isRefreshing = true;
      htmx.trigger(live(), "fushi:refresh");
    }, GATHER_MILLISECONDS * (1 + Math.random()));
  }

  function showState(now = state) {
    state = now;
    if (state === null) return;
    for (const badge of document.querySelectorAll(".live")) {
      badge.dataset.state = state;
      badge.textContent = badge.dataset[state] ?? badge.textContent;
      badge.hidden = false;
    }
  }

  function listen(address, isFirst = true) {
    const source = new EventSource(address);
    for (const kind of ["version", "board", "round", "hall"]) source.addEventListener(kind, refresh);
    // What the stream says first: the page may be older than it, or have missed something.
    source.addEventListener("state", (message) => {
      const { version } = JSON.parse(message.data);
      if (!isFirst || version !== Number(live().dataset.version)) refresh();
      isFirst = false;
    });
    source.addEventListener("open", () => {
      askEvery(Number(live()?.dataset.look ?? 0));
      showState("live");
    });
    source.addEventListener("error", () => {
      if (state !== "waiting") askEvery(Number(live()?.dataset.poll ?? POLL_SECONDS));
      showState("waiting");
      if (source.readyState === EventSource.CLOSED) {
        setTimeout(() => listen(address, false), RETRY_MILLISECONDS);
      }
    });
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const old = event.detail.target;
    if (old !== live()) return;
    before = isRefreshing ? rowsOf(old) : new Map();
    isRefreshing = false;
    anchors = anchorsOf(old);
    places = new Map();
    for (const box of old.querySelectorAll(".table[id]")) {
      places.set(box.id, [box.scrollLeft, box.scrollTop]);
    }
    const active = document.activeElement;
    focused = old.contains(active) ? active.getAttribute("href") : null;
  });

  document.addEventListener("htmx:afterSwap", () => {
    showState();
    for (const [id, [left, top]] of places) document.getElementById(id)?.scrollTo(left, top);
    if (focused) {
      const link = live()?.querySelector(`a[href="${CSS.escape(focused)}"]`);
      link?.focus({ preventScroll: true });
    }
    for (const row of before.size > 0 ? (live()?.querySelectorAll("[data-key]") ?? []) : []) {
      if (before.get(row.dataset.key) !== textOf(row)) row.classList.add("changed");
    }
    holdStill();
    before = new Map();
    anchors = new Map();
    focused = null;
  });

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && live()) refresh();
  });

  document.addEventListener("DOMContentLoaded", () => {
    const address = live()?.dataset.stream;
    if (address) listen(address);
  });
})();
