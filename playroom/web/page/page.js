// The page of a visitor: keys go to the server, and what it sends is spoken, written, sounded and drawn.

import { playCues, duck, stopCues, wakeSound } from "./sounds.js";
import { nameOfKey } from "./keys.js";

const MOST_LINES = 500;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 10000;

const byId = (id) => document.getElementById(id);
const regions = { polite: [byId("polite-1"), byId("polite-2")], urgent: [byId("urgent-1"), byId("urgent-2")] };
const turns = { polite: 0, urgent: 0 };

let socket = null;
let newest = 0;
let wait = FIRST_WAIT;
let isOver = false;
let entry = null;
let drawBoard = null;

/** Have the screen reader say a text: in the region that was not used last, so that the same text is news. */
function say(text, urgency) {
  const pair = regions[urgency];
  pair[turns[urgency]].textContent = "";
  turns[urgency] = 1 - turns[urgency];
  pair[turns[urgency]].textContent = text;
}

function hush() {
  for (const region of [...regions.polite, ...regions.urgent]) region.textContent = "";
}

/** Send a message, if the server can be reached; what is pressed meanwhile is not for what comes later. */
function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function addLine(text) {
  const line = document.createElement("li");
  line.textContent = text;
  line.lang = document.documentElement.lang;
  byId("lines").append(line);
  byId("newest").textContent = text;
  while (byId("lines").children.length > MOST_LINES) byId("lines").firstChild.remove();
}

function clearLines() {
  byId("lines").replaceChildren();
  byId("newest").textContent = "";
  hush();
}

/** Show the field for a line of text with what stands in it, or go back to the game. */
function askForText(asked) {
  const form = byId("entry");
  const line = byId("line");
  const had = entry !== null;
  entry = asked;
  form.hidden = !asked;
  if (asked) {
    line.value = asked.value;
    line.focus();
    line.select();
  } else if (had) {
    byId("game").focus();
  }
}

async function showBoard(board) {
  if (board && !drawBoard) ({ drawBoard } = await import("./board.js"));
  drawBoard?.(byId("board"), board, send);
}

function end(words) {
  isOver = true;
  byId("why").textContent = words;
  byId("over").hidden = false;
  say(words, "polite");
  byId("again").focus();
}

const takes = {
  say(text, { urgent, number }) {
    newest = number;
    say(text, urgent ? "urgent" : "polite");
  },
  hush,
  line: addLine,
  lines(lines) {
    clearLines();
    lines.forEach(addLine);
  },
  clear: clearLines,
  title(text) {
    document.title = text;
    byId("title").textContent = text;
  },
  lang(code) {
    document.documentElement.lang = code;
    for (const region of [...regions.polite, ...regions.urgent]) region.lang = code;
  },
  input: askForText,
  board: showBoard,
  copy: (text) => navigator.clipboard?.writeText(text).catch(() => {}),
  cues: playCues,
  stop: stopCues,
  duck: (seconds, { gain }) => duck(seconds, gain),
  over: end,
};

function take(frame) {
  for (const [name, value] of Object.entries(frame)) takes[name]?.(value, frame);
}

function connect() {
  socket = new WebSocket(`ws://${location.host}/socket`);
  socket.addEventListener("open", () => {
    wait = FIRST_WAIT;
    send({ hello: newest });
  });
  socket.addEventListener("message", (event) => take(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    if (isOver) return;
    if (wait === FIRST_WAIT) say(document.body.dataset.lost, "polite");
    setTimeout(connect, wait);
    wait = Math.min(LONGEST_WAIT, wait * 2);
  });
}

/** Leave the game for what was said, or go back: the first F6 is ours, the next one the browser's. */
function walk(event) {
  const isOutside = byId("outside").contains(document.activeElement);
  if (event.shiftKey) byId("game").focus();
  else if (isOutside) return;
  else {
    byId("heard").focus();
    say(document.body.dataset.wayOut, "polite");
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
  if (event.key === "F6" && !event.ctrlKey && !event.altKey) return walk(event);
  const key = nameOfKey(event);
  if (!key || !isOwnKey(event)) return;
  event.preventDefault();
  send({ key });
});

document.addEventListener("pointerdown", wakeSound);

byId("touch").addEventListener("click", (event) => {
  const key = event.target.dataset.key;
  if (key) send({ key });
});

byId("entry").addEventListener("submit", (event) => {
  event.preventDefault();
  send({ text: byId("line").value });
});

byId("again").addEventListener("click", () => location.reload());

byId("save").addEventListener("click", () => {
  const text = [...byId("lines").children].map((line) => line.textContent).join("\n");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text, "\n"], { type: "text/plain" }));
  link.download = "playroom.txt";
  link.click();
  URL.revokeObjectURL(link.href);
});

byId("game").focus();
connect();
