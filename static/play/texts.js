// Owns: the sentences of this page. The server wrote them, in the reader's language.

const texts = JSON.parse(document.getElementById("texts").textContent);

export function t(key, values = {}) {
  const text = texts[key];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (_match, name) => values[name] ?? "");
}
