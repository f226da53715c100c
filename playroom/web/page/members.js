// The forms of members. A form is sent in a header: no address has its passwords, and no other site can send it.

/** The answer to a form: where it leads, or what is wrong with which field. */
async function answerTo(form) {
  const fields = new URLSearchParams(new FormData(form)).toString();
  try {
    const response = await fetch(`/account/do/${form.dataset.form}`, { headers: { "Playroom-Form": fields } });
    return await response.json();
  } catch {
    return { said: document.body.dataset.lost };
  }
}

/** Say what is wrong beside its field, or at the end of the form, and bring the keys there. */
function complain(form, { field, said }) {
  const wrong = field && form.elements.namedItem(field);
  const why = wrong ? document.getElementById(wrong.getAttribute("aria-describedby")) : form.querySelector("[role=alert]");
  why.textContent = said;
  const focused = wrong || form.querySelector("input:not([type=hidden]):not([hidden])");
  if (wrong) wrong.setAttribute("aria-invalid", "true");
  focused?.focus();
}

for (const form of document.querySelectorAll("form[data-form]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    for (const why of form.querySelectorAll(".why")) why.textContent = "";
    for (const wrong of form.querySelectorAll("[aria-invalid]")) wrong.removeAttribute("aria-invalid");
    const answer = await answerTo(form);
    // One who began at the link to a table goes there: the server has written its path into the form.
    if (answer.goes_to) return location.replace(form.dataset.next ?? answer.goes_to);
    complain(form, answer);
  });
  form.querySelector(".show")?.addEventListener("change", (event) => {
    for (const field of form.querySelectorAll("input[autocomplete$=password]")) {
      field.type = event.target.checked ? "text" : "password";
    }
  });
}

document.querySelector("input[autocomplete]:not([hidden])")?.focus();
