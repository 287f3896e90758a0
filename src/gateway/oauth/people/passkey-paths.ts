import { SIGN_IN_PATH } from "../../../config/sign-in.ts";
import { ACCOUNT_PATH, SIGN_IN_PAGE } from "./html.ts";
import { CONSENT_PATH } from "./settings.ts";

/** Where the page asks for a challenge, and where it sends the answer. */
export const [SIGN_IN_OPTIONS, SIGN_IN_USE] = [`${SIGN_IN_PATH}options`, `${SIGN_IN_PATH}passkey`];
/** The page after signing in. */
export const SIGN_IN_DONE = `${SIGN_IN_PATH}done`;
/** Where a passkey is added. Those of a person are below. */
export const ADD_PASSKEY_PATH = `${ACCOUNT_PATH}/passkeys`;
/** The page on which a person adds a passkey. It asks for a challenge at the same address. */
export const ADD_PASSKEY_PAGE = `${ADD_PASSKEY_PATH}/new`;

const NEXT = new RegExp(`^(?:${CONSENT_PATH}[A-Za-z0-9_-]{1,128}|${ACCOUNT_PATH}|${ADD_PASSKEY_PAGE})$`);

/** Returns the address of the sign-in page from which a person goes on to another page. */
export const signInPage = (next: string): string => `${SIGN_IN_PAGE}?next=${encodeURIComponent(next)}`;

/** Returns the page that a person goes on to from the sign-in page; undefined for one that is not of the authorisation server. */
export function nextIn(query: string): string | undefined {
  const next = new URLSearchParams(query).get("next");
  return next !== null && NEXT.test(next) ? next : undefined;
}
