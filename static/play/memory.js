// Owns: which play this device was in, so that its result is shown even if it ended meanwhile, and
// which announcements it has shown.

const NAME = "fushi-play";
const ANNOUNCED = "fushi-announced";
const MOST_ANNOUNCED = 20;

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

// Whether an announcement is shown here for the first time; it is remembered.
export function isNews(id) {
  try {
    const known = JSON.parse(localStorage.getItem(ANNOUNCED)) ?? [];
    if (known.includes(id)) return false;
    localStorage.setItem(ANNOUNCED, JSON.stringify([...known, id].slice(-MOST_ANNOUNCED)));
  } catch {
    // without storage it is shown whenever the stream begins
  }
  return true;
}
