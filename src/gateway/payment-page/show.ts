import { hash } from "node:crypto";
import QRCode from "qrcode";
import {
  GetPaymentPageRequest,
  GetPaymentPageResponse,
  PaymentServiceService as service,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import type { PaymentPage } from "../../../gen/ts/pda/payment/v1/payment.ts";
import { rfc3339Now } from "../../json/rfc3339.ts";
import type { CoreClient } from "../../rpc/client.ts";
import { Failure } from "../../rpc/failure.ts";
import { type Exchange, one } from "../exchange.ts";
import { ownCall } from "../own-call.ts";
import { barePage, paymentPage, SCRIPT, STYLE, type Surroundings, type WalletLink } from "./page.ts";
import { languageOf } from "./texts.ts";

/** The path of a payment reference's link (ISO 11649). */
const PAYMENT_LINK = /^\/pay\/(RF[0-9]{2}[0-9A-Z]{1,21})$/i;
const DEADLINE_MS = 5_000;

/** The name that logs and metrics know the page by. */
export const PAYMENT_PAGE_ROUTE = "/pay/{reference}";

const allowed = (content: string): string => `'sha256-${hash("sha256", content, "base64")}'`;

/**
 * The page runs its own script and style alone. Other sites may frame it, because it has no session and takes no input (CSP Level 3
 * section 6.4.2).
 */
const POLICY = [
  "default-src 'none'",
  `style-src ${allowed(STYLE)}`,
  `script-src ${allowed(SCRIPT)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors *",
].join("; ");
/** Standing headers that the page has in another form, or not at all. */
const OWN: ReadonlySet<string> = new Set([
  "content-security-policy",
  "cross-origin-resource-policy",
  "x-frame-options",
]);

export interface PaymentPageOptions {
  readonly core: Pick<CoreClient, "call">;
  /** The base address of this service, which begins the links of payment references. */
  readonly publicUrl: string;
  readonly wallets: readonly WalletLink[];
  readonly sandbox: boolean;
}

/** Returns the payment reference of a path, in whatever case a person has typed it; undefined for the path of anything else. */
export function referenceIn(path: string): string | undefined {
  return PAYMENT_LINK.exec(path)?.[1]?.toUpperCase();
}

/** Tells whether a path can only be a payment reference's link, perhaps one that a person has typed wrong. */
export const isPaymentLink = (path: string): boolean => path.startsWith("/pay/");

/** What is shown: a payment, or why there is none. */
type Shown = PaymentPage | "notFound" | "openWithWallet" | "offline";
const STATUS = { notFound: 404, openWithWallet: 200, offline: 503 } as const;

/**
 * Makes what shows the page of a payment to the consumer who has the link.
 * @returns a function that answers an exchange for a payment reference, or with an empty one for a link that has none
 */
export function paymentPages(options: PaymentPageOptions) {
  return async (exchange: Exchange, reference: string): Promise<void> => {
    const { request, response, requestId, standing, headers, query } = exchange;
    const language = languageOf(
      new URLSearchParams(query).get("lang"),
      one(request.headers["accept-language"]),
    );
    const shown = await find(options.core, exchange, reference);
    const now = new Date(rfc3339Now());
    const head = [...without(standing.list), ...headers, "X-Request-ID", requestId];
    // Nothing is stored: the link is a secret of the merchant and the consumer, and the time that is left is that of this moment.
    head.push(
      "Content-Security-Policy",
      POLICY,
      "Cache-Control",
      "no-store",
      "Content-Language",
      language.tag,
    );
    // A site that isolates itself can frame only what allows it (HTML Living Standard, embedder policy).
    head.push("Cross-Origin-Resource-Policy", "cross-origin", "Cross-Origin-Embedder-Policy", "require-corp");
    const uri = `${options.publicUrl}/pay/${reference}`;
    const code = await QRCode.toString(uri, { type: "svg", errorCorrectionLevel: "M" });
    const around: Surroundings = { ...options, language, reference, uri, code, now };
    const html = typeof shown === "object" ? paymentPage(shown, around) : barePage(shown, around);
    head.push("Content-Type", "text/html; charset=utf-8", "Content-Length", String(Buffer.byteLength(html)));
    response.writeHead(typeof shown === "object" ? 200 : STATUS[shown], head);
    exchange.hold(html.length);
    response.end(request.method === "HEAD" ? undefined : html);
  };
}

/** Asks the core for the payment. A page for people says in a sentence what the interface says in an envelope. */
async function find(core: PaymentPageOptions["core"], exchange: Exchange, reference: string): Promise<Shown> {
  const { requestId, address, signal } = exchange;
  if (reference === "") {
    exchange.failure = new Failure("NOT_FOUND");
    return "notFound";
  }
  // The core records the call, as one of the caller's own.
  exchange.forwarded = true;
  const request = GetPaymentPageRequest.encode({ reference }).finish();
  const path = service.getPaymentPage.path;
  try {
    const answer = await ownCall(core, { path, request, withinMs: DEADLINE_MS, requestId, address, signal });
    return GetPaymentPageResponse.decode(answer).paymentPage as PaymentPage;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    exchange.failure = error;
    switch (error.entry) {
      case "NOT_FOUND":
      case "INVALID_ARGUMENT":
        return "notFound";
      // The deployment has closed the operation to callers without a credential.
      case "UNAUTHENTICATED":
        exchange.failure = undefined;
        return "openWithWallet";
      case "UNAVAILABLE":
      case "DEADLINE_EXCEEDED":
        return "offline";
      default:
        throw error;
    }
  }
}

function without(standing: readonly string[]): string[] {
  return standing.filter((_, at) => !OWN.has((standing[at - (at % 2)] as string).toLowerCase()));
}
