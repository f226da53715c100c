// The search: the sections that have all words, in the order of the pages. Accents do not matter.
"use strict";

const sections = JSON.parse(document.getElementById("sections").textContent);
const field = document.getElementById("q");
const status = document.querySelector("[role=status]");
const found = document.getElementById("found");

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function search() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  const hits = words.length ? sections.filter((each) => words.every((word) => plain(each.text).includes(word))) : [];
  found.replaceChildren(...hits.map(line));
  status.textContent = !words.length ? "" : hits.length ? status.dataset.places.replace("{n}", hits.length) : status.dataset.nothing;
}

function line({ href, name, lang }) {
  const [item, link] = [document.createElement("li"), document.createElement("a")];
  Object.assign(link, { href, lang, textContent: name });
  item.append(link);
  return item;
}

field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  history.replaceState(null, "", `?q=${encodeURIComponent(field.value)}`);
  search();
});
field.value = new URLSearchParams(location.search).get("q") ?? "";
search();
