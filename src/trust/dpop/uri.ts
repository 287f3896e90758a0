const HTTPS = /^https:\/\/[\x21-\x5b\x5d-\x7e]{1,8000}$/i;
const UNRESERVED = /[A-Za-z0-9\-._~]/;

/**
 * Returns an https URI without query and fragment in the normal form of RFC 3986 §6.2.2 and §6.2.3: scheme and host in lower case, no
 * default port, no dot segments, unreserved characters not percent-encoded. RFC 9449 §4.3 asks for this form before `htu` is compared.
 * @returns undefined for a text that is no such URI
 */
export function normalUri(text: string): string | undefined {
  if (!HTTPS.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, username, password } = new URL(text);
  if (username !== "" || password !== "") return undefined;
  return origin + pathname.replace(/%[0-9A-Fa-f]{2}/g, normalTriplet);
}

function normalTriplet(triplet: string): string {
  const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
  return UNRESERVED.test(character) ? character : triplet.toUpperCase();
}
