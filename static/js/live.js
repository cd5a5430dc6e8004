// Owns: keeping `#live` fresh. Listens to the event's public stream; on every new version htmx
// fetches this page again and replaces `#live`; rows that differ are marked for a moment.
// Never shows a number itself: the server's page is the only source. When the stream cannot be
// had, the page is asked for every 20 seconds instead.
"use strict";

(() => {
  const POLL_MILLISECONDS = 20_000;
  const GATHER_MILLISECONDS = 200;
  const RETRY_MILLISECONDS = 15_000;
  let timer = null;
  let isRefreshing = false;
  let poll = null;
  let state = null;
  let before = new Map();
  let places = new Map();
  let focused = null;

  const live = () => document.getElementById("live");

  function rowsOf(root) {
    const rows = new Map();
    for (const row of root.querySelectorAll("[data-key]")) {
      rows.set(row.dataset.key, row.textContent.replace(/\s+/g, " ").trim());
    }
    return rows;
  }

  // Several messages make one request; readers who were told at once do not ask at once.
  function refresh() {
    timer ??= setTimeout(() => {
      timer = null;
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
    for (const kind of ["version", "board", "round"]) source.addEventListener(kind, refresh);
    // What the stream says first: the page may be older than it, or have missed something.
    source.addEventListener("state", (message) => {
      const { version } = JSON.parse(message.data);
      if (!isFirst || version !== Number(live().dataset.version)) refresh();
      isFirst = false;
    });
    source.addEventListener("open", () => {
      clearInterval(poll);
      poll = null;
      showState("live");
    });
    source.addEventListener("error", () => {
      showState("waiting");
      poll ??= setInterval(refresh, POLL_MILLISECONDS);
      if (source.readyState === EventSource.CLOSED) {
        setTimeout(() => listen(address, false), RETRY_MILLISECONDS);
      }
    });
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    const old = event.detail.target;
    if (old?.id !== "live") return;
    before = isRefreshing ? rowsOf(old) : new Map();
    isRefreshing = false;
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
      const link = live().querySelector(`a[href="${CSS.escape(focused)}"]`);
      link?.focus({ preventScroll: true });
    }
    for (const row of live().querySelectorAll("[data-key]")) {
      const text = row.textContent.replace(/\s+/g, " ").trim();
      const old = before.get(row.dataset.key);
      if (before.size > 0 && old !== text) row.classList.add("changed");
    }
    before = new Map();
  });

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && live()) refresh();
  });

  document.addEventListener("DOMContentLoaded", () => {
    const address = live()?.dataset.stream;
    if (address) listen(address);
  });
})();
