// The page of a payment as HTML. It is whole without scripts, so that an old telephone shows it too.
import { readFileSync } from "node:fs";
import {
  PaymentFailureReason,
  type PaymentPage,
  PaymentStatus,
} from "../../../gen/ts/pda/payment/v1/payment.ts";
import { escaped } from "../html.ts";
import { amountIn, dateOf, timeIn } from "./format.ts";
import { LANGUAGES, type Language } from "./texts.ts";

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8").trim();

/** What stands in the page's `style` and `script`, and what the page's policy allows by its digest. */
export const STYLE = asset("page.css");
export const SCRIPT = asset("live.js");

/** A wallet that the deployment names. `{uri}` in its link stands for the percent-encoded link of the payment. */
export interface WalletLink {
  readonly name: string;
  readonly link: string;
  /** Whoever has no wallet can make one there, in the browser. */
  readonly inBrowser?: boolean;
}

/** What the page needs beside the payment. */
export interface Surroundings {
  readonly language: Language;
  readonly reference: string;
  /** The link of the payment reference, which the code contains. */
  readonly uri: string;
  /** QR code of the link, an SVG document. */
  readonly code: string;
  readonly wallets: readonly WalletLink[];
  readonly sandbox: boolean;
  /** Business time. */
  readonly now: Date;
}

/** The states that a consumer tells apart. `none`: nothing to show, or not now. */
type State = "pending" | "completed" | "failed" | "cancelled" | "none";

const FAILED_TEXT: Partial<Record<PaymentFailureReason, string>> = {
  [PaymentFailureReason.PAYMENT_FAILURE_REASON_EXPIRED]: "expired",
  [PaymentFailureReason.PAYMENT_FAILURE_REASON_DECLINED]: "declined",
  [PaymentFailureReason.PAYMENT_FAILURE_REASON_INSUFFICIENT_FUNDS]: "insufficient",
};

/** Returns the state of a payment and the key of its texts. A payment whose time is over is shown so before the service has recorded it. */
function stateOf(
  { status, failureReason, expireTime, amount, refundedAmount }: PaymentPage,
  now: Date,
): [State, string] {
  switch (status) {
    case PaymentStatus.PAYMENT_STATUS_PENDING:
      return dateOf(expireTime) > now ? ["pending", "waiting"] : ["failed", "expired"];
    case PaymentStatus.PAYMENT_STATUS_COMPLETED:
      return ["completed", refundedAmount === amount ? "returned" : "completed"];
    case PaymentStatus.PAYMENT_STATUS_CANCELLED:
      return ["cancelled", "cancelled"];
    default:
      return ["failed", FAILED_TEXT[failureReason ?? PaymentFailureReason.UNRECOGNIZED] ?? "failed"];
  }
}

/** Returns the page of a payment. */
export function paymentPage(payment: PaymentPage, around: Surroundings): string {
  const { language, now } = around;
  const [state, key] = stateOf(payment, now);
  const say = speaker(language, payment.merchantName);
  const heading = say(state === "completed" ? "receipt" : "payTo");
  const amount = amountIn(payment.amount, language.tag);
  const body = [
    `<h1>${heading}</h1>`,
    `<p class="amount${lengthOf(amount)}"><bdi>${amount}</bdi> <span>${escaped(payment.assetType)}</span></p>`,
    payment.description ? `<p class="purpose"><bdi>${escaped(payment.description)}</bdi></p>` : "",
    `<div id="state"><p class="state ${state}">${say(key)}</p>`,
    state === "pending" ? "" : `<p>${say(`${key}Text`)}</p>`,
    "</div>",
    state === "pending" ? waysToPay(say, around) : "",
    details(payment, { say, state, language }),
    state === "pending" ? help(say, around.wallets) : "",
    `<p class="offline" id="offline" hidden>${say("offline")}</p>`,
  ];
  const data = [
    `data-state="${state}"`,
    `data-version="${payment.version}"`,
    `data-facts="/api/v1/payment-pages/${payment.reference}"`,
    `data-payment="${escaped(payment.paymentId)}"`,
    state === "pending" ? `data-left="${dateOf(payment.expireTime).getTime() - now.getTime()}"` : "",
  ];
  const refresh = state === "pending" ? 5 : undefined;
  return document(`${text(heading)} – ${amount} ${escaped(payment.assetType)}`, {
    ...around,
    data,
    body,
    refresh,
  });
}

