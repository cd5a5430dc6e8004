// Owns: who sits where as seen from the own chair, and what each did last. Reads views only.

// Position → {name, letter} of a view or of a finished play.
export function seatOf(view, position) {
  return view.seats.find((seat) => seat.position === position);
}

export function nameOf(view, position) {
  return seatOf(view, position)?.name ?? "";
}

// Who made a call of the auction: a hand that was passed on since was somebody else's then.
export function callerOf(view, position) {
  const passed = view.hand_passed;
  if (passed?.position !== position) return nameOf(view, position);
  return view.seats.find((seat) => seat.letter === passed.giver).name;
}

// The positions that are played; of four partners one has none.
export function playersOf(view) {
  const held = view.seats.map((seat) => seat.position).filter((position) => position !== null);
  return held.sort((a, b) => a - b);
}

// The others' seats by their place on the screen: who acts after me sits on the right
// (anticlockwise). Partners keep their chairs, whoever is idle.
export function placesOf(view) {
  const all = [...view.seats];
  if (!view.partners) all.sort((a, b) => a.position - b.position);
  const me = all.findIndex((seat) =>
    view.partners ? seat.letter === view.seat : seat.position === view.viewer,
  );
  const after = (steps) => all[(me + steps) % all.length];
  const places = { right: after(1), left: after(all.length - 1) };
  if (all.length === 4) places.top = after(2);
  return places;
}

export function isOpponent(view, position) {
  if (view.landlord === null || position === view.viewer) return false;
  return (position === view.landlord) !== (view.viewer === view.landlord);
}

// The plays of a hand in contests: each begins with a lead and ends when all others have passed.
export function contestsOf(view) {
  const others = playersOf(view).length - 1;
  const contests = [];
  let passes = others;
  for (const play of view.plays) {
    if (passes >= others) {
      contests.push([]);
      passes = 0;
    }
    contests.at(-1).push(play);
    passes = play.cards.length ? 0 : passes + 1;
  }
  return contests;
}

// What a position did last: {kind: "bid"|"double"|"play"|"pass", …, over} or null; `over` says
// that a later contest has begun or is about to.
export function lastOf(view, position) {
  const contests = contestsOf(view);
  const present = view.to_beat ? contests.at(-1) : [];
  for (const contest of [...contests].reverse().slice(0, 2)) {
    const play = contest.findLast((one) => one.position === position);
    if (play) return { kind: play.cards.length ? "play" : "pass", ...play, over: contest !== present };
  }
  if (contests.length) return null;
  if (view.doubles && view.doubles[position] !== undefined) {
    return { kind: "double", value: view.doubles[position] };
  }
  const bid = view.auction.findLast((one) => one.position === position);
  return bid && view.landlord === null ? { kind: "bid", value: bid.value } : null;
}
