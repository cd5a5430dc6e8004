// Owns: sending one request until the server has answered it, always with the same key.
import { newKey } from "./outbox.js";
import { Unreachable, ask } from "./server.js";

const PAUSE = 3_000;

// The answer's JSON. `late()` is called each time the server was not reached. Throws `Refusal`.
export async function post(path, body, late = () => {}) {
  const headers = { "Idempotency-Key": newKey() };
  for (;;) {
    try {
      return await ask("POST", path, body, headers);
    } catch (fault) {
      if (!(fault instanceof Unreachable)) throw fault;
      late();
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
