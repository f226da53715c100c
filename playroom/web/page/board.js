// The table as the listener may see it, drawn anew from each value that the server sends.

import { keep, made } from "./elements.js";
import { lineLayout, trainLayout } from "./layout.js";
import { backs, endBadge, face, laidTile, sign, standingTile, svg } from "./tiles.js";

const LEAST_WIDTH = 160;

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

const marksOf = (marks) =>
  marks.map((mark) => {
    const shown = made("span", `mark mark-${mark.kind}`);
    shown.append(sign(mark.kind), made("span", "", mark.words));
    return shown;
  });

class BoardPage {
  constructor(element) {
    this.element = element;
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
    [this.handPart, this.hand] = this.part("hand");
    [this.actionsPart, this.actions] = this.part("actions");
    const top = made("div", "board-top");
    top.append(this.heading, this.facts);
    this.own = made("div", "board-own");
    this.question = made("section", "board-question");
    this.question.hidden = true;
    this.asked = made("p", "board-turn");
    this.answers = made("ul", "board-actions");
    this.question.append(this.asked, this.answers);
    this.own.append(this.turn, this.question, this.handPart, this.actionsPart);
    this.root.append(top, this.table, this.own, this.playersPart);
    element.replaceChildren(this.root);
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
    [this.board, this.send] = [board, send];
    const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
    const place = focused ? [...this.root.querySelectorAll("button")].indexOf(focused) : -1;
    this.name(board.regions);
    this.order(board.engine !== null);
    this.heading.textContent = board.heading;
    this.facts.replaceChildren(...board.facts.map((fact) => made("span", "", fact)));
    this.turn.replaceChildren(...(board.is_to_move ? [sign("turn")] : []), made("span", "", board.turn));
    this.root.classList.toggle("is-to-move", board.is_to_move);
    this.showPlayers(board.players);
    this.showEnds(board);
    const isAsked = this.showQuestion(board.question);
    this.showHand(board.hand);
    this.showActions(board.actions);
    this.drawTable();
    if (focused && isAsked) this.answers.querySelector("button").focus();
    else if (focused && !focused.isConnected) this.focusNear(place);
  }

