import {
  readWantedSignature,
  signedAnswer,
  type SignableAnswer,
  type WantedSignature,
} from "../trust/http-signature/answer.ts";
import type { AnswerKeys } from "./answer-keys.ts";
import type { Exchange } from "./exchange.ts";
import { one } from "./exchange.ts";
import { fieldOf } from "./request-signature.ts";

/**
 * Prepares the signature of the answer, if the request wants one in `Accept-Signature`. Returns a promise only while a fresh key is asked for.
 */
export function prepareSignature(exchange: Exchange, keys: AnswerKeys): Promise<void> | undefined {
  const header = exchange.request.headers["accept-signature"];
  if (header === undefined) return undefined;
  const wanted = readWantedSignature(one(header));
  if (!wanted) return undefined;
  exchange.signs = (answer) => signatureOf(exchange, wanted, answer, keys);
  return keys.ready();
}

/** Returns the headers that sign an answer, names and values in turn; none when the request wants no signature or no key is known. */
export function signatureHeaders({ signs }: Exchange, answer: SignableAnswer): readonly string[] {
  return signs?.(answer) ?? [];
}

function signatureOf(
  { request }: Exchange,
  wanted: WantedSignature,
  answer: SignableAnswer,
  { current }: AnswerKeys,
): string[] | undefined {
  if (!current) return undefined;
  const { method = "", url = "/", headers } = request;
  // The target URI as the request names it (RFC 9110 section 7.1).
  const targetUri = url.startsWith("/") ? `https://${headers.host?.toLowerCase() ?? ""}${url}` : url;
  const field = (name: string): string | undefined => fieldOf(request, name);
  return signedAnswer(wanted, { method, targetUri, field }, answer, current);
}
