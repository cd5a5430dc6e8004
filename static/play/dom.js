// Owns: making and finding elements. Texts are always set as text, never as markup.

export function find(id) {
  return document.getElementById(id);
}

// An element with attributes and children; `class` and `aria-…` as in markup, `on…` are listeners.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function fill(id, ...children) {
  find(id).replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

// Set a text only where it changes: live regions speak what is set.
export function say(id, text) {
  const element = find(id);
  if (element.textContent !== text) element.textContent = text;
}
