// The voice of the browser, for those without a screen reader: it tells what has become of each text by its number.

const speaking = new Set();
// Browsers forget utterances that nothing else holds, and then never say that they have ended.

let voice = null;

/** Speak by the browser's voice as asked, or by it no more. */
export function useVoice(asked) {
  voice = asked;
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

function utter(text, rate, isUrgent, report) {
  if (isUrgent) hushVoice();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = document.documentElement.lang;
  utterance.rate = rate;
  const end = (what) => {
    if (speaking.delete(utterance)) report(what);
  };
  utterance.addEventListener("start", () => report("begun"));
  utterance.addEventListener("end", () => end("finished"));
  utterance.addEventListener("error", () => end("interrupted"));
  speaking.add(utterance);
  speechSynthesis.speak(utterance);
}
