// The connection to the server: both sides ask for signs of life, and what is lost is opened again.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10000;
const ATTEMPT = 6000;
// An attempt is given up after this time: where packets are lost, the system tries ever more seldom.

const BEAT = 1500;
const SILENCE = 3000;
// A sign of life is asked for every BEAT; without an answer for SILENCE the connection is lost.

const AFTER_MISSED = 1000;
// What may be lost is said after what was missed, which would interrupt it.

let socket = null;
let page = null;
let wait = FIRST_WAIT;
let hasLost = false;
let isOver = false;
let unanswered = null;
let beating = null;
let retrying = null;

let asked = [];
// When what the player asks for was sent, as far as the server has not said that it is done.

/** Whether the server cannot be reached. */
export const isLost = () => hasLost;

/**
 * Send a message, if the server can be reached. With its time, the server leaves out what comes too late.
 * What the player asks for is a *wish*: if the connection is lost before it is done, they hear that.
 */
export function send(message, isWish = false) {
  if (socket?.readyState !== WebSocket.OPEN) return;
  const at = Date.now();
  if (isWish) asked.push(at);
  socket.send(JSON.stringify({ ...message, at }));
}

/** Take that what was asked for until a time is done. */
export function noteDone(at) {
  asked = asked.filter((each) => each > at);
}

/** Connect for good: `user` takes frames, and hears that the connection is lost, or that the browser is shut out. */
export function connect(user) {
  page = user;
  open();
}

/** End the connection, and open it no more. */
export function disconnect() {
  isOver = true;
  leave();
}

/** Whether this is a device for fingers, without a mouse. */
const isForFingers = () => matchMedia("(pointer: coarse) and (hover: none)").matches;

/** The table of the link by which the page was opened, once: what is loaded again later stays where the game is. */
function tableOfLink() {
  const code = location.pathname.slice(1);
  history.replaceState(null, "", "/");
  return code ? { table: code } : {};
}

function open() {
  const own = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/socket`);
  socket = own;
  unanswered = setTimeout(lose, ATTEMPT);
  own.addEventListener("open", () => {
    if (own !== socket) return;
    answered();
    wait = FIRST_WAIT;
    hasLost = false;
    const told = page.told();
    send({ hello: page.newest(), ...(told ? { told } : {}), ...(isForFingers() ? { touch: 1 } : {}), ...tableOfLink(), version: document.body.dataset.version });
    beat();
    if (asked.length) setTimeout(page.unsure, AFTER_MISSED);
    asked = [];
  });
  own.addEventListener("message", (event) => {
    if (own !== socket) return;
    answered();
    for (const frame of event.data.split("\n")) page.take(JSON.parse(frame));
  });
  own.addEventListener("close", () => {
    if (own === socket) lose();
  });
}

/** Note a sign of life. */
function answered() {
  clearTimeout(unanswered);
  unanswered = null;
}

/** Ask for a sign of life, again and again; any frame is one. */
function beat() {
  send({ alive: 1 });
  unanswered ??= setTimeout(lose, SILENCE);
  beating = setTimeout(beat, BEAT);
}

/** Leave the socket, which may be dead without knowing it. */
function leave() {
  for (const timer of [unanswered, beating, retrying]) clearTimeout(timer);
  unanswered = null;
  const left = socket;
  socket = null;
  left?.close?.();
}

/** Say once that the connection is lost, and open it again, after ever longer pauses. */
async function lose() {
  if (isOver) return;
  leave();
  const isFirst = !hasLost;
  hasLost = true;
  if (isFirst) page.lost();
  else if (await isShutOut()) return page.shutOut();
  retrying = setTimeout(open, wait);
  wait = Math.min(LONGEST_WAIT, wait * 2);
}

/** Whether the server does not let this browser in any more. */
async function isShutOut() {
  const answer = await fetch("/page.webmanifest", { cache: "no-store", signal: AbortSignal.timeout(ATTEMPT) }).catch(() => null);
  return answer?.status === 403;
}

// The browser itself may know that there is no network, or that there is one again.
addEventListener("offline", () => {
  if (socket) lose();
});
addEventListener("online", () => {
  if (!hasLost || isOver) return;
  leave();
  open();
});
