// Owns: what this device remembers for its user: size of text, hand, order of cards, sound.
// Works without storage; nothing here is known to the server.

const NAME = "fushi-settings";
const USUAL = { text: "100", left: false, order: "rank", sound: false, vibration: false };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    return {};
  }
}

export const settings = { ...USUAL, ...stored() };

export function remember(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    // private windows may refuse; the choice then lasts as long as the page
  }
  apply();
}

export function apply() {
  document.documentElement.dataset.text = settings.text;
  document.documentElement.classList.toggle("left-handed", settings.left);
}

let sounds = null;

// A short tone and a short buzz at one's turn, where they were asked for.
export function alertTurn() {
  if (settings.vibration) navigator.vibrate?.(120);
  if (!settings.sound) return;
  try {
    sounds ??= new AudioContext();
    const [tone, volume] = [sounds.createOscillator(), sounds.createGain()];
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.12, sounds.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, sounds.currentTime + 0.25);
    tone.connect(volume).connect(sounds.destination);
    tone.start();
    tone.stop(sounds.currentTime + 0.25);
  } catch {
    // no sound is no fault
  }
}
