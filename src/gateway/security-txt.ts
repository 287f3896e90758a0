import type { EncodedAnswer } from "./envelope.ts";

/** RFC 8615. */
export const SECURITY_TXT = "/.well-known/security.txt";
/** RFC 9116 section 2.5.5 recommends less than a year, so that nobody relies on stale data. */
const VALID_MS = 180 * 86_400_000;

/** Returns where and how people report a weakness of this service (RFC 9116). @param contact `https:`, `mailto:` or `tel:` */
export function securityTxt(contact: string, publicUrl: string): EncodedAnswer {
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(Date.now() + VALID_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${publicUrl}${SECURITY_TXT}`,
  ];
  return { httpStatus: 200, contentType: "text/plain; charset=utf-8", body: `${lines.join("\n")}\n` };
}
