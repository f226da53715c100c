// The page of a visitor: keys go to the server, and what it sends is spoken, written, sounded and drawn.

import { connect, disconnect, isLost, noteDone, send } from "./connection.js";
import { made } from "./elements.js";
import { playCues, duck, stopCues, wakeSound } from "./sounds.js";
import { nameOfKey } from "./keys.js";
import { hush, say, speakIn } from "./regions.js";
import { drawPlace } from "./place.js";
import { askAloud, hushVoice, speakAloud, useVoice } from "./speech.js";

const MOST_LINES = 500;
const SEEN_IN_LISTS = ["focus", "hint"];
const SEEN_AT_TABLE = [...SEEN_IN_LISTS, "table", "score"]; // the kinds of lines whose content is drawn
const STEPS = "steps"; // under which the browser keeps whether buttons for single steps are wanted

const byId = (id) => document.getElementById(id);

const RENEWED = "renewed"; // under which a tab keeps for which version of the program it was loaded again

let newest = 0;
let told = "";
let isOver = false;
let entry = null;
let drawBoard = null;
let newestBoard = null;

/** Send what the player asks for; while the server cannot be reached, that is the answer, and it is not sent later. */
function ask(message) {
  if (isOver) tell(byId("why").textContent, true);
  else if (isLost()) tell(document.body.dataset.lost, true);
  else send(message, true);
}

/**
 * Say a text by the browser's voice if it was chosen, else by the screen reader; *number* is that of the server.
 * What is *inField* the screen reader says by itself, of the field that gets the focus.
 */
function tell(text, isUrgent = false, number = 0, inField = false) {
  const report = (what) => number && send({ [what]: number });
  if (!speakAloud(text, isUrgent, report) && !inField) say(text, isUrgent ? "urgent" : "polite");
}

/** Have the live regions say what no voice has said, and tell the console that there is none. */
function sayWithoutVoice(texts) {
  send({ voiceless: 1 });
  if (texts.length) say(texts.join(" "), "polite");
}

function addLine(text, { lang, kind }) {
  const line = made("li", "", text, { lang, "data-kind": kind });
  byId("lines").append(line);
  while (byId("lines").children.length > MOST_LINES) byId("lines").firstChild.remove();
  showNewest();
}

function clearLines() {
  byId("lines").replaceChildren();
  showNewest();
  hush();
}

/** Show the newest line above the game: to those who use keys every one, to others what they do not see anyway. */
function showNewest() {
  const { byKeys, hasTable } = document.body.dataset;
  const last = byId("lines").lastElementChild;
  const isNews = last && (byKeys || !(hasTable ? SEEN_AT_TABLE : SEEN_IN_LISTS).includes(last.dataset.kind));
  byId("newest").textContent = isNews ? last.textContent : "";
  byId("newest").lang = last?.lang ?? "";
}

/** Note by what the page was used last. */
function noteUse(isKey) {
  if (Boolean(document.body.dataset.byKeys) === isKey) return;
  if (isKey) document.body.dataset.byKeys = "yes";
  else delete document.body.dataset.byKeys;
  showNewest();
}

/** Show the field for a line of text with what stands in it, or go back to the game. */
function askForText(asked) {
  const form = byId("entry");
  const line = byId("line");
  const had = entry !== null;
  entry = asked;
  form.hidden = !asked;
  if (line.type === "password") line.value = "";
  if (asked) {
    byId("asked").textContent = asked.label;
    // A password has a field of its own kind, so that it is not seen, and a password manager can fill it in.
    line.type = asked.is_secret ? "password" : "text";
    line.autocomplete = asked.is_secret ? "current-password" : "off";
    line.value = asked.value;
    line.focus();
    line.select();
  } else if (had) {
    byId("game").focus();
  }
}

/** Draw the newest board: those that come while the code that draws is loaded go on in any order. */
async function showBoard(board) {
  newestBoard = board;
  if (board && !drawBoard) ({ drawBoard } = await import("./board.js"));
  const hadTable = document.body.dataset.hasTable;
  if (newestBoard) document.body.dataset.hasTable = "yes";
  else delete document.body.dataset.hasTable;
  if (hadTable !== document.body.dataset.hasTable) showNewest();
  drawBoard?.(byId("board"), newestBoard, ask);
}

/** Name the parts of the page that are not of one place, in the language of the player. */
function name(words) {
  for (const each of document.querySelectorAll("[data-word]")) each.textContent = words[each.dataset.word];
  for (const each of document.querySelectorAll("[data-label]")) each.setAttribute("aria-label", words[each.dataset.label]);
  const { lost, unsure, gone, old } = words;
  Object.assign(document.body.dataset, { lost, unsure, wayOut: words.way_out, gone, old });
}

/** Show the link to a table, with its QR code, and the button that shares it where the browser can. */
function showLink(link) {
  const [image, name] = [byId("invite").querySelector("img"), byId("invite").querySelector("a")];
  image.src = `/qr/${link.split("/").at(-1)}.svg`;
  name.href = name.textContent = link;
  byId("share").hidden = !navigator.share;
  byId("invite").hidden = false;
}

byId("share").addEventListener("click", () => {
  navigator.share({ title: document.title, url: byId("invite").querySelector("a").href }).catch(() => {});
});

