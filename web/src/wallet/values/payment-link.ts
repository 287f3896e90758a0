// Reads what people paste or scan: links of payments, payment references, wallets.
import { isPaymentReference } from "../../payment-reference.ts";

/** What a text refers to. */
export type Pasted =
  | { readonly kind: "payment"; readonly reference: string }
  | { readonly kind: "wallet"; readonly walletId: string }
  /** A link of another service, whose payments this wallet cannot see. */
  | { readonly kind: "elsewhere"; readonly host: string }
  | { readonly kind: "unknown" };

const WALLET = /^wal_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/**
 * Tells what a pasted or scanned text refers to.
 * @param origin that of this service, e.g. `https://localhost:8443`
 */
export function readPasted(text: string, origin: string): Pasted {
  const word = text.trim();
  if (WALLET.test(word)) return { kind: "wallet", walletId: word };
  const reference = word.replaceAll(/\s/g, "").toUpperCase();
  if (isPaymentReference(reference)) return { kind: "payment", reference };
  return URL.canParse(word) ? readLink(new URL(word), origin) : { kind: "unknown" };
}

function readLink(link: URL, origin: string): Pasted {
  if (link.protocol !== "https:") return { kind: "unknown" };
  if (link.origin !== origin) return { kind: "elsewhere", host: link.host };
  const [, reference = ""] = /^\/pay\/([^/]+)\/?$/.exec(link.pathname) ?? [];
  if (isPaymentReference(reference.toUpperCase()))
    return { kind: "payment", reference: reference.toUpperCase() };
  const walletId = link.searchParams.get("to") ?? "";
  if (link.pathname === "/wallet/send" && WALLET.test(walletId)) return { kind: "wallet", walletId };
  return { kind: "unknown" };
}
