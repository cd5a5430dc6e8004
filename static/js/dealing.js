// Owns: the derivation of `fushi-deal-1` (docs/formats.md) and what a reveal and deals must agree
// in. Has its own SHA-256, as pages over plain HTTP are given none. Knows nothing of any page.

const ROUNDS = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);
const START = Uint32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
);
const BLOCK = 64;
const SHORTEST_SECRET = 16;
const PACKS = {
  "fushi-deal-1": { players: 3, decks: 1, size: 17 },
  "fushi-deal-1-four": { players: 4, decks: 2, size: 25 },
};
const MEMBERS = "boards event public_value_name reserves session set_id stage version";
const KINDS = ["original", "reserve"];
const RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"];
const CARDS = [...RANKS.flatMap((rank) => ["c", "d", "h", "s"].map((suit) => rank + suit)), "BJ", "RJ"];
const encoder = new TextEncoder();

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

// FIPS 180-4, 6.2.2: one block of 16 words is worked into the state.
function compress(state, words) {
  for (let t = 16; t < 64; t++) {
    const [x, y] = [words[t - 15], words[t - 2]];
    const low = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const high = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    words[t] = words[t - 16] + low + words[t - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + ROUNDS[t] + words[t]) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] += word));
}

export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, 8n * BigInt(bytes.length));
  const state = START.slice();
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += BLOCK) {
    for (let t = 0; t < 16; t++) words[t] = view.getUint32(block + 4 * t);
    compress(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => digest.setUint32(4 * index, word));
  return new Uint8Array(digest.buffer);
}

export function hmac(secret, message) {
  const key = new Uint8Array(BLOCK);
  key.set(secret.length > BLOCK ? sha256(secret) : secret);
  const inner = sha256(joined(key.map((byte) => byte ^ 0x36), message));
  return sha256(joined(key.map((byte) => byte ^ 0x5c), inner));
}

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => Number.parseInt(pair, 16));

// The canonical JSON of a description: its members by name.
export const canonical = (description) => JSON.stringify(description, Object.keys(description).sort());

export const commitment = (secret, text) => hex(sha256(joined(unhex(secret), encoder.encode(text))));

export function* stream(secret, context) {
  const key = unhex(secret);
  for (let block = 0; ; block++) {
    yield* hmac(key, encoder.encode(JSON.stringify([...context, block])));
  }
}

function shuffled(cards, bytes) {
  for (let size = cards.length; size > 1; size--) {
    const limit = 256 - (256 % size);
    let byte = bytes.next().value;
    while (byte >= limit) byte = bytes.next().value;
    const [last, chosen] = [size - 1, byte % size];
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards;
}

// The deal of a number, as the reveal's secret and description give it: the cards in any order.
export function deal({ secret, description, public_value }, { kind, number, attempt }) {
  const { players, decks, size } = PACKS[description.version];
  const context = [description.version, public_value ?? "", kind, number, attempt];
  const cards = shuffled(Array(decks).fill(CARDS).flat(), stream(secret, context));
  const hands = {};
  for (let seat = 0; seat < players; seat++) {
    hands[seat + 1] = cards.slice(seat * size, (seat + 1) * size);
  }
  return { hands, kitty: cards.slice(players * size) };
}

// A text that two deals share exactly if they have the same cards in the same places.
function mark({ hands, kitty }) {
  const places = Object.keys(hands).sort();
  return JSON.stringify([...places.map((place) => [place, [...hands[place]].sort()]), [...kitty].sort()]);
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value, least) => Number.isSafeInteger(value) && value >= least;

export function isReveal(data) {
  if (!isObject(data) || data.format !== "fushi-reveal-1") return false;
  const { secret, description, public_value, attempts } = data;
  if (typeof secret !== "string" || !/^([0-9a-f]{2})+$/i.test(secret)) return false;
  if (secret.length < 2 * SHORTEST_SECRET) return false;
  if (!isObject(description) || Object.keys(description).sort().join(" ") !== MEMBERS) return false;
  if (!Object.hasOwn(PACKS, description.version)) return false;
  if (public_value !== null && typeof public_value !== "string") return false;
  if (!isObject(attempts)) return false;
  return KINDS.every((kind) => Object.values(attempts[kind] ?? {}).every((each) => isCount(each, 1)));
}

export function isDeals(data) {
  if (!isObject(data) || data.format !== "fushi-deals-1" || !Array.isArray(data.deals)) return false;
  return data.deals.every(
    (each) =>
      isObject(each) &&
      KINDS.includes(each.kind) &&
      isCount(each.number, 1) &&
      isCount(each.attempt, 0) &&
      isObject(each.hands) &&
      [...Object.values(each.hands), each.kitty].every(Array.isArray),
  );
}

// In what the reveal and the deals, as wholes, disagree with what was published in advance.
export function wholeFaults(reveal, deals, published) {
  const faults = [];
  const { description, public_value } = reveal;
  if (canonical(description) !== published.canonical) faults.push({ code: "other_description" });
  const own = commitment(reveal.secret, published.canonical);
  if (own !== published.commitment) {
    faults.push({ code: "other_commitment", own, published: published.commitment });
  }
  const isAnnounced = description.public_value_name !== null;
  if (isAnnounced !== (public_value !== null) || (public_value ?? "") !== published.publicValue) {
    faults.push({ code: "other_public_value" });
  }
  if (deals.set_id !== description.set_id) faults.push({ code: "other_set" });
  return faults;
}

const recorded = (reveal, { kind, number }) => reveal.attempts[kind]?.[number] ?? 0;

// What is wrong with one board; nothing if it follows from the secret.
export function boardFault(reveal, board) {
  const { kind, number, attempt } = board;
  const count = reveal.description[kind === "original" ? "boards" : "reserves"];
  if (!(number <= count)) return { code: "absent", board };
  if (attempt > recorded(reveal, board)) return { code: "unrecorded_attempt", board, attempt };
  const isSame = mark(deal(reveal, { kind, number, attempt })) === mark(board);
  return isSame ? undefined : { code: "other_deal", board };
}

// What is wrong between boards: a recorded attempt that is missing, and equal deals.
export function seriesFaults(reveal, boards) {
  const faults = [];
  const last = new Map();
  const first = new Map();
  for (const board of boards) {
    const key = `${board.kind} ${board.number}`;
    if (!(last.get(key)?.attempt >= board.attempt)) last.set(key, board);
    const earlier = first.get(mark(board));
    if (earlier) faults.push({ code: "equal_deals", board, earlier });
    else first.set(mark(board), board);
  }
  for (const board of last.values()) {
    const attempt = recorded(reveal, board);
    if (attempt > board.attempt) faults.push({ code: "other_attempt", board, attempt });
  }
  return faults;
}
