// The forms of members. A form is sent in a header: no address has its passwords, and no other site can send it.

import { addPasskey, showPasskeys } from "./passkeys.js";

/** The answer to a form: where it leads, what is wrong with which field, or what a device is asked for. */
async function send(name, given) {
  const fields = new URLSearchParams(given).toString();
  try {
    const response = await fetch(`/account/do/${name}`, { headers: { "Playroom-Form": fields } });
    return await response.json();
  } catch {
    return { said: document.body.dataset.lost };
  }
}

/** Say what is wrong beside its field, or at the end of the form, and bring the keys there unless they stay. */
function complain(form, { field, said, isQuiet, stays }) {
  const wrong = field && form.elements.namedItem(field);
  const end = form.querySelector(isQuiet ? "[role=status]" : "[role=alert]");
  const why = wrong ? document.getElementById(wrong.getAttribute("aria-describedby")) : end;
  why.textContent = said;
  if (stays) return;
  const focused = wrong || form.querySelector("input:not([type=hidden]):not([hidden])");
  if (wrong) wrong.setAttribute("aria-invalid", "true");
  focused?.focus();
}

/** Forget what was wrong before. */
function clear(form) {
  for (const why of form.querySelectorAll(".why")) why.textContent = "";
  for (const wrong of form.querySelectorAll("[aria-invalid]")) wrong.removeAttribute("aria-invalid");
}

/** Go where an answer leads, or say what is wrong. */
function settle(form, answer) {
  // One who began at the link to a table goes there: the server has written its path into the form.
  if (answer.goes_to) return location.replace(form.dataset.next ?? answer.goes_to);
  clear(form);
  complain(form, answer);
}

for (const form of document.querySelectorAll("form[data-form]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clear(form);
    const answer = await send(form.dataset.form, new FormData(form));
    settle(form, answer.options ? await addPasskey(form, answer.options, send) : answer);
  });
  form.querySelector(".show")?.addEventListener("change", (event) => {
    for (const field of form.querySelectorAll("input[autocomplete$=password]")) {
      field.type = event.target.checked ? "text" : "password";
    }
  });
}
showPasskeys(send, settle);

const told = document.getElementById("told");
if (told) history.replaceState(null, "", told.dataset.path);
(told ?? document.querySelector("input[autocomplete]:not([hidden])"))?.focus();
