import { z } from "zod";

/** Schemes that a browser runs or opens on the device itself, that send without encryption, or that write to people. */
const REFUSED =
  /^(?:javascript|data|vbscript|blob|file|filesystem|about|view-source|http|ftp|wss?|mailto|sms|tel):/i;
/** An address with a host of its own, and no credentials. */
const WEB = /^https:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?[/?]/;

function isWalletLink(link: string): boolean {
  // Every reader of the page follows it, so it is a whole address and nothing that a browser would run.
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:[\x21-\x7e]+$/.test(link) || !link.includes("{uri}")) return false;
  return /^https:/i.test(link) ? WEB.test(link) : !REFUSED.test(link);
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
