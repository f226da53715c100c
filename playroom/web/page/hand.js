// The listener's hand: each tile is a button, and one that fits can be dragged to an end as well.

import { keep, made } from "./elements.js";
import { Carried } from "./flight.js";
import { sign, standingTile } from "./tiles.js";

const MANY = 7;
const FAR = 10; // pixels from which on a pointer drags a tile and does not press it

export class Hand {
  /** The tiles in a list, which are dragged to the ends of a picture; `send` takes what is played. */
  constructor(list, picture, send) {
    [this.list, this.picture, this.send] = [list, picture, send];
    this.tiles = [];
    this.aimed = "";
    this.hasBegun = false;
    this.drag = null;
    list.addEventListener("pointerdown", (event) => this.grasp(event));
    list.addEventListener("pointermove", (event) => this.move(event));
    list.addEventListener("pointerup", (event) => this.drop(event));
    list.addEventListener("pointercancel", () => this.letGo());
  }

  show({ hand, ends }) {
    [this.tiles, this.hasBegun, this.aimed] = [hand, ends.length > 0, ""];
    const make = ({ tile }) => {
      const item = made("li");
      const button = made("button", "hand-tile", "", { type: "button" });
      button.append(standingTile(tile), made("span", "hand-name"));
      button.addEventListener("click", () => this.press(tile));
      item.append(button);
      return item;
    };
    const update = (item, tile) => {
      const button = item.firstChild;
      button.className = tile.is_playable ? "hand-tile is-playable" : "hand-tile";
      button.setAttribute("aria-label", tile.label);
      button.lastChild.replaceChildren(...(tile.is_playable ? [sign("fits")] : []), made("span", "", tile.name));
    };
    keep(this.list, hand, (tile) => tile.tile, make, update);
    this.list.classList.toggle("is-crowded", hand.length > MANY);
    this.letGo();
  }

  /** The element of a tile; null if it is not in the hand. */
  tileOf(notation) {
    return [...this.list.children].find((item) => item.dataset.key === notation)?.firstChild.firstChild ?? null;
  }

  /** Have the next tile go to an end, and show which fit there; the same end again takes that back. */
  aim(end) {
    this.aimed = this.aimed === end ? "" : end;
    for (const tile of this.tiles) {
      const button = this.tileOf(tile.tile).parentElement;
      button.classList.toggle("is-playable", this.aimed ? tile.ends.includes(end) : tile.is_playable);
    }
    this.markEnds(this.aimed ? [this.aimed] : []);
  }

  press(notation) {
    const tile = this.tiles.find((each) => each.tile === notation);
    this.send(this.aimed && tile.ends.includes(this.aimed) ? { tile: notation, end: this.aimed } : { tile: notation });
  }

  grasp(event) {
    const item = event.target.closest("li");
    const tile = this.tiles.find((each) => each.tile === item?.dataset.key);
    if (!event.isPrimary || event.button || !tile?.is_playable) return;
    this.drag = { tile, from: [event.clientX, event.clientY], carried: null };
  }

  move(event) {
    if (!this.drag) return;
    const [x, y] = this.drag.from;
    if (!this.drag.carried) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < FAR) return;
      this.drag.carried = new Carried(this.tileOf(this.drag.tile.tile));
      this.list.setPointerCapture(event.pointerId);
      this.markEnds(this.drag.tile.ends);
    }
    this.drag.carried.move(event.clientX, event.clientY);
  }

  /** Play a tile that is dropped on the table at the nearest end where it fits; elsewhere it goes back. */
  drop(event) {
    const { tile, carried } = this.drag ?? {};
    this.letGo();
    if (!carried) return;
    // What a browser makes of a drag is no press of the tile.
    const ignore = (click) => click.stopPropagation();
    this.list.addEventListener("click", ignore, { capture: true, once: true });
    setTimeout(() => this.list.removeEventListener("click", ignore, { capture: true }));
    const table = this.picture.parentElement.getBoundingClientRect();
    const [x, y] = [event.clientX, event.clientY];
    if (x < table.left || x > table.right || y < table.top || y > table.bottom) return;
    if (!this.hasBegun) return this.send({ tile: tile.tile });
    const far = (element) => {
      const box = element.getBoundingClientRect();
      return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    };
    const fitting = this.endElements().filter((element) => tile.ends.includes(element.dataset.end));
    const [nearest] = fitting.sort((one, two) => far(one) - far(two));
    if (nearest) this.send({ tile: tile.tile, end: nearest.dataset.end });
  }

  letGo() {
    this.drag?.carried?.end();
    this.drag = null;
    this.markEnds([]);
  }

  endElements() {
    return [...this.picture.querySelectorAll("[data-end]")];
  }

  markEnds(keys) {
    for (const each of this.endElements()) each.classList.toggle("is-target", keys.includes(each.dataset.end));
  }
}
