// Owns: the menu: how this device shows the table, what has been played, signing out.
import { canClaim } from "./claim.js";
import { find } from "./dom.js";
import { drawRecord } from "./record.js";
import { remember, settings } from "./settings.js";

// `on`: {view(), practice(), claim(), changed(), signOut()}
export function openableMenu(on) {
  const menu = find("menu");
  find("menu-open").addEventListener("click", () => {
    find("record-open").hidden = !on.view();
    find("call-open").hidden = on.practice();
    find("letters-link").hidden = on.practice();
    find("claim-open").hidden = !canClaim(on.view());
    menu.showModal();
  });
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
  }
  for (const input of menu.querySelectorAll("input")) {
    const value = settings[input.name];
    if (input.type === "radio") input.checked = input.value === value;
    else input.checked = value;
    input.addEventListener("change", () => {
      remember(input.name, input.type === "radio" ? input.value : input.checked);
      on.changed();
    });
  }
  find("claim-open").addEventListener("click", () => {
    menu.close();
    on.claim();
  });
  find("sign-out").addEventListener("click", () => {
    menu.close();
    on.signOut();
  });
  find("record-open").addEventListener("click", () => {
    menu.close();
    drawRecord(on.view());
    find("record").showModal();
  });
}
