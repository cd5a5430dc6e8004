// The console's keyboard: digits go to the search, Enter opens the table with that number. And what
// was typed in vain stays. Without it the same form searches, and every table is a link. The round's clock is `clock.js`'s.
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
    const address = form.dataset.table.replace("/0/?", `/${number}/?`);
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

// What was typed into a form that was refused stands in it again. Kept for this tab alone, and only
// until something succeeds.
const TYPED = "fushi-typed";
const KEPT = 3;
const UNSTEADY = /^(csrfmiddlewaretoken|preview|seq|version|initial-.*|seen-.*)$/;

function nameOf(form) {
  // (A field may be called "action" or "method": the form's own are its attributes.)
  const parts = [form.getAttribute("action") ?? location.pathname];
  for (const { name, type, value } of form.elements) {
    if (!name || type === "submit" || UNSTEADY.test(name)) continue;
    parts.push(type === "hidden" ? `${name}=${value}` : name);
  }
  return parts.join(" ");
}

function typedInto(form) {
  const found = [];
  for (const { name, type, value, checked } of form.elements) {
    if (!name || ["submit", "hidden", "file", "password"].includes(type)) continue;
    found.push([name, type === "checkbox" || type === "radio" ? [value, checked] : value]);
  }
  return found;
}

function typeAgain(form, values) {
  for (const [name, value] of values) {
    for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (Array.isArray(value)) {
        if (field.value === value[0]) field.checked = value[1];
      } else if (field.type !== "submit") {
        field.value = value;
      }
    }
  }
  for (let box = form.closest("details"); box; box = box.parentElement.closest("details")) {
    box.open = true;
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("method") !== "post") return;
  const typed = JSON.parse(sessionStorage.getItem(TYPED) ?? "[]");
  typed.unshift([nameOf(form), typedInto(form)]);
  sessionStorage.setItem(TYPED, JSON.stringify(typed.slice(0, KEPT)));
});

if (document.querySelector("[data-refused]")) {
  const typed = new Map(JSON.parse(sessionStorage.getItem(TYPED) ?? "[]").reverse());
  for (const form of document.querySelectorAll('form[method="post"]')) {
    const values = typed.get(nameOf(form));
    if (values) typeAgain(form, values);
  }
} else if (document.querySelector("[data-done]")) {
  sessionStorage.removeItem(TYPED);
}
