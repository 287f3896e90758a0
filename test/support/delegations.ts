// Makes delegations as the owner of a registered key does, by jose; a test can make them wrong.
import { randomUUID } from "node:crypto";
import { type CallerKey, seconds, signed } from "./access-tokens.ts";

type Members = Readonly<Record<string, unknown>>;

/** Returns a delegation of a key. @param to thumbprint of the delegate's key */
export function delegation(
  key: CallerKey,
  { kid, aud, to }: { readonly kid: string; readonly aud: string; readonly to: string },
  {
    header,
    claims,
    details,
  }: { readonly header?: Members; readonly claims?: Members; readonly details?: Members } = {},
): Promise<string> {
  const rights = Object.fromEntries(
    Object.entries({ type: "pda", operations: ["CreatePayment"], ...details }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const own = { iss: kid, aud, jti: randomUUID(), iat: seconds(), exp: seconds() + 3_600 };
  return signed(
    key,
    { typ: "pda-delegation+jwt", kid, ...header },
    { ...own, cnf: { jkt: to }, authorization_details: [rights], ...claims },
  );
}
