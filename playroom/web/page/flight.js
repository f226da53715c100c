// Tiles that move over the page: from a hand to the table, or under a finger.

import { face, svg } from "./tiles.js";

const SECONDS = 0.42;

/** Where an element lies on the page: its middle, the length of a tile there, and its angle; null without one. */
export function placeOf(element) {
  if (!element) return null;
  const box = element.getBoundingClientRect();
  const isTile = element.matches("svg.tile");
  const length = isTile ? box.height : Math.min(box.width, box.height);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, length, angle: isTile ? 90 : 0 };
}

/** Move the newest tile of a picture there from a place, unless the listener wants no motion. */
export function fly(start, picture, last) {
  const target = picture.querySelector(".arrives");
  if (!target || !last || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const box = target.getBoundingClientRect();
  const [width, height] = [box.width, box.height];
  const end = { x: box.x + width / 2, y: box.y + height / 2, length: Math.max(width, height), angle: height > width ? 90 : 0 };
  const ghost = flyingTile(target, end.length);
  const timing = { duration: SECONDS * 1000, easing: "ease-in-out" };
  ghost.animate([{ transform: transformOf(start, end.length) }, { transform: transformOf(end, end.length) }], timing)
    .finished.then(() => ghost.remove(), () => ghost.remove());
  target.animate([{ visibility: "hidden" }, { visibility: "hidden" }], timing);
}

function flyingTile(tile, length) {
  const copy = svg("svg", { class: "flying", viewBox: "-1.05 -0.55 2.1 1.1", width: length, height: length / 2, "aria-hidden": "true" });
  const laid = tile.cloneNode(true);
  for (const name of ["transform", "class"]) laid.removeAttribute(name);
  copy.append(laid);
  document.querySelector(".board").append(copy);
  return copy;
}

const transformOf = ({ x, y, length, angle }, own) =>
  `translate(${x - own / 2}px, ${y - own / 4}px) rotate(${angle}deg) scale(${length / own})`;

/** A copy of a tile of the hand that follows a pointer. */
export class Carried {
  constructor(tile) {
    this.tile = tile;
    const { length } = placeOf(tile);
    this.length = length * 1.15;
    this.ghost = flyingTile(face(tile.dataset.tile.split("-").map(Number)), this.length);
    this.motion = this.ghost.animate([], { duration: 0, fill: "forwards" });
    tile.parentElement.classList.add("is-carried");
  }

  move(x, y) {
    const transform = transformOf({ x, y, length: this.length, angle: 90 }, this.length);
    this.motion.effect.setKeyframes([{ transform }, { transform }]);
  }

  end() {
    this.tile.parentElement?.classList.remove("is-carried");
    this.ghost.remove();
  }
}