/** Returns the page for a link without a payment to show: `notFound`, `openWithWallet` or `offline`, which tries again. */
export function barePage(key: "notFound" | "openWithWallet" | "offline", around: Surroundings): string {
  const say = speaker(around.language, "");
  const body = [
    `<h1>${say(key)}</h1>`,
    key === "notFound" ? `<p>${say("notFoundText")}</p>` : "",
    ...(key === "openWithWallet"
      ? [waysToPay(say, around), `<dl>${referenceRow(say, around.reference)}</dl>`]
      : []),
  ];
  const refresh = key === "offline" ? 5 : undefined;
  return document(text(say(key)), { ...around, data: ['data-state="none"'], body, refresh });
}

type Say = (key: string, wallet?: string) => string;

/** Returns what says a text as HTML. Names are isolated, so that one in another direction of writing cannot turn the sentence round. */
function speaker({ texts }: Language, merchant: string): Say {
  return (key, wallet = "") => {
    const names: Record<string, string> = { "{merchant}": merchant, "{wallet}": wallet };
    // In one pass, because a name may look like a place for another.
    return escaped(texts[key] as string).replace(
      /\{(?:merchant|wallet)\}/g,
      (place) => `<bdi>${escaped(names[place] as string)}</bdi>`,
    );
  };
}

/** Returns the text of HTML that a speaker made, still escaped. */
const text = (html: string): string => html.replace(/<\/?bdi>/g, "");

function waysToPay(say: Say, { code, uri, wallets }: Surroundings): string {
  const links = wallets.map(({ name, link }) => {
    const href = link.replaceAll("{uri}", encodeURIComponent(uri));
    return `<a class="wallet" href="${escaped(href)}">${say("openIn", name)}</a>`;
  });
  return `<div class="code" role="img" aria-label="${text(say("scan"))}">${code}</div>
<p class="soft">${say("scan")}</p>${links.join("")}`;
}

function help(say: Say, wallets: readonly WalletLink[]): string {
  const own = wallets.find(({ inBrowser }) => inBrowser);
  const words = own ? say("helpInBrowser", own.name) : say("helpText");
  return `<details><summary>${say("help")}</summary><p class="soft">${words}</p></details>`;
}

function details(
  payment: PaymentPage,
  { say, state, language }: { say: Say; state: State; language: Language },
) {
  const row = (key: string, value: string, hidden = ""): string =>
    `<div${hidden}><dt>${say(key)}</dt><dd>${value}</dd></div>`;
  const amount = (value: string): string =>
    `<bdi>${amountIn(value, language.tag)} ${escaped(payment.assetType)}</bdi>`;
  const rows =
    state === "pending"
      ? [
          row("timeLeft", '<span id="left" role="timer"></span>', " hidden"),
          row("payBefore", timeIn(payment.expireTime, language.tag)),
        ]
      : [
          row("merchant", `<bdi>${escaped(payment.merchantName)}</bdi>`),
          ...(payment.refundedAmount === "0" ? [] : [row("refunded", amount(payment.refundedAmount))]),
          ...(payment.endTime ? [row("time", timeIn(payment.endTime, language.tag))] : []),
          row("payment", `<code>${escaped(payment.paymentId)}</code>`),
        ];
  return `<dl>${rows.join("")}${referenceRow(say, payment.reference)}</dl>`;
}

const referenceRow = (say: Say, reference: string): string =>
  `<div><dt>${say("reference")}</dt><dd><code>${reference}</code></dd></div>`;

/** An amount is never broken, because its first line would read like another amount; a long one is written smaller. */
const lengthOf = (amount: string): string =>
  amount.length > 16 ? " longest" : amount.length > 9 ? " long" : "";

interface Parts extends Pick<Surroundings, "language" | "sandbox"> {
  readonly data: readonly string[];
  readonly body: readonly string[];
  /** Seconds after which a browser without scripts asks again. */
  readonly refresh: number | undefined;
}

function document(title: string, { language, sandbox, data, body, refresh }: Parts): string {
  const { tag, direction, texts } = language;
  const others = LANGUAGES.filter((each) => each.tag !== tag).map(
    (each) =>
      `<a href="?lang=${each.tag}" lang="${each.tag}" hreflang="${each.tag}" rel="alternate">${each.texts.language}</a>`,
  );
  const again = refresh === undefined ? "" : `<meta http-equiv="refresh" content="${refresh}">`;
  return `<!doctype html>
<html lang="${tag}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>
<style>${STYLE}</style>${data.includes('data-state="none"') ? again : `<noscript>${again}</noscript>`}</head>
<body><main ${data.filter(Boolean).join(" ")}>${sandbox ? `<p class="sandbox">${escaped(texts.sandbox as string)}</p>` : ""}
<div class="card">
${body.filter(Boolean).join("\n")}
</div></main>
<p id="said" role="status"></p>
<footer>${others.join(" ")}</footer>
<script>${SCRIPT}</script></body>
</html>
`;
}
