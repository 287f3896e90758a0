// Runs in a person's browser: asks this service for a challenge, lets the browser answer it by a passkey, and sends the answer.
(() => {
  const form = document.querySelector("form[data-ceremony]");
  const said = document.getElementById("said");
  const button = form.querySelector("button");
  const isKnown =
    typeof PublicKeyCredential === "function" &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function" &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function";

  async function send(address, content) {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(content),
      credentials: "same-origin",
      cache: "no-store",
    }).catch(() => undefined);
    const read = (await answer?.json().catch(() => undefined)) ?? {};
    if (answer?.ok) return read;
    throw new Error(read.problem || "The service does not answer now. Try again.");
  }

  function ask(options) {
    return form.dataset.ceremony === "create"
      ? navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
        })
      : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  }

  /** A browser says no more than that it was not allowed, so that pages learn nothing about its passkeys. */
  function textOf(error) {
    if (error.name === "InvalidStateError") return "This device has a passkey for this key already.";
    return error.name === "NotAllowedError"
      ? "No passkey was used: it was cancelled, took too long, or this device has none for this service."
      : error.message;
  }

  async function go() {
    const { options } = await send(form.dataset.begin, {});
    const credential = await ask(options);
    const name = form.elements.namedItem("name");
    const { next } = await send(form.dataset.finish, {
      answer: credential.toJSON(),
      ...(name ? { name: name.value } : {}),
    });
    location.assign(form.dataset.next || next);
  }

  form.hidden = !isKnown;
  document.getElementById("unknown").hidden = isKnown;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    button.disabled = true;
    said.textContent = "Your browser asks for the passkey.";
    go().catch((error) => {
      said.textContent = textOf(error);
      button.disabled = false;
    });
  });
})();
