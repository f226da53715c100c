// The current place: the lines of a list or the answers to a question, and the buttons for its commands.

import { keep, made } from "./elements.js";
import { sign } from "./tiles.js";

const byId = (id) => document.getElementById(id);

/** Draw the place, or nothing if it is null; `send` takes what is touched. */
export function drawPlace(place, send) {
  const [part, title, lines] = [byId("place"), byId("place-title"), byId("place-lines")];
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const [isOver, isNew] = [place?.over_table ?? false, place !== null && String(place.number) !== part.dataset.place];
  part.dataset.place = place?.number ?? "";
  const all = place ? [place.above, ...place.lines, place.below].filter(Boolean) : [];
  title.textContent = place?.title ?? "";
  title.hidden = !title.textContent;
  const showLine = (item, line) => updateLine(item, line, line.is_focused ? place.values : [], send);
  keep(lines, all, ({ number }) => String(number), ({ number }) => lineOf(number, send), showLine);
  lines.firstChild?.classList.toggle("is-way", Boolean(place.above));
  lines.lastChild?.classList.toggle("is-way", Boolean(place.below));
  lines.hidden = !all.length;
  keep(byId("touch"), place?.buttons ?? [], ({ command }) => command, ({ command }) => buttonOf(command, send), updateButton);
  document.body.classList.toggle("is-over", isOver);
  for (const tile of document.querySelectorAll(".board-hand > li")) {
    setCurrent(tile.firstChild, tile.dataset.key === place?.tile);
  }
  // What a button at the end of the page has opened is seen at once.
  if (isOver && isNew) byId("room").scrollIntoView();
  if (focused && document.activeElement !== focused) {
    (focused.isConnected ? focused : lines.querySelector("[aria-current], button") ?? byId("game")).focus();
  }
}

function lineOf(number, send) {
  const item = made("li", "place-line");
  const button = made("button", "", "", { type: "button" });
  button.append(sign("turn"), made("span"));
  button.addEventListener("click", () => send({ line: number }));
  item.append(button);
  return item;
}

function updateLine(item, { label, is_focused: isFocused }, values, send) {
  const button = item.firstChild;
  button.lastChild.textContent = label;
  setCurrent(button, isFocused);
  const old = [...item.children].slice(1);
  if (old.map(({ dataset }) => dataset.key).join() === values.map(({ command }) => command).join()) return;
  for (const each of old) each.remove();
  item.append(...values.map((value) => valueButton(value, send)));
}

function setCurrent(button, isCurrent) {
  if (isCurrent) button.setAttribute("aria-current", "true");
  else button.removeAttribute("aria-current");
}

function valueButton({ command, label }, send) {
  const button = made("button", "value", "", { type: "button", "aria-label": label, "data-key": command });
  button.append(sign(command));
  button.addEventListener("click", () => send({ obey: command }));
  return button;
}

function buttonOf(command, send) {
  const button = made("button", "", "", { type: "button" });
  button.addEventListener("click", () => {
    const isText = command === "choose" && !byId("entry").hidden;
    if (isText) byId("entry").requestSubmit();
    else send({ obey: command });
  });
  return button;
}

function updateButton(button, { label, is_step: isStep }) {
  button.textContent = label;
  button.classList.toggle("is-step", isStep);
}
