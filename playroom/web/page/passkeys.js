// Passkeys: the browser asks a device for one, and what that answers is sent as a form.

const RENEWED_MS = 240000; // what the server asks for ends after five minutes
const canAsk = "PublicKeyCredential" in window;

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** What the form says of a device that has made or used no passkey: stopping it is no error. */
function whyNot(form, error) {
  const { stopped, here, failed } = form.querySelector("[data-stopped]").dataset;
  if (["NotAllowedError", "AbortError"].includes(error.name)) return { said: stopped, isQuiet: true, stays: true };
  return { said: error.name === "InvalidStateError" ? here : failed, stays: true };
}

/** The answer of the server to a new passkey, made as it asks by *options*. */
export async function addPasskey(form, options, send) {
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: options.excludeCredentials.map((each) => ({ ...each, id: bytes(each.id) })),
  };
  try {
    const { rawId, response } = await navigator.credentials.create({ publicKey });
    return send("passkey-add", {
      label: form.elements.namedItem("label").value,
      credential: text(rawId),
      client_data: text(response.clientDataJSON),
      attestation: text(response.attestationObject),
    });
  } catch (error) {
    return whyNot(form, error);
  }
}

/** The answer of the server to a passkey that the browser has; *how* it asks for one. The keys stay where they are. */
async function signIn(send, options, how) {
  const publicKey = { ...options, challenge: bytes(options.challenge) };
  const { rawId, response } = await navigator.credentials.get({ ...how, publicKey });
  how.signal?.throwIfAborted();
  const answer = await send("passkey", {
    credential: text(rawId),
    client_data: text(response.clientDataJSON),
    authenticator_data: text(response.authenticatorData),
    signature: text(response.signature),
    user_handle: text(response.userHandle ?? new ArrayBuffer()),
  });
  return { ...answer, stays: true };
}

/** Sign in by the button of a form, or by what the browser offers in the field for the name. */
function offer(form, button, send, settle) {
  let waiting, renewed;

  function stop() {
    clearTimeout(renewed);
    waiting.abort(); // a browser asks for one at a time
  }

  async function wait() {
    const { signal } = waiting = new AbortController();
    if (!await PublicKeyCredential.isConditionalMediationAvailable?.() || signal.aborted) return;
    renewed = setTimeout(() => { stop(); wait(); }, RENEWED_MS);
    try {
      const { options } = await send("passkey-ask", {});
      if (options) settle(form, await signIn(send, options, { mediation: "conditional", signal }));
    } catch {
      // Nobody has asked for this: there is the button.
    }
  }

  button.addEventListener("click", async () => {
    stop();
    const { options, ...refused } = await send("passkey-ask", {});
    const answer = options && await signIn(send, options, {}).catch((error) => whyNot(form, error));
    settle(form, answer ?? { ...refused, stays: true });
    if (!answer?.goes_to) wait(); // else the browser is on its way, and may not sign in once more
  });
  wait();
}

/** Show what needs passkeys, where the browser can ask for them. */
export function showPasskeys(send, settle) {
  if (!canAsk) return;
  for (const each of document.querySelectorAll(".passkey")) {
    each.hidden = false;
    if (each.form) offer(each.form, each, send, settle);
  }
}
