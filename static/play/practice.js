// Owns: what follows a board played for practice: others' results, or another board.
import { make } from "./dom.js";
import { t } from "./texts.js";

const PRACTICE = "/practice/";

export function practiceButtons(play) {
  return [
    { id: "others", label: t("do.others"), run: () => location.assign(`${PRACTICE}${play}/`) },
    null,
    { id: "another", label: t("do.another"), main: true, run: playAnother },
  ];
}

// As the button of the first page does: the server seats this visitor and sends him back here.
function playAnother() {
  const form = make("form", { method: "post", action: PRACTICE });
  document.body.append(form);
  form.submit();
}
