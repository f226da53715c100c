// Elements of the page, and lists of them that are drawn anew. No text is ever read as HTML.

/** An element with a class, a text, and attributes. */
export function made(name, className = "", text = "", attributes = {}) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Show `items` as children of `list`; those with the same key keep their element, and with it the focus. */
export function keep(list, items, keyOf, make, update) {
  const old = new Map([...list.children].map((child) => [child.dataset.key, child]));
  const wanted = items.map((item) => {
    const child = old.get(keyOf(item)) ?? make(item);
    child.dataset.key = keyOf(item);
    update(child, item);
    return child;
  });
  for (const child of old.values()) if (!wanted.includes(child)) child.remove();
  wanted.forEach((child, at) => {
    if (list.children[at] !== child) list.insertBefore(child, list.children[at] ?? null);
  });
}
