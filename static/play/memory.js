// Owns: which play this device was in, so that its result is shown even if it ended meanwhile.

const NAME = "fushi-play";

export function knownPlay() {
  try {
    return JSON.parse(localStorage.getItem(NAME));
  } catch {
    return null;
  }
}

export function rememberPlay(view) {
  const { id, board, table, seats, viewer, hand_passed } = view;
  try {
    localStorage.setItem(NAME, JSON.stringify({ id, board, table, seats, viewer, hand_passed }));
  } catch {
    // without storage a result that was missed is read on the public pages
  }
}

export function forgetPlay() {
  try {
    localStorage.removeItem(NAME);
  } catch {
    // nothing was stored
  }
}