/** Copy a text; a page of the network, which is not encrypted, has no clipboard but that of the browser's own command. */
function copy(text) {
  if (text.startsWith(`${location.origin}/`)) showLink(text);
  if (navigator.clipboard) return navigator.clipboard.writeText(text).catch(() => {});
  const put = (event) => {
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", put, { once: true });
  document.execCommand("copy");
  document.removeEventListener("copy", put);
}

function end(words) {
  isOver = true;
  disconnect();
  byId("why").textContent = words;
  byId("over").hidden = false;
  byId("place").hidden = true;
  tell(words);
  byId("again").focus();
}

/** Load the page of another version of the program once; if that does not help, say what does. */
function renew(version) {
  if (sessionStorage.getItem(RENEWED) === version) return tell(document.body.dataset.old, true);
  sessionStorage.setItem(RENEWED, version);
  location.reload();
}

const takes = {
  say(text, { urgent, number, in_field: inField }) {
    newest = number;
    tell(text, urgent, number, inField);
  },
  told(number) {
    told = number;
  },
  done: noteDone,
  hush() {
    hush();
    hushVoice();
  },
  line: addLine,
  lines(lines) {
    clearLines();
    for (const each of lines) addLine(each.line, each);
  },
  voice(asked) {
    useVoice(asked, sayWithoutVoice);
  },
  aloud: askAloud,
  clear: clearLines,
  title(text) {
    document.title = text;
    byId("title").textContent = text;
  },
  lang(code) {
    document.documentElement.lang = code;
    speakIn(code);
  },
  words: name,
  input: askForText,
  board: showBoard,
  place: (place) => drawPlace(place, ask),
  copy,
  cues: playCues,
  stop: stopCues,
  duck: (seconds, { gain }) => duck(seconds, gain),
  reload: renew,
  over: end,
};

function take(frame) {
  for (const [name, value] of Object.entries(frame)) takes[name]?.(value, frame);
}

/** Leave the game for what was said, or go back: the first F6 is ours, the next one the browser's. */
function walk(event) {
  const isOutside = byId("outside").contains(document.activeElement);
  if (event.shiftKey) byId("game").focus();
  else if (isOutside) return;
  else {
    byId("heard").focus();
    tell(document.body.dataset.wayOut);
  }
  event.preventDefault();
}

function isOwnKey(event) {
  const at = document.activeElement;
  if (byId("outside").contains(at) || isOver) return false;
  if (at === byId("line")) return event.key === "Escape" || /^F\d+$/.test(event.key);
  return !(at instanceof HTMLButtonElement && ["Enter", " ", "Tab"].includes(event.key));
}

document.addEventListener("keydown", (event) => {
  wakeSound();
  noteUse(true);
  if (event.key === "F6" && !event.ctrlKey && !event.altKey) return walk(event);
  const key = nameOfKey(event);
  if (!key || !isOwnKey(event)) return;
  event.preventDefault();
  ask({ key });
});

let pointer = "";

document.addEventListener("pointerdown", ({ pointerType }) => {
  pointer = pointerType;
  wakeSound();
  noteUse(false);
});

/**
 * A button that a mouse presses leaves the keys to the game; one that was reached by keys keeps them.
 *
 * What a screen reader presses moves no focus: its press has no count in Chromium and no button in Firefox, or it
 * comes as the touch of a finger, which needs no keys.
 */
document.addEventListener("mousedown", (event) => {
  const isButton = event.target.closest("button") && !byId("outside").contains(event.target) && !isOver;
  if (!isButton) return;
  event.preventDefault();
  const isMouse = event.isTrusted && event.detail > 0 && event.buttons > 0 && pointer === "mouse";
  if (isMouse && document.activeElement !== byId("line")) byId("game").focus({ preventScroll: true });
});

byId("entry").addEventListener("submit", (event) => {
  event.preventDefault();
  ask({ text: byId("line").value });
});

/** Show the buttons for single steps, or leave them to screen readers. */
function wantSteps(areWanted) {
  document.body.classList.toggle("has-steps", areWanted);
  byId("steps").setAttribute("aria-pressed", areWanted);
  localStorage.setItem(STEPS, areWanted ? "yes" : "");
}

byId("steps").addEventListener("click", () => wantSteps(!document.body.classList.contains("has-steps")));
wantSteps(localStorage.getItem(STEPS) === "yes");

byId("again").addEventListener("click", () => location.reload());

/** All that was said, as the server keeps it; without it, what this page has of it. */
async function saidText() {
  const answer = await fetch("/transcript.txt", { cache: "no-store" }).catch(() => null);
  const kept = answer?.ok ? await answer.text() : "";
  return kept || [...byId("lines").children].map((line) => `${line.textContent}\n`).join("");
}

byId("save").addEventListener("click", async () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await saidText()], { type: "text/plain" }));
  link.download = "playroom.txt";
  link.click();
  URL.revokeObjectURL(link.href);
});

byId("game").focus();
connect({
  newest: () => newest,
  told: () => told,
  take,
  lost: () => tell(document.body.dataset.lost),
  unsure: () => tell(document.body.dataset.unsure),
  shutOut: () => end(document.body.dataset.gone),
});
