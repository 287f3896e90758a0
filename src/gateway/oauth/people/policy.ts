// What a browser may do with the pages of people (CSP Level 3).
import { hash } from "node:crypto";
import { STYLE } from "./html.ts";

/** Returns a script or style as a policy names it (CSP Level 3 section 2.3.1). */
const digestOf = (text: string): string => `'sha256-${hash("sha256", text, "base64")}'`;

/** Returns an origin as a policy can name it (CSP Level 3 section 2.3.1): hosts in brackets have no name there, so their scheme stands for them. */
const sourceOf = (origin: string): string => (origin.includes("[") ? new URL(origin).protocol : origin);

/**
 * Returns the policy of a page.
 * @param script the script of the page, which may ask this service; absent for a page without
 * @param answersTo origin that the page's form may lead to in the end, beside this service
 */
export function policyOf(script?: string, answersTo?: string): string {
  const scripts = script === undefined ? "" : `script-src ${digestOf(script)}; connect-src 'self'; `;
  const forms = answersTo === undefined ? "'self'" : `'self' ${sourceOf(answersTo)}`;
  return `default-src 'none'; ${scripts}style-src ${digestOf(STYLE)}; base-uri 'none'; frame-ancestors 'none'; form-action ${forms}`;
}
