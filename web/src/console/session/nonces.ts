// The newest nonce for proofs, kept for the next page of the tab: a page that begins without one is challenged first.
import type { NonceStore } from "@pda/client/browser";

const NAME = "pda-console-nonce";

/** A nonce is no secret: it only shows that a proof was made lately. The service has the same ones at all its addresses. */
export const nonces: NonceStore = {
  get: () => sessionStorage.getItem(NAME) ?? undefined,
  set: (nonce) => sessionStorage.setItem(NAME, nonce),
};
