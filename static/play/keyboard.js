// Owns: the keys of a desktop. A key does what its button does, guards included.

const RANKS = { 0: "T", 1: "T", t: "T", j: "J", q: "Q", k: "K", a: "A", b: "B", r: "R" };

// `on`: {state(), bar, hand}
export function listenToKeys(on) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, select, textarea, a, summary")) return;
    if (press(event, on)) event.preventDefault();
  });
}

function press(event, { state, bar, hand }) {
  const { screen, view } = state();
  const key = event.key.toLowerCase();
  const onButton = event.target.closest("button:not(.pc)");
  if (onButton && (key === "enter" || key === " ")) return false;
  if (screen === "result") return key === "enter" && bar("next");
  if (screen !== "table") return false;
  const type = view.expected?.type;
  if (type === "bid") return "0123".includes(key) && bar(`bid-${key}`);
  if (type === "double" || type === "redouble" || type === "claim") {
    return { y: true, n: true }[key] && bar(key === "y" ? "yes" : "no");
  }
  if (key === "arrowleft" || key === "arrowright") return step(key === "arrowleft" ? -1 : 1);
  const does = { enter: "play", p: "pass", h: "hint" }[key];
  if (does) return bar(does);
  if (key === "escape") return hand.clear() ?? true;
  const rank = RANKS[key] ?? ("3456789".includes(key) || key === "2" ? key : null);
  return rank !== null && (hand.addRank(rank) ?? true);
}

// Move the focus along the hand.
function step(by) {
  const cards = [...document.querySelectorAll("#hand .pc")];
  const at = cards.indexOf(document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : cards.length - 1) : at + by;
  cards[next]?.focus();
  return true;
}
