// Failures as people in a browser read them: on pages that are for people, an envelope would be a page of JSON without a way on.
import { catalogue } from "../../gen/errors/catalogue.ts";
import type { Failure } from "../rpc/failure.ts";
import type { EncodedAnswer } from "./envelope.ts";
import { type Exchange, one } from "./exchange.ts";
import { escaped } from "./html.ts";
import { prefers } from "./negotiate.ts";

/** Addresses that people open, beside those of the documentation. */
const FOR_PEOPLE = /^\/(?:pay\/|(?:console|wallet|oauth\/(?:sign-in|account|consent|authorize))(?:\/|$))/;
/** Seconds after which the browser asks again. */
const AGAIN_SECONDS = 5;

const BUSY = ["Too many requests at once", "Many requests have come from your network."] as const;
const AWAY = ["The service does not answer now", "The service may be starting again."] as const;
const PASSING: Readonly<Record<string, readonly [title: string, why: string]>> = {
  RATE_LIMITED: BUSY,
  UNAVAILABLE: AWAY,
  DEADLINE_EXCEEDED: AWAY,
  INTERNAL: ["Something went wrong", "The service has noted the fault."],
};

/** Tells whether a person's browser shows the answer as a page. */
export const isForPeople = ({ path, request }: Exchange): boolean =>
  FOR_PEOPLE.test(path) && prefers(one(request.headers.accept), "text/html", "application/json");

/**
 * Returns a failure as a page without style, which the policy of all answers allows. After a failure that passes, a page that only reads asks
 * again by itself; a form is for the person to send again.
 */
export function failurePage({ request, requestId }: Exchange, failure: Failure): EncodedAnswer {
  const { httpStatus } = catalogue[failure.entry];
  const [title, why] = PASSING[failure.entry] ?? ["This did not work", failure.message];
  const reads = request.method === "GET" || request.method === "HEAD";
  const asksAgain = reads && failure.entry in PASSING && failure.entry !== "INTERNAL";
  const seconds = Math.max(AGAIN_SECONDS, failure.retryAfterSeconds ?? 0);
  const next = asksAgain ? "This page tries again by itself." : "Wait a moment, go back, and try again.";
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title>${asksAgain ? `<meta http-equiv="refresh" content="${seconds}">` : ""}</head>
<body><main><h1>${escaped(title)}</h1>
<p>${escaped(why)}</p>
<p>${next}</p>
<p>Request: <code>${escaped(requestId)}</code></p>
</main></body>
</html>
`;
  return { httpStatus, contentType: "text/html; charset=utf-8", body };
}
