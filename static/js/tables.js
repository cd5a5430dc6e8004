// Owns: sorting of tables by their headers, and the table filter by name. Works on any
// `table.sortable`; a cell's `data-sort` is compared instead of its text when it has one.
// Without this script the tables stand in the order of the server.
"use strict";

(() => {
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });

  function keyOf(row, column) {
    const cell = row.cells[column];
    if (!cell) return "";
    return cell.dataset.sort ?? cell.textContent.trim();
  }

  function compare(a, b) {
    const x = Number.parseFloat(a);
    const y = Number.parseFloat(b);
    const bothNumbers = !Number.isNaN(x) && !Number.isNaN(y);
    if (bothNumbers && x !== y) return x - y;
    if (a === "" || b === "") return (a === "") - (b === "");
    return bothNumbers ? 0 : collator.compare(a, b);
  }

  function sort(table, header, direction) {
    const column = header.cellIndex;
    const sign = direction === "ascending" ? 1 : -1;
    for (const body of table.tBodies) {
      const rows = [...body.rows].filter((row) => !row.classList.contains("sum"));
      rows.sort((a, b) => sign * compare(keyOf(a, column), keyOf(b, column)));
      for (const sum of body.querySelectorAll("tr.sum")) sum.hidden = true;
      body.append(...rows);
    }
    for (const other of table.tHead.querySelectorAll("[aria-sort]")) {
      other.removeAttribute("aria-sort");
    }
    header.setAttribute("aria-sort", direction);
  }

  function enhance(table) {
    if (table.dataset.enhanced || !table.tHead) return;
    table.dataset.enhanced = "yes";
    const headers = table.tHead.rows[table.tHead.rows.length - 1].cells;
    for (const header of headers) {
      if (header.dataset.nosort !== undefined || !header.textContent.trim()) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...header.childNodes);
      header.append(button);
      button.addEventListener("click", () => {
        const first = header.dataset.first ?? "ascending";
        const second = first === "ascending" ? "descending" : "ascending";
        sort(table, header, header.getAttribute("aria-sort") === first ? second : first);
      });
    }
  }

  function filter(input) {
    const wanted = input.value.trim().toLocaleLowerCase();
    const scope = document.getElementById(input.dataset.filter);
    if (!scope) return;
    let first = null;
    for (const row of scope.querySelectorAll("tbody tr")) {
      const found = wanted !== "" && row.textContent.toLocaleLowerCase().includes(wanted);
      row.classList.toggle("mine", found);
      if (found && first === null) first = row;
    }
    if (first) first.scrollIntoView({ block: "nearest" });
    const status = document.getElementById(`${input.id}-status`);
    if (status) status.textContent = wanted && !first ? status.dataset.none : "";
  }

  function enhanceAll(root) {
    for (const table of root.querySelectorAll("table.sortable")) enhance(table);
    for (const input of root.querySelectorAll("input[data-filter]")) {
      input.closest("[hidden]")?.removeAttribute("hidden");
      if (input.dataset.enhanced) continue;
      input.dataset.enhanced = "yes";
      input.addEventListener("input", () => filter(input));
    }
  }

  // The order that a reader chose survives an update of the table.
  const orders = new Map();
  document.addEventListener("htmx:beforeSwap", () => {
    for (const header of document.querySelectorAll("table.sortable[id] [aria-sort]")) {
      const table = header.closest("table");
      orders.set(table.id, [header.cellIndex, header.getAttribute("aria-sort")]);
    }
  });
  document.addEventListener("htmx:afterSwap", () => {
    enhanceAll(document);
    for (const [id, [column, direction]] of orders) {
      const table = document.getElementById(id);
      const header = table?.tHead?.rows[0].cells[column];
      if (header) sort(table, header, direction);
    }
    for (const input of document.querySelectorAll("input[data-filter]")) {
      if (input.value) filter(input);
    }
  });

  document.addEventListener("DOMContentLoaded", () => enhanceAll(document));
})();
