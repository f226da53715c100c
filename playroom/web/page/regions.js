// The live regions, from which a screen reader speaks. Those of each kind are filled in turn: the one that is next is
// empty, so that the same text is news, and a polite text stays while three others follow, until a busy browser and a
// busy reader have taken it.

const SETTLE = 800;
// Orca speaks a polite text before an urgent one that is less than a tenth of a second older, and it may be busy.

const SETTLE_NEW = 3000;
// A screen reader that takes in a new page is busy for longer; a key shows that the page is known.

const live = (how) => [...document.querySelectorAll(`[aria-live=${how}]`)];
const regions = { polite: live("polite"), urgent: live("assertive") };
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
  const ring = regions[urgency];
  ring[turns[urgency]].textContent = text;
  turns[urgency] = (turns[urgency] + 1) % ring.length;
  ring[turns[urgency]].textContent = "";
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
