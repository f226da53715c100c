// The page that asks for the code: it is sent in a header, so that no address has it.

const field = document.getElementById("code");
const why = document.getElementById("why");

/** The answer to a code: whether it is right, and a sentence if it is not. */
async function answerTo(code) {
  try {
    const response = await fetch("/code", { headers: { "Playroom-Code": code } });
    return { isRight: response.ok, sentence: await response.text() };
  } catch {
    return { isRight: false, sentence: document.body.dataset.lost };
  }
}

document.getElementById("entry").addEventListener("submit", async (event) => {
  event.preventDefault();
  why.textContent = "";
  field.removeAttribute("aria-invalid");
  const { isRight, sentence } = await answerTo(field.value.replace(/[^\x20-\x7e]/g, ""));
  if (isRight) return location.replace("/");
  why.textContent = sentence;
  field.setAttribute("aria-invalid", "true");
  field.select();
  field.focus();
});

field.focus();
