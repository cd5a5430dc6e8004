// Owns: signing in with a code, typed or from the address after "#", and taking a seat over.
// The code is kept nowhere; the token is a cookie that no script sees.
import { find, say } from "./dom.js";
import { Refusal, ask } from "./server.js";
import { t } from "./texts.js";

// The code of a scanned address, which is then cleared away.
export function scannedCode() {
  const code = decodeURIComponent(location.hash.slice(1)).trim();
  if (location.hash) history.replaceState(null, "", location.pathname);
  return code;
}

// `done()` is called once this device is signed in, `left()` when a seat is not taken over.
export class SignIn {
  constructor(done, left) {
    this.done = done;
    this.left = left;
    this.code = "";
    find("sign-in-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.try(find("code").value.trim());
    });
    const dialog = find("take-over");
    find("take-over-yes").addEventListener("click", () => dialog.close("yes"));
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "yes") this.try(this.code, true);
      else this.left();
      dialog.returnValue = "";
    });
  }

  async try(code, takeOver = false) {
    if (!code) return;
    find("sign-in-button").disabled = true;
    say("sign-in-fault", "");
    try {
      await ask("POST", "sessions/", { code, take_over: takeOver });
      find("code").value = "";
      this.code = "";
      this.done();
    } catch (fault) {
      this.refused(fault, code);
    } finally {
      find("sign-in-button").disabled = false;
    }
  }

  refused(fault, code) {
    if (fault instanceof Refusal && fault.code === "seat_taken") {
      this.code = code;
      find("take-over").showModal();
    } else {
      say("sign-in-fault", fault instanceof Refusal ? fault.message : t("sign_in.unreachable"));
    }
  }
}
