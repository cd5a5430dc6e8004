// The console's keyboard: digits go to the search, Enter opens the table with that number.
// Without it the same form searches, and every table is a link. The round's clock is `clock.js`'s.
"use strict";

const form = document.getElementById("find-form");

if (form) {
  const field = document.getElementById("find");

  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) {
      field.value = "";
      field.focus();
    }
  });

  form.addEventListener("submit", (event) => {
    const number = field.value.trim();
    if (!/^[0-9]+$/.test(number)) return;
    event.preventDefault();
    const address = form.dataset.table.replace(/0\/$/, `${number}/`);
    window.htmx.ajax("GET", address, { target: "#drawer" }).then(() => field.select());
  });
}

// That there is no such table is told where the table would be.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id === "drawer" && event.detail.xhr.status === 404) {
    event.detail.shouldSwap = true;
  }
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "drawer") return;
  const title = document.getElementById("drawer-title");
  if (title && document.activeElement.id !== "find") title.focus();
  event.target.scrollIntoView({ block: "nearest" });
});
