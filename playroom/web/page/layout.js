// Where the tiles lie: chains that wrap within a width. Pure, and in units: a tile is 2 long and 1 wide.

const GAP = 0.1;
const BADGE = 0.6; // from the edge of the last tile to the middle of the number beyond it
const STEM = 0.3; // between a foot and its toes, with the stem that joins those
const COLUMN = 2.3; // half the width that the arms of a spinner need above and below it, with the number beside them
const STRAIGHT = 2; // how many tiles these arms go straight before they turn
const ANGLES = { "1,0": 0, "0,1": 90, "-1,0": 180, "0,-1": 270 };

const isDouble = ([inner, outer]) => inner === outer;
const alongOf = (halves) => (isDouble(halves) ? 1 : 2);
const halfAcross = (halves) => (isDouble(halves) ? 1 : 0.5);

/** One tile: its halves in the direction in which it points, its middle and its angle in degrees. */
function placed(tile, x, y, dx, dy, isCrosswise) {
  const isUpright = isCrosswise ? dx !== 0 : dy !== 0;
  const angle = isCrosswise ? (dx ? 90 : 0) : ANGLES[`${dx},${dy}`];
  return { ...tile, x, y, angle, width: isUpright ? 1 : 2, height: isUpright ? 2 : 1 };
}

/**
 * Lay tiles outwards from a point: along a row until it reaches its bound, then round a corner into the next.
 *
 * `edge` is where the row begins, `y` its middle; `dx` is 1 to the right or -1 to the left, `turn` 1 down or -1 up.
 */
function snake(tiles, { edge, y, dx, turn, low, high, nextLow = low, nextHigh = high }) {
  const found = [];
  let last = null;
  let isCorner = false;
  for (const tile of tiles) {
    const along = alongOf(tile.halves);
    const gap = last && !isCorner ? GAP : 0;
    const reach = edge + dx * (gap + along);
    if (last && !isCorner && (dx > 0 ? reach > high : reach < low)) {
      const top = y + turn * (halfAcross(last.halves) + GAP);
      const x = edge - dx * 0.5;
      found.push(placed(tile, x, top + turn, 0, turn, false));
      [low, high] = [nextLow, nextHigh];
      edge = x + dx * 0.5;
      y = top + turn * 2;
      dx = -dx;
      isCorner = true;
    } else {
      if (isCorner) y += turn * (GAP + halfAcross(tile.halves));
      found.push(placed(tile, edge + dx * (gap + along / 2), y, dx, 0, isDouble(tile.halves)));
      edge += dx * (gap + along);
      isCorner = false;
    }
    last = tile;
  }
  const end = isCorner ? { x: edge + dx * 0.5, y: y + turn * BADGE } : { x: edge + dx * BADGE, y };
  return { tiles: found, end };
}

/** Lay the tiles of an arm above or below the spinner: straight at first, then in rows to one side. */
function arm(tiles, dy, dx, reach) {
  const found = [];
  let edge = dy * 1;
  const straight = tiles.slice(0, STRAIGHT);
  for (const tile of straight) {
    const along = alongOf(tile.halves);
    found.push(placed(tile, 0, edge + dy * (GAP + along / 2), 0, dy, isDouble(tile.halves)));
    edge += dy * (GAP + along);
  }
  const rest = tiles.slice(STRAIGHT);
  if (!rest.length) return { tiles: found, end: { x: 0, y: edge + dy * BADGE } };
  const side = halfAcross(straight.at(-1).halves) + GAP;
  const row = snake(rest, {
    edge: dx * side,
    y: edge - dy * 0.5,
    dx,
    turn: dy,
    low: dx > 0 ? -0.5 : -reach,
    high: dx > 0 ? reach : 0.5,
  });
  return { tiles: [...found, ...row.tiles], end: row.end };
}

const outwards = (tiles) => tiles.map((tile) => ({ ...tile, halves: [tile.halves[1], tile.halves[0]] })).reverse();

