// The picture of the table: a line or a tree of tiles with its ends, or the engine and the trains.

import { made } from "./elements.js";
import { lineLayout, tailLayout, treeLayout } from "./layout.js";
import { endBadge, face, hitBox, laidTile, marksOf, svg } from "./tiles.js";

const TRAIN_WIDTH = 11; // the least width of a train, in the size of its text
const TITLE_HEIGHT = 2; // the height of its title and its edge, likewise
const COLUMNS = [1, 2, 3, 4];

/** Draw the table of `board` in `element`, as large as `room` allows: a width and a height in pixels. */
export function drawPicture(element, board, room) {
  if (board.engine !== null && !board.is_tree) drawTrains(element, board, room);
  else if (board.is_tree || board.ends.length) element.replaceChildren(chain(board, room));
  else element.replaceChildren(made("p", "board-empty", board.summary));
}

/** A line, or a tree. */
function chain(board, { width, height }) {
  const most = Math.max(30, Math.min(60, Math.min(width, height) / 5));
  const layout = (board.is_tree ? treeLayout : lineLayout)(board, { width, height, least: 7, most });
  return drawn(layout, { role: "img", "aria-label": board.summary }, board.ends);
}

/** The engine, then each train with its name, its end and its last tiles, in the columns that allow the largest ones. */
function drawTrains(element, board, room) {
  const em = parseFloat(getComputedStyle(element).fontSize) * 0.875;
  const yard = made("div", "yard");
  const engine = made("p", "engine");
  const picture = svg("svg", { class: "engine-tile", viewBox: "-1.1 -0.6 2.2 1.2", "aria-hidden": "true" });
  picture.append(face(board.engine.split("-").map(Number)));
  engine.append(picture, made("span", "", board.engine_words));
  const list = made("ul", "trains", "", { "aria-label": board.regions.table });
  const items = board.ends.map((end) => train(board, end));
  list.append(...items);
  yard.append(engine, list);
  element.replaceChildren(yard);
  const cells = items.length + 1; // the engine lies in the first one
  const heightOf = (columns) => Math.min(2.75 * em, room.height / Math.ceil(cells / columns) - TITLE_HEIGHT * em);
  const possible = COLUMNS.filter((columns) => columns === 1 || room.width / columns >= TRAIN_WIDTH * em);
  const columns = possible.reduce((best, each) => (heightOf(each) > heightOf(best) + 1 ? each : best));
  yard.classList.add(`columns-${columns}`);
  // What is left by the titles, of which long ones have two lines.
  const spare = (room.height - yard.offsetHeight) / Math.ceil(cells / columns);
  const height = Math.max(0.8 * em, Math.min(2.75 * em, spare));
  for (const [at, item] of items.entries()) {
    const row = board.rows.find(({ key }) => key === board.ends[at].key);
    const { width } = item.lastChild.getBoundingClientRect();
    item.lastChild.append(drawn(tailLayout(board, row, { width, height }), { "aria-hidden": "true" }));
  }
}

function train(board, end) {
  const kinds = end.marks.map((mark) => `is-${mark.kind}`).join(" ");
  const item = made("li", `train ${kinds}`, "", { "data-end": end.key });
  const title = made("p", "train-title");
  title.append(made("span", "train-number", String(end.number)), made("strong", "", end.name), ...marksOf(end.marks));
  item.append(title, made("div", "tail"));
  return item;
}

function drawn(layout, attributes, ends = []) {
  const { x, y, width, height, scale, more = 0 } = layout;
  const picture = svg("svg", {
    class: "layout", viewBox: `${x} ${y} ${width} ${height}`, width: width * scale, height: height * scale, ...attributes,
  });
  if (more) picture.append(svg("text", { class: "more-tiles", x: x + 0.15, y: 0, dy: "0.35em" }, `+${more}`));
  const stems = (layout.stems ?? []).map(({ x, low, high }) => svg("line", { class: "stem", x1: x, x2: x, y1: low, y2: high }));
  picture.append(...stems);
  // The last tile lies on top, so that its ring is whole.
  picture.append(...[...layout.tiles].sort((one, two) => one.isLast - two.isLast).map(laidTile));
  const badges = (layout.ends ?? []).map((place) => endBadge(place, ends.find((end) => end.key === place.key)));
  const boxes = (layout.ends ?? []).map((place) => hitBox(place, scale));
  picture.append(...badges, ...boxes);
  return picture;
}
