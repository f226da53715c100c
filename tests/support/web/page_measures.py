"""What a person with a small window, large text or weak eyes would miss in a page."""

import json

from support.web.chromium import Tab

_LOST = """
(() => {
  const isCut = (each) => getComputedStyle(each).clipPath !== "none";
  const isClipped = (each) => each && (isCut(each) || isClipped(each.parentElement));
  const isSeen = (each) => each.checkVisibility() && !isClipped(each);
  const all = [...document.querySelectorAll(%s)].filter(isSeen);
  const lost = all.filter((each) => {
    if (each instanceof SVGElement && each.tagName !== "svg") return false;
    const box = each.getBoundingClientRect();
    const beyond = box.width && (box.left < -0.5 || box.right > document.documentElement.clientWidth + 0.5);
    const cut = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline";
    return beyond || (cut && !(each instanceof SVGElement) && each.tagName !== "INPUT");
  });
  return lost.map((each) => `${each.tagName} ${each.id} ${each.className.baseVal ?? each.className}`);
})()
"""
_OVERLAPS = """
(() => {
  const isCut = (each) => getComputedStyle(each).clipPath !== "none";
  const isClipped = (each) => each && (isCut(each) || isClipped(each.parentElement));
  const isSeen = (each) => each.checkVisibility() && !isClipped(each);
  const all = [...document.querySelectorAll(%s)].filter(isSeen);
  const texts = all.filter((each) => each.matches("li, button, p, h1, h2, input"));
  const boxes = texts.map((each) => [each, each.getBoundingClientRect()]);
  const found = [];
  for (const [one, a] of boxes) for (const [two, b] of boxes) {
    if (one === two || one.contains(two) || two.contains(one)) continue;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 0.5 && high > 0.5) found.push(`${one.className} over ${two.className}`);
  }
  return found;
})()
"""
_COLOURS = """
  const hex = (colour) => "#" + colour.match(/[0-9.]+/g).slice(0, 3).map(
    (part) => Number(part).toString(16).padStart(2, "0")).join("");
  const ground = (each) => {
    const colour = getComputedStyle(each).backgroundColor;
    return /, 0\\)$/.test(colour) ? ground(each.parentElement) : hex(colour);
  };
"""

_TEXT_COLOURS = """
(() => {
  %(colours)s
  const found = new Set();
  for (const root of document.querySelectorAll(%(root)s)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      const isDrawn = parent instanceof SVGElement;
      if (!walker.currentNode.data.trim() || !parent.checkVisibility()) continue;
      const colour = getComputedStyle(parent)[isDrawn ? "fill" : "color"];
      found.add(`${hex(colour)} ${ground(isDrawn ? parent.closest("svg").parentElement : parent)}`);
    }
  }
  return [...found];
})()
"""
_DRAWN_COLOURS = """
(() => {
  %(colours)s
  const found = new Set();
  const add = (each, property, behind) => {
    const colour = getComputedStyle(each)[property];
    if (colour !== "none") found.add(`${each.classList[0] ?? each.tagName} ${hex(colour)} ${behind}`);
  };
  for (const svg of document.querySelectorAll(".board svg")) {
    const behind = ground(svg.parentElement);
    for (const text of svg.querySelectorAll("text")) add(text, "fill", behind);
    for (const line of svg.querySelectorAll(".badge, .last, .spinner")) add(line, "stroke", behind);
    for (const back of svg.querySelectorAll(".back")) add(back, "fill", behind);
    for (const each of svg.querySelectorAll("path")) add(each, "stroke", behind);
    for (const tile of svg.querySelectorAll(".tile-face")) {
      const face = hex(getComputedStyle(tile).fill);
      for (const pip of tile.parentElement.querySelectorAll(".pip")) add(pip, "fill", face);
      for (const bar of tile.parentElement.querySelectorAll(".tile-bar")) add(bar, "stroke", face);
    }
  }
  return [...found];
})()
"""

_SIZES = """
[...document.querySelectorAll(%s)].filter((each) => each.checkVisibility())
  .map((each) => each.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))
"""


def lost(tab: Tab, root: str) -> list[str]:
    """The elements below a selector that reach beyond the window, or whose contents reach beyond them."""
    return list(tab.run(_LOST % json.dumps(f"{root}, {root} *")))


def overlaps(tab: Tab, root: str) -> list[str]:
    """The texts and buttons below a selector that lie over others."""
    return list(tab.run(_OVERLAPS % json.dumps(f"{root} *")))


def text_colours(tab: Tab, root: str) -> list[tuple[str, str]]:
    """Each pair of a text's colour and that behind it."""
    found = tab.run(_TEXT_COLOURS % {"colours": _COLOURS, "root": json.dumps(root)})
    return [(ink, ground) for ink, ground in map(str.split, found)]


def drawn_colours(tab: Tab) -> dict[tuple[str, str], set[str]]:
    """Each pair of the colour of something that is drawn on the board and that behind it: what it is."""
    found: dict[tuple[str, str], set[str]] = {}
    for what, ink, ground in map(str.split, tab.run(_DRAWN_COLOURS % {"colours": _COLOURS})):
        found.setdefault((ink, ground), set()).add(what)
    return found


def least_size(tab: Tab, targets: str) -> float:
    """The least width or height of the targets of a selector, in CSS pixels."""
    return float(min(tab.run(_SIZES % json.dumps(targets))))
