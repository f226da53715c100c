// The table as the listener may see it, drawn anew from each value that the server sends.

import { keep, made } from "./elements.js";
import { fly, placeOf } from "./flight.js";
import { Hand } from "./hand.js";
import { drawPicture } from "./picture.js";
import { showPlayers, showResult } from "./players.js";
import { marksOf, sign } from "./tiles.js";

const LEAST_SIDE = 120;

const boards = new WeakMap();

/** Draw `board` in `element`, or nothing if it is null; `send` takes what a button asks of the console. */
export function drawBoard(element, board, send) {
  if (!board) {
    boards.get(element)?.close();
    boards.delete(element);
    element.replaceChildren();
    return;
  }
  if (!boards.has(element)) boards.set(element, new BoardPage(element));
  boards.get(element).show(board, send);
}

class BoardPage {
  constructor(element) {
    this.board = null;
    this.send = () => {};
    this.root = made("div", "board");
    this.heading = made("h2", "board-heading");
    this.facts = made("p", "board-facts");
    this.turn = made("p", "board-turn");
    this.table = made("section", "board-table");
    this.picture = made("div", "board-picture");
    this.ends = made("ul", "board-ends");
    this.table.append(this.picture, this.ends);
    [this.playersPart, this.players] = this.part("players");
    [this.handPart, this.handList] = this.part("hand");
    [this.actionsPart, this.actions] = this.part("actions");
    this.hand = new Hand(this.handList, this.picture, (message) => this.send(message));
    const top = made("div", "board-top");
    top.append(this.heading, this.facts, this.turn);
    this.own = made("div", "board-own");
    this.result = made("section", "board-result");
    this.question = made("section", "board-question");
    this.question.hidden = true;
    this.asked = made("p", "board-asked");
    this.answers = made("ul", "board-actions");
    this.question.append(this.asked, this.answers);
    this.own.append(this.result, this.question, this.handPart, this.actionsPart);
    this.root.append(top, this.playersPart, this.table, this.own);
    element.replaceChildren(this.root);
    this.picture.addEventListener("click", (event) => this.touch(event.target.closest("[data-end]")?.dataset.end));
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.picture);
  }

  part(name) {
    const part = made("section", `board-part board-${name}-part`);
    const list = made("ul", `board-${name}`);
    part.append(list);
    return [part, list];
  }

  close() {
    this.observer.disconnect();
  }

  show(board, send) {
    const start = this.startOf(board);
    [this.board, this.send] = [board, send];
    const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
    const place = focused ? [...this.root.querySelectorAll("button")].indexOf(focused) : -1;
    this.name(board.regions);
    this.heading.textContent = board.heading;
    this.facts.replaceChildren(...board.facts.map((fact) => made("span", "", fact)));
    this.turn.replaceChildren(...(board.is_to_move ? [sign("turn")] : []), made("span", "", board.turn));
    this.root.classList.toggle("is-to-move", board.is_to_move);
    this.root.classList.toggle("has-result", Boolean(board.result));
    this.root.classList.toggle("has-trains", board.engine !== null);
    showPlayers(this.players, board.players);
    showResult(this.result, board);
    this.showEnds(board);
    const isAsked = this.showQuestion(board.question);
    this.hand.show(board);
    this.handPart.hidden = !board.hand.length || Boolean(board.result);
    this.showActions(board.actions);
    this.drawTable();
    if (start) fly(start, this.picture, board.last);
    if (focused && isAsked) this.answers.querySelector("button").focus();
    else if (focused && !focused.isConnected) this.focusNear(place);
  }

  /** From where the newest tile has come, if this board has one that the last board had not: a place on the page. */
  startOf(board) {
    const tiles = (each) => each.rows.reduce((count, row) => count + row.tiles.length, 0);
    const before = this.board;
    if (!board.last || !before || before.heading !== board.heading || tiles(before) + 1 !== tiles(board)) return null;
    const player = board.players.find(({ seat }) => seat === board.last.seat);
    const from = player?.is_listener ? this.hand.tileOf(player.last?.tile) : null;
    return placeOf(from ?? this.players.querySelector(`[data-key="${board.last.seat}"]`));
  }

  /** Show the question where a tile goes; whether it is asked now and was not before. */
  showQuestion(question) {
    const wasHidden = this.question.hidden;
    this.question.hidden = !question;
    this.root.classList.toggle("is-asked", Boolean(question));
    const update = (item, { key, label }) => {
      item.firstChild.textContent = label;
      item.firstChild.classList.toggle("is-move", key !== "escape");
    };
    keep(this.answers, question?.answers ?? [], (answer) => answer.key, (answer) => this.button({ key: answer.key }), update);
    this.asked.textContent = question?.words ?? "";
    this.answers.setAttribute("aria-label", this.asked.textContent);
    return Boolean(question) && wasHidden;
  }

  /** An item of a list with a button that sends a message. */
  button(message) {
    const item = made("li");
    const button = made("button", "action is-move", "", { type: "button" });
    button.addEventListener("click", () => this.send(message));
    item.append(button);
    return item;
  }

  name(regions) {
    this.table.setAttribute("aria-label", regions.table);
    this.ends.setAttribute("aria-label", regions.ends);
    this.playersPart.setAttribute("aria-label", regions.players);
    this.handPart.setAttribute("aria-label", regions.hand);
    this.actionsPart.setAttribute("aria-label", regions.actions);
  }

  /** Keep the focus near the place of a button that is gone, such as that of a tile that was played. */
  focusNear(place) {
    const buttons = [...this.root.querySelectorAll("button")];
    buttons[Math.min(place, buttons.length - 1)]?.focus();
  }

  /** The ends of a line or a tree in words beside the picture; those of trains stand in the heading of each train. */
  showEnds(board) {
    const ends = board.engine === null || board.is_tree ? board.ends : [];
    const update = (item, end) => {
      item.className = "end";
      item.replaceChildren(made("span", "", end.name), made("strong", "", String(end.number)), ...marksOf(end.marks));
    };
    keep(this.ends, ends, (end) => end.key, () => made("li"), update);
    if (board.sum_words && ends.length) this.ends.append(made("li", "end sum", board.sum_words, { "data-key": "sum" }));
    this.ends.hidden = !ends.length;
  }

  /** Play at an end that is touched: the tile that is asked about, or the only one that fits; of several the next one. */
  touch(end) {
    if (!end) return;
    const asked = this.board.question?.tile;
    const fitting = this.board.hand.filter((tile) => tile.ends.includes(end));
    if (asked) this.send({ tile: asked, end });
    else if (fitting.length === 1) this.send({ tile: fitting[0].tile, end });
    else if (fitting.length) this.hand.aim(end);
  }

  showActions(actions) {
    const make = ({ command }) => this.button({ command });
    const update = (item, action) => {
      const isMove = ["draw", "pass", "play"].includes(action.command);
      item.classList.toggle("is-move-place", isMove);
      item.firstChild.className = isMove && action.is_possible ? "action is-move" : "action";
      item.firstChild.classList.toggle("is-refused", !action.is_possible);
      item.firstChild.textContent = action.label;
    };
    keep(this.actions, actions, (action) => action.command, make, update);
    this.actionsPart.hidden = !actions.length;
  }

  resize() {
    const { clientWidth, clientHeight } = this.picture;
    if (this.board && (clientWidth !== this.width || clientHeight !== this.height)) this.drawTable();
  }

  /** Draw the tiles as large as there is room; where they would be too small in it, the picture grows. */
  drawTable() {
    this.picture.classList.remove("is-tall");
    [this.width, this.height] = [this.picture.clientWidth, this.picture.clientHeight];
    // A page that is not shown yet has no width; it is drawn anew once it has one.
    const room = { width: Math.max(this.width, LEAST_SIDE), height: Math.max(this.height, LEAST_SIDE) };
    drawPicture(this.picture, this.board, room);
    this.picture.classList.toggle("is-tall", this.picture.scrollHeight > this.height + 1);
    this.height = this.picture.clientHeight;
  }
}
