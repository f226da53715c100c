// A page that asks for a code or a name: it is sent in a header, so that no address has it.

const form = document.getElementById("entry");
const field = form.querySelector("input");
const why = document.getElementById("why");

/** The answer to what was given: whether it is right, and a sentence if it is not. */
async function answerTo(given) {
  const { path, header } = form.dataset;
  try {
    const response = await fetch(path, { headers: { [header]: encodeURIComponent(given) } });
    return { isRight: response.ok, sentence: await response.text() };
  } catch {
    return { isRight: false, sentence: document.body.dataset.lost };
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  why.textContent = "";
  field.removeAttribute("aria-invalid");
  const { isRight, sentence } = await answerTo(field.value);
  if (isRight) return location.replace(form.dataset.next ?? location.pathname);
  why.textContent = sentence;
  field.setAttribute("aria-invalid", "true");
  field.select();
  field.focus();
});

field.focus();
