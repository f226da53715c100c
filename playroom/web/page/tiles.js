// Tiles as SVG: faces with pips, numbers at the ends, and small signs. No text is ever read as HTML.

import { made } from "./elements.js";

const SVG = "http://www.w3.org/2000/svg";
const LEAST_TARGET = 44;
const THIRDS = [-0.28, 0, 0.28];
const QUARTERS = [-0.33, -0.11, 0.11, 0.33];
const FIFTHS = [-0.36, -0.18, 0, 0.18, 0.36];
const SIXTHS = [-0.4, -0.24, -0.08, 0.08, 0.24, 0.4];

/** The middles of the pips on a half, whose length runs along x: two or three rows of up to six. */
const PIPS = {
  0: [], 1: [[0, 0]], 2: corners(1), 3: [...corners(1), [0, 0]], 4: corners(2), 5: [...corners(2), [0, 0]],
  6: rows(THIRDS, [], THIRDS), 7: rows(THIRDS, [0], THIRDS), 8: rows(THIRDS, [-0.28, 0.28], THIRDS),
  9: rows(THIRDS, THIRDS, THIRDS), 10: rows(QUARTERS, [-0.22, 0.22], QUARTERS),
  11: rows(QUARTERS, THIRDS, QUARTERS), 12: rows(QUARTERS, QUARTERS, QUARTERS),
  13: rows(FIFTHS, THIRDS, FIFTHS), 14: rows(FIFTHS, QUARTERS, FIFTHS), 15: rows(FIFTHS, FIFTHS, FIFTHS),
  16: rows(SIXTHS, QUARTERS, SIXTHS), 17: rows(SIXTHS, FIFTHS, SIXTHS), 18: rows(SIXTHS, SIXTHS, SIXTHS),
};

function corners(pairs) {
  const all = [[-0.28, -0.28], [0.28, 0.28], [-0.28, 0.28], [0.28, -0.28]];
  return all.slice(0, pairs * 2);
}

function rows(upper, middle, lower) {
  const row = (across, along) => along.map((x) => [x, across]);
  return [...row(-0.28, upper), ...row(0, middle), ...row(0.28, lower)];
}

/** An SVG element with attributes and children. */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The marks of a player or an end, each with its sign and its words. */
export const marksOf = (marks) =>
  marks.map((mark) => {
    const shown = made("span", `mark mark-${mark.kind}`);
    shown.append(sign(mark.kind), made("span", "words", mark.words));
    return shown;
  });

/** The radius of a pip: the more there are, the smaller. */
function radius(number) {
  return number > 12 ? 0.065 : number > 9 ? 0.075 : 0.1;
}

/** The face of a tile that lies along x, with its middle at 0,0. */
export function face(halves) {
  const pips = halves.flatMap((number, at) =>
    PIPS[number].map(([x, y]) =>
      svg("circle", { class: `pip pip-${number}`, cx: x + (at ? 0.5 : -0.5), cy: y, r: radius(number) }),
    ),
  );
  return svg(
    "g",
    {},
    svg("rect", { class: "tile-face", x: -1, y: -0.5, width: 2, height: 1, rx: 0.14 }),
    svg("line", { class: "tile-bar", x1: 0, x2: 0, y1: -0.34, y2: 0.34 }),
    ...pips,
  );
}

/** A tile of a layout, in its place; the one played last has a ring, and the spinner a frame. */
export function laidTile({ halves, x, y, angle, isLast, isSpinner }) {
  const group = svg("g", { transform: `translate(${x} ${y}) rotate(${angle})` });
  if (isSpinner) group.append(svg("rect", { class: "spinner", x: -1.14, y: -0.64, width: 2.28, height: 1.28, rx: 0.2 }));
  if (isLast) group.append(svg("rect", { class: "last", x: -1.13, y: -0.63, width: 2.26, height: 1.26, rx: 0.22 }));
  const tile = face(halves);
  if (isLast) tile.setAttribute("class", "arrives");
  group.append(tile);
  return group;
}

/** The number of an open end, where the next tile would lie; dashed, as nothing lies there yet. */
export function endBadge({ x, y }, end) {
  const isClosed = end.marks.some((mark) => mark.kind === "closed");
  const isOwed = end.marks.some((mark) => ["owed", "double", "foot"].includes(mark.kind));
  const kind = isClosed ? "badge closed" : isOwed ? "badge owed" : "badge";
  const text = svg("text", { class: end.number > 9 ? "badge-number is-long" : "badge-number", x, y, dy: "0.35em" });
  text.textContent = end.number;
  return svg("g", {}, svg("rect", { class: kind, x: x - 0.5, y: y - 0.5, width: 1, height: 1, rx: 0.2 }), text);
}

/** Where the end of a line is touched or a tile dropped: large enough for a finger at `scale` pixels for a unit, unless its size is given. */
export function hitBox({ x, y, key, size: given }, scale) {
  const size = given ?? Math.max(1.4, LEAST_TARGET / scale);
  return svg("rect", { class: "end-target", "data-end": key, x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 0.3 });
}

/** A tile that lies, as on the table. */
export function lyingTile(notation) {
  const picture = svg("svg", { class: "lying", viewBox: "-1.06 -0.56 2.12 1.12", "aria-hidden": "true" });
  picture.append(face(notation.split("-").map(Number)));
  return picture;
}

/** A tile that stands upright, as on a rack. */
export function standingTile(notation) {
  const halves = notation.split("-").map(Number);
  const picture = svg("svg", { class: "tile", viewBox: "-0.56 -1.06 1.12 2.12", "aria-hidden": "true", "data-tile": notation });
  picture.append(svg("g", { transform: "rotate(90)" }, face(halves)));
  return picture;
}

/** The backs of so many tiles, each a small block; the number itself stands beside them in words. */
export function backs(count) {
  const picture = svg("svg", { class: "backs", viewBox: `0 0 ${count * 7} 12`, "aria-hidden": "true" });
  for (let at = 0; at < count; at += 1) {
    picture.append(svg("rect", { class: "back", x: at * 7 + 0.75, y: 0.75, width: 5, height: 10.5, rx: 1.2 }));
  }
  picture.setAttribute("width", `${(count * 7) / 16}em`);
  return picture;
}

const SIGNS = {
  turn: "M3 2 L13 8 L3 14 Z",
  winner: "M8 1 L10 6 L15.4 6.2 L11.2 9.6 L12.6 14.8 L8 11.8 L3.4 14.8 L4.8 9.6 L0.6 6.2 L6 6 Z",
  out: "M3 3 L13 13 M13 3 L3 13",
  eliminated: "M3 3 L13 13 M13 3 L3 13",
  open: "M8 2 L8 14 M2 8 L14 8",
  closed: "M2 8 L14 8",
  owed: "M8 2 L8 9 M8 12 L8 14",
  double: "M3 6 L13 6 M3 10 L13 10",
  foot: "M8 14 L8 8 L3 3 M8 8 L8 2 M8 8 L13 3",
  less: "M10 3 L5 8 L10 13",
  more: "M6 3 L11 8 L6 13",
  fits: "M2 8 L6 13 L14 3",
};

/** The sign of a kind of mark: a shape, so that nothing is said by colour alone. */
export function sign(kind) {
  return svg("svg", { class: `sign sign-${kind}`, viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: SIGNS[kind] }));
}
