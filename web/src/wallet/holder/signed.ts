// Sends what the holder has signed. An answer may be lost, so the signed statement is kept until the service has answered.
import { PdaError } from "@pda/client/browser";

/** What was signed and not yet answered, by the idempotency key or another name of its intent. */
const unanswered = new Map<string, unknown>();

/**
 * Signs and sends one intent. A repeat under the same key sends the same statement: the service would take a newly signed one for another
 * transfer. A kept statement that the service refuses, because it is too old or its key was replaced, is signed anew. That is safe under the same
 * key, because the service answers a key that has had an effect before it looks at the statement.
 */
export async function sendSigned<Signed, Result>(
  key: string,
  sign: () => Promise<Signed>,
  send: (signed: Signed) => Promise<Result>,
): Promise<Result> {
  const isKept = unanswered.has(key);
  const signed = isKept ? (unanswered.get(key) as Signed) : await sign();
  unanswered.set(key, signed);
  try {
    const result = await send(signed);
    unanswered.delete(key);
    return result;
  } catch (error) {
    const isRefused = error instanceof PdaError && error.status === 403;
    if (isRefused) unanswered.delete(key);
    if (isRefused && isKept) return sendSigned(key, sign, send);
    throw error;
  }
}