  /** Show the question where a tile goes; whether it is asked now and was not before. */
  showQuestion(question) {
    const wasHidden = this.question.hidden;
    this.question.hidden = !question;
    const update = (item, { label }) => (item.firstChild.textContent = label);
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

  /** The hand stands below the table; above it where many trains would put it far down on a phone. */
  order(hasTrains) {
    const [first, second] = hasTrains ? [this.own, this.table] : [this.table, this.own];
    if (first.nextElementSibling !== second) this.root.insertBefore(first, second);
  }

  /** Keep the focus near the place of a button that is gone, such as that of a tile that was played. */
  focusNear(place) {
    const buttons = [...this.root.querySelectorAll("button")];
    buttons[Math.min(place, buttons.length - 1)]?.focus();
  }

  showPlayers(players) {
    const update = (item, player) => {
      item.className = ["player", ...player.marks.map((mark) => `is-${mark.kind}`)].join(" ");
      const name = made("strong", "player-name", player.name);
      const held = made("span", "player-tiles");
      if (player.tiles) held.append(player.hand.length ? openHand(player) : backs(player.tiles));
      held.append(made("span", "", player.tiles_words));
      const team = player.team_words ? [made("span", "player-team", player.team_words)] : [];
      const points = made("span", "player-points", player.points_words);
      item.replaceChildren(name, ...marksOf(player.marks), held, points, ...team);
    };
    keep(this.players, players, (player) => String(player.seat), () => made("li"), update);
  }

  /** The ends of a line in words beside the picture; those of trains stand in the heading of each train. */
  showEnds(board) {
    const ends = board.engine === null ? board.ends : [];
    const update = (item, end) => {
      item.className = "end";
      item.replaceChildren(made("span", "", end.name), made("strong", "", String(end.number)), ...marksOf(end.marks));
    };
    keep(this.ends, ends, (end) => end.key, () => made("li"), update);
    if (board.sum_words && ends.length) this.ends.append(made("li", "end sum", board.sum_words, { "data-key": "sum" }));
    this.ends.hidden = !ends.length;
  }

  showHand(hand) {
    const make = ({ tile }) => {
      const item = this.button({ tile });
      item.firstChild.append(standingTile(tile), made("span", "hand-name"));
      return item;
    };
    const update = (item, tile) => {
      const button = item.firstChild;
      button.className = tile.is_playable ? "hand-tile is-playable" : "hand-tile";
      button.setAttribute("aria-label", tile.label);
      button.lastChild.replaceChildren(...(tile.is_playable ? [sign("fits")] : []), made("span", "", tile.name));
    };
    keep(this.hand, hand, (tile) => tile.tile, make, update);
    this.handPart.hidden = !hand.length;
  }

  showActions(actions) {
    const make = ({ command }) => this.button({ command });
    const update = (item, action) => {
      const isMove = ["draw", "pass", "play"].includes(action.command);
      item.firstChild.className = isMove && action.is_possible ? "action is-move" : "action";
      item.firstChild.classList.toggle("is-refused", !action.is_possible);
      item.firstChild.textContent = action.label;
    };
    keep(this.actions, actions, (action) => action.command, make, update);
    this.actionsPart.hidden = !actions.length;
  }

  resize() {
    if (this.board && this.picture.clientWidth !== this.drawnWidth) this.drawTable();
  }

  drawTable() {
    this.drawnWidth = this.picture.clientWidth;
    // A page that is not shown yet has no width; it is drawn anew once it has one.
    this.width = Math.max(this.drawnWidth, LEAST_WIDTH);
    if (this.board.engine !== null) this.picture.replaceChildren(this.trains());
    else if (this.board.ends.length) this.picture.replaceChildren(this.line());
    else this.picture.replaceChildren(made("p", "board-empty", this.board.summary));
  }

  line() {
    const most = 2.125 * this.em();
    const layout = lineLayout(this.board, { width: this.width, height: this.room(), least: 12, most });
    return drawn(layout, this.board.ends, { role: "img", "aria-label": this.board.summary });
  }

  /** The height for the line: half of the window, or that of the players where they stand beside the table. */
  room() {
    const beside = this.playersPart.offsetLeft < this.table.offsetLeft ? this.playersPart.clientHeight - 100 : 0;
    return Math.max(260, window.innerHeight * 0.5, beside);
  }

  /** The engine, then a row for each train with its name, its end and its tiles. */
  trains() {
    const list = made("ul", "trains", "", { "aria-label": this.board.regions.table });
    list.append(...this.board.ends.map((end) => this.train(end)));
    const yard = made("div", "yard");
    const picture = svg("svg", { class: "engine-tile", viewBox: "-1.1 -0.6 2.2 1.2", "aria-hidden": "true" });
    picture.append(face(this.board.engine.split("-").map(Number)));
    const engine = made("p", "engine");
    engine.append(picture, made("span", "", this.board.engine_words));
    yard.append(engine, list);
    return yard;
  }

  train(end) {
    const row = this.board.rows.find(({ key }) => key === end.key);
    const item = made("li", ["train", ...end.marks.map((mark) => `is-${mark.kind}`)].join(" "));
    const title = made("p", "train-title");
    title.append(made("strong", "", end.name), made("span", "train-number", String(end.number)), ...marksOf(end.marks));
    const width = this.trainWidth();
    item.append(title, drawn(trainLayout(this.board, row, { width, most: 1.0625 * this.em() }), [end], { "aria-hidden": "true" }));
    return item;
  }

  /** The size of the text in pixels, with which tiles grow. */
  em() {
    return parseFloat(getComputedStyle(this.picture).fontSize);
  }

  /** The width of a train: half of the table where two stand side by side. */
  trainWidth() {
    const columns = this.width >= 44 * this.em() ? 2 : 1;
    return Math.max(this.width / columns - 32, LEAST_WIDTH / 2);
  }
}

/** The tiles left to a player after a round. */
function openHand(player) {
  const hand = made("span", "open-hand", "", { role: "img", "aria-label": player.hand.join(", ") });
  hand.append(...player.hand.map(standingTile));
  return hand;
}

function drawn(layout, ends, attributes) {
  const { x, y, width, height, scale } = layout;
  const picture = svg("svg", {
    class: "layout", viewBox: `${x} ${y} ${width} ${height}`, width: width * scale, height: height * scale, ...attributes,
  });
  // The last tile lies on top, so that its ring is whole.
  picture.append(...[...layout.tiles].sort((one, two) => one.isLast - two.isLast).map(laidTile));
  picture.append(...layout.ends.map((place) => endBadge(place, ends.find((end) => end.key === place.key))));
  return picture;
}
