// The players above the table with their last moves, and the result once a round or the match is over.

import { keep, made } from "./elements.js";
import { backs, lyingTile, marksOf, sign, standingTile } from "./tiles.js";

const MANY = 4;
const SHOWN = 7; // tiles of a hand that are left where there is little room, as board.css has it

/** Show the players, each with what they hold, their points and their last move. */
export function showPlayers(list, players) {
  const update = (item, player) => {
    item.className = ["player", ...player.marks.map((mark) => `is-${mark.kind}`)].join(" ");
    const name = made("strong", "player-name", player.name);
    if (player.marks.some(({ kind }) => kind === "turn")) name.prepend(sign("turn"));
    const held = made("span", "player-tiles");
    if (player.tiles) held.append(player.hand.length ? openHand(player) : backs(player.tiles));
    held.append(made("span", "words", player.tiles_words), made("span", "figure", player.tiles, { "aria-hidden": "true" }));
    const points = pointsOf(player, "player-points");
    const team = player.team_words ? [made("span", "player-team", player.team_words)] : [];
    item.replaceChildren(name, ...marksOf(player.marks), held, points, ...team, lastMove(player.last));
  };
  list.classList.toggle("is-crowded", players.length > MANY);
  keep(list, players, (player) => String(player.seat), () => made("li"), update);
}

/** The points of a player in words, and as a figure for where there is little room. */
function pointsOf(player, name) {
  const points = made("span", name);
  points.append(made("span", "words", player.points_words), made("span", "figure", String(player.points), { "aria-hidden": "true" }));
  return points;
}

function lastMove(last) {
  const shown = made("span", "player-last", last?.words ?? "");
  if (last?.tile) shown.append(lyingTile(last.tile), made("span", "spoken", last.tile));
  return shown;
}

/** Show how a round has ended, with everyone's points and tiles; nothing while it goes on. */
export function showResult(part, board) {
  part.hidden = !board.result;
  if (!board.result) return part.replaceChildren();
  const list = made("ul", "result-players");
  list.append(...board.players.map((player) => resultOf(player)));
  part.replaceChildren(made("p", "result-words", board.result), list);
}

function resultOf(player) {
  const item = made("li", ["result", ...player.marks.map((mark) => `is-${mark.kind}`)].join(" "));
  const name = made("strong", "result-name", player.name);
  if (player.marks.some(({ kind }) => kind === "winner")) name.prepend(sign("winner"));
  const held = made("span", "result-tiles");
  if (player.hand.length) held.append(openHand(player));
  held.append(made("span", player.hand.length ? "spoken" : "", player.tiles_words));
  item.append(name, held, made("span", "result-gained", player.gained), pointsOf(player, "result-points"));
  return item;
}

/** The tiles left to a player after a round. */
function openHand(player) {
  const hand = made("span", "open-hand", "", { role: "img", "aria-label": player.hand.join(", ") });
  hand.append(...player.hand.map(standingTile));
  if (player.hand.length > SHOWN) hand.append(made("span", "more", `+${player.hand.length - SHOWN}`));
  return hand;
}