/** A line that grows to both sides from its first tile, or from its spinner, with the arms of that one. */
function line(rows, middle, hasArms, reach) {
  const tiles = rows.line;
  const start = tiles[middle];
  const half = alongOf(start.halves) / 2;
  const inside = (name) => (hasArms && rows[name].length ? COLUMN : -reach);
  const right = snake(tiles.slice(middle + 1), {
    edge: half + GAP, y: 0, dx: 1, turn: 1, low: -reach, high: reach, nextLow: inside("down"),
  });
  const left = snake(outwards(tiles.slice(0, middle)), {
    edge: -half - GAP, y: 0, dx: -1, turn: -1, low: -reach, high: reach, nextHigh: -inside("up"),
  });
  const first = placed(start, 0, 0, 1, 0, isDouble(start.halves));
  const found = { left, right };
  if (hasArms) Object.assign(found, { up: arm(rows.up, -1, 1, reach), down: arm(rows.down, 1, -1, reach) });
  const ends = Object.entries(found).map(([key, each]) => ({ key, ...each.end }));
  return { tiles: [first, ...Object.values(found).flatMap((each) => each.tiles)], ends };
}

/** A picture with the box that it needs, with room for the numbers at its ends. */
function boxed({ tiles, ends }, keys) {
  const shown = ends.filter((end) => keys.has(end.key));
  const all = [...tiles, ...shown.map((end) => ({ ...end, width: 1.2, height: 1.2 }))];
  const low = (axis, size) => Math.min(...all.map((each) => each[axis] - each[size] / 2)) - 0.3;
  const high = (axis, size) => Math.max(...all.map((each) => each[axis] + each[size] / 2)) + 0.3;
  const [x, y] = [low("x", "width"), low("y", "height")];
  return { tiles, ends: shown, x, y, width: high("x", "width") - x, height: high("y", "height") - y };
}

const lowest = (pictures) => pictures.reduce((one, two) => (two.height < one.height ? two : one));

/**
 * Of several pictures the one that allows the largest tiles, and of nearly equal ones the lowest.
 *
 * If tiles would be too small everywhere, it is as wide as the room, and higher.
 */
function largest(pictures, { width, height, least, most }) {
  const scaleOf = (each) => Math.min(width / each.width, height / each.height, most);
  const best = Math.max(...pictures.map(scaleOf));
  const fitting = pictures.filter((each) => scaleOf(each) >= best * 0.97);
  const wide = pictures.filter((each) => width / each.width >= least);
  if (best >= least || !wide.length) {
    const found = lowest(fitting);
    return { ...found, scale: scaleOf(found) };
  }
  const found = lowest(wide);
  return { ...found, scale: Math.min(width / found.width, most) };
}

/** How far a line may reach to each side; beside the arms of a spinner, a tile must fit into the row after a corner. */
const reaches = (hasArms) => Array.from({ length: 25 }, (_, index) => (hasArms ? 6.5 : 4.5) + index);

/** The line of a board, as large as `room` allows: its width, height, and the least and most pixels for a unit. */
export function lineLayout(board, room) {
  const rows = Object.fromEntries(board.rows.map(({ key, tiles }) => [key, numbered(board, key, tiles)]));
  const keys = new Set(board.ends.map((end) => end.key));
  const middle = board.spinner ?? Math.min(board.anchor, rows.line.length - 1);
  const hasArms = board.spinner !== null;
  return largest(reaches(hasArms).map((reach) => boxed(line(rows, middle, hasArms, reach), keys)), room);
}

