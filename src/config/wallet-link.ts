import { z } from "zod";

/** Schemes that a browser runs or opens on the device itself, and those without encryption. */
const REFUSED = /^(?:javascript|data|vbscript|blob|file|filesystem|about|view-source|http|ftp):/i;

function isWalletLink(link: string): boolean {
  // Every reader of the page follows it, so it is a whole address and nothing that a browser would run.
  return /^[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]+$/.test(link) && !REFUSED.test(link) && link.includes("{uri}");
}

/** A wallet that the payment page leads to. */
export const walletLink = z.strictObject({
  /** What consumers read. */
  name: z.string().min(1).max(60),
  /** `https://…` or the wallet's own scheme, with `{uri}`, which stands for the percent-encoded link of the payment. */
  link: z
    .string()
    .max(500)
    .refine(isWalletLink, "must begin with https: or with the wallet's own scheme, and contain {uri}"),
});
