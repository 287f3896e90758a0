// The newest nonces for proofs, kept for the next page of the tab: a page that begins without one is challenged first.
import type { NonceStore } from "@pda/client/browser";

const NAME = "pda-console-nonce";

/** A nonce is no secret: it only shows that a proof was made lately. */
const noncesAt = (name: string): NonceStore => ({
  get: () => sessionStorage.getItem(name) ?? undefined,
  set: (nonce) => sessionStorage.setItem(name, nonce),
});

/** Of the service, which has the same ones at all its addresses. */
export const nonces = noncesAt(NAME);

/** Of a server at an origin (RFC 9449 section 8: each server has nonces of its own). */
export const noncesOf = (origin: string): NonceStore =>
  origin === location.origin ? nonces : noncesAt(`${NAME} ${origin}`);