/** The tree of a board, as large as `room` allows: its engine, and on both sides its toes with all that grows there. */
export function treeLayout(board, room) {
  const number = Number(board.engine.split("-")[0]);
  const engine = placed({ halves: [number, number], isLast: false, isSpinner: true }, 0, 0, 1, 0, true);
  const toes = toesOf(board, number);
  const split = (at) => {
    const sides = [branches(board, toes.slice(0, at), 0.5, 1), branches(board, toes.slice(at), -0.5, -1)];
    const [tiles, ends, stems] = ["tiles", "ends", "stems"].map((kind) => sides.flatMap((side) => side[kind]));
    return { ...boxed({ tiles: [engine, ...tiles], ends }, new Set(ends.map(({ key }) => key))), stems };
  };
  return largest(Array.from({ length: toes.length + 1 }, (_, at) => split(at)), room);
}

/** The arms that begin at the foot with `number`, and an empty one where it must get a toe. */
function toesOf(board, number) {
  const arms = board.rows.filter(({ tiles }) => tiles[0][0] === number);
  const owed = board.ends.find((end) => end.number === number && isOwed(end));
  return owed ? [...arms, { key: owed.key, tiles: [], end: owed }] : arms;
}

const isOwed = (end) => end.marks.some(({ kind }) => kind === "foot");

/** Arms that begin at an edge, one below the other round y 0, each with those that begin at the double at its end. */
function branches(board, arms, edge, dx) {
  const inner = edge + dx * (arms.length ? STEM : 0);
  const blocks = arms.map(({ key, tiles, end }) => {
    const row = snake(numbered(board, key, tiles), { edge: inner, y: 0, dx, turn: 1, low: -Infinity, high: Infinity });
    const last = tiles.at(-1);
    if (last && isDouble(last)) {
      const grown = branches(board, toesOf(board, last[0]), row.end.x - dx * BADGE, dx);
      return { ...grown, tiles: [...row.tiles, ...grown.tiles], height: Math.max(grown.height, 2 + GAP) };
    }
    const open = end ?? board.ends.find((each) => each.number === last[1] && !isOwed(each));
    return { tiles: row.tiles, ends: open ? [{ key: open.key, size: 1, ...row.end }] : [], stems: [], height: 1 + GAP };
  });
  const height = blocks.reduce((sum, block) => sum + block.height, 0);
  const found = { tiles: [], ends: [], stems: [], height };
  let top = -height / 2;
  const middles = [];
  for (const block of blocks) {
    const middle = top + block.height / 2;
    top += block.height;
    middles.push(middle);
    found.tiles.push(...block.tiles.map((tile) => ({ ...tile, y: tile.y + middle })));
    found.ends.push(...block.ends.map((end) => ({ ...end, y: end.y + middle })));
    found.stems.push(...block.stems.map(({ x, low, high }) => ({ x, low: low + middle, high: high + middle })));
  }
  if (blocks.length) found.stems.push({ x: edge + (dx * STEM) / 2, low: Math.min(0, middles[0]), high: Math.max(0, middles.at(-1)) });
  return found;
}

/** The newest tiles of a train, in one row of a width and a height: as many as fit, and how many `more` there are. */
export function tailLayout(board, row, { width, height }) {
  const scale = height / 1.3;
  const tiles = numbered(board, row.key, row.tiles);
  const most = Math.max(1, Math.floor((width / scale - 0.3) / (2 + GAP)));
  const shown = tiles.slice(tiles.length > most ? -Math.max(1, Math.floor((width / scale - 1.7) / (2 + GAP))) : 0);
  const more = tiles.length - shown.length;
  const start = more ? 1.4 : 0;
  const found = shown.map((tile, at) => placed(tile, start + at * (2 + GAP) + 1, 0, 1, 0, false));
  return { tiles: found, more, x: -0.15, y: -0.65, width: start + shown.length * (2 + GAP) + 0.3, height: 1.3, scale };
}

function numbered(board, key, tiles) {
  const isLast = (index) => board.last?.row === key && board.last.index === index;
  const isSpinner = (index) => key === "line" && board.spinner === index;
  return tiles.map((halves, index) => ({ halves, isLast: isLast(index), isSpinner: isSpinner(index) }));
}
