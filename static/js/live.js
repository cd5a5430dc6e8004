// Owns: keeping `#live` fresh. Listens to the event's public stream; on every new version htmx
// fetches this page again and replaces `#live`; rows that differ are marked for a moment.
// Never shows a number itself: the server's page is the only source. When the stream cannot be
// had, the page is asked for every 20 seconds instead.
"use strict";

(() => {
  const POLL_MILLISECONDS = 20_000;
  const QUIET_MILLISECONDS = 250;
  let timer = null;
  let poll = null;
  let before = new Map();

  const live = () => document.getElementById("live");

  function rowsOf(root) {
    const rows = new Map();
    for (const row of root.querySelectorAll("[data-key]")) {
      rows.set(row.dataset.key, row.textContent.replace(/\s+/g, " ").trim());
    }
    return rows;
  }

  function refresh() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (document.visibilityState === "hidden") return;
      htmx.trigger(live(), "fushi:refresh");
    }, QUIET_MILLISECONDS);
  }

  function showState(state) {
    for (const badge of document.querySelectorAll(".live")) {
      badge.dataset.state = state;
      badge.textContent = badge.dataset[state] ?? badge.textContent;
      badge.hidden = false;
    }
  }

  function listen(address) {
    const source = new EventSource(address);
    for (const kind of ["standings", "round", "board", "event", "reset", "message"]) {
      source.addEventListener(kind, refresh);
    }
    source.addEventListener("open", () => {
      clearInterval(poll);
      poll = null;
      showState("live");
    });
    source.addEventListener("error", () => {
      showState("waiting");
      poll ??= setInterval(refresh, POLL_MILLISECONDS);
    });
  }

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id === "live") before = rowsOf(event.detail.target);
  });

  document.addEventListener("htmx:afterSwap", () => {
    if (!live() || before.size === 0) return;
    for (const row of live().querySelectorAll("[data-key]")) {
      const text = row.textContent.replace(/\s+/g, " ").trim();
      if (before.get(row.dataset.key) !== text) row.classList.add("changed");
    }
    before = new Map();
  });

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && live()) refresh();
  });

  document.addEventListener("DOMContentLoaded", () => {
    const address = live()?.dataset.stream;
    if (!address) return;
    listen(address);
  });
})();
