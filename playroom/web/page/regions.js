// The live regions, from which a screen reader speaks: two of each kind, filled in turn, so that the same text is news.

const SETTLE = 800;
// Orca speaks a polite text before an urgent one that is less than a tenth of a second older, and it may be busy.

const SETTLE_NEW = 3000;
// A screen reader that takes in a new page is busy for longer; a key shows that the page is known.

const byId = (id) => document.getElementById(id);
const regions = { polite: [byId("polite-1"), byId("polite-2")], urgent: [byId("urgent-1"), byId("urgent-2")] };
const turns = { polite: 0, urgent: 0 };

let isNew = true;
let settling = null;
let held = [];

/** Have the screen reader speak a text: an urgent one at once, a polite one once the last urgent one is taken. */
export function say(text, urgency) {
  if (urgency === "urgent") settle();
  else if (settling) return held.push(text);
  fill(text, urgency);
}

/** Leave nothing to speak. */
export function hush() {
  held = [];
  for (const region of all()) region.textContent = "";
}

/** Name the language of what is spoken. */
export function speakIn(code) {
  for (const region of all()) region.lang = code;
}

function all() {
  return [...regions.polite, ...regions.urgent];
}

function fill(text, urgency) {
  const pair = regions[urgency];
  pair[turns[urgency]].textContent = "";
  turns[urgency] = 1 - turns[urgency];
  pair[turns[urgency]].textContent = text;
}

/** Hold polite texts back for a while; those that wait already are interrupted. */
function settle() {
  held = [];
  clearTimeout(settling);
  settling = setTimeout(() => {
    settling = null;
    if (held.length) fill(held.join(" "), "polite");
    held = [];
  }, isNew ? SETTLE_NEW : SETTLE);
}

for (const each of ["keydown", "pointerdown"]) {
  document.addEventListener(each, () => (isNew = false), { capture: true, once: true });
}
