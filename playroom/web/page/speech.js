// The voice of the browser, for those without a screen reader: it tells what has become of each text by its number.

const VOICES_WAIT = 3000;
// Browsers find their voices some time after they are asked; some name none, and speak all the same.

const NO_VOICE = new Set(["synthesis-unavailable", "synthesis-failed", "language-unavailable", "voice-unavailable"]);

const speaking = new Set();
// Browsers forget utterances that nothing else holds, and then never say that they have ended.

let voice = null;
let tellMissing = () => {};
let hasBegun = false;
let looking = null;

/** Speak by the browser's voice as asked, or by it no more; `missing` takes the texts that no voice has said. */
export function useVoice(asked, missing) {
  [voice, tellMissing] = [asked, missing];
  clearTimeout(looking);
  if (voice) looking = setTimeout(look, globalThis.speechSynthesis ? VOICES_WAIT : 0);
  globalThis.speechSynthesis?.getVoices(); // has some browsers look for them
}

/** Speak a text, an urgent one in the place of all others; false if that is left to the live regions. */
export function speakAloud(text, isUrgent, report) {
  if (!voice || !globalThis.speechSynthesis) return false;
  utter(text, voice.rate, isUrgent, report);
  return true;
}

/** Ask something by the voice too, whatever speaks otherwise. */
export function askAloud(text) {
  if (!voice && globalThis.speechSynthesis) utter(text, 1, true, () => {});
}

/** Stop the voice. */
export function hushVoice() {
  globalThis.speechSynthesis?.cancel();
}

function look() {
  if (voice && !hasBegun && !globalThis.speechSynthesis?.getVoices().length) giveUp();
}

/** Leave what waits, and all that follows, to others. */
function giveUp() {
  const texts = [...speaking].map(({ text }) => text);
  voice = null;
  speaking.clear();
  hushVoice();
  tellMissing(texts);
}

function utter(text, rate, isUrgent, report) {
  if (isUrgent) hushVoice();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = document.documentElement.lang;
  utterance.rate = rate;
  const end = (what) => {
    if (speaking.delete(utterance)) report(what);
  };
  utterance.addEventListener("start", () => {
    hasBegun = true;
    report("begun");
  });
  utterance.addEventListener("end", () => end("finished"));
  utterance.addEventListener("error", (event) => {
    if (voice && NO_VOICE.has(event.error)) giveUp();
    else end("interrupted");
  });
  speaking.add(utterance);
  speechSynthesis.speak(utterance);
}
