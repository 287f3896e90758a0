// A client of the embedded authorisation server, as any OAuth software could be one.
import { createHash, randomUUID, X509Certificate } from "node:crypto";
import { createRoot, issueLeaf } from "../../../src/pki/authority.ts";
import { type CallerKey, seconds, signed } from "../../support/access-tokens.ts";
import type { Product } from "../../support/product.ts";
import { exchange, type Received } from "./http.ts";

/** A certificate of a client's own making, with its key and the thumbprint of RFC 8705 section 3.1. */
export interface OwnCertificate {
  readonly cert: string;
  readonly key: string;
  readonly thumbprint: string;
}

export async function ownCertificate(): Promise<OwnCertificate> {
  const root = await createRoot("nobody's", 1);
  const made = await issueLeaf(root, { commonName: "client", dns: [], ip: [], usages: ["client"], days: 1 });
  return { ...made, thumbprint: thumbprintOfCertificate(made.cert) };
}

/** Returns the thumbprint of a certificate in PEM, the first one if there are more. */
export const thumbprintOfCertificate = (pem: string): string =>
  createHash("sha256").update(new X509Certificate(pem).raw).digest("base64url");

/** What differs from a good client assertion (RFC 7523). */
export interface AssertionChange {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** Returns a client assertion. */
export const assertionOf = (
  key: CallerKey,
  { clientId, aud }: { readonly clientId: string; readonly aud: string },
  { header, claims }: AssertionChange = {},
): Promise<string> =>
  signed(
    key,
    { typ: "client-authentication+jwt", ...header },
    {
      iss: clientId,
      sub: clientId,
      aud,
      jti: randomUUID(),
      iat: seconds(),
      exp: seconds() + 60,
      ...claims,
    },
  );

const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/**
 * Asks for an access token, or sends something else to the authorisation server.
 * @param assertion undefined for a client that its certificate authenticates
 * @param asClient the certificate of the connection, if any
 * @param proof the DPoP proof, if any
 * @param from the client's own address, one of 127.0.0.0/8
 * @param headers further ones
 */
export function askForToken(
  { baseUrl, ca }: Pick<Product, "baseUrl" | "ca">,
  assertion: string | undefined,
  {
    asClient,
    form,
    proof,
    path = "/oauth/token",
    from,
    headers: more = {},
  }: {
    readonly asClient?: OwnCertificate;
    readonly form?: Readonly<Record<string, unknown>>;
    readonly proof?: string | undefined;
    readonly path?: string;
    readonly from?: string | undefined;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<Received> {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    ...(assertion === undefined ? {} : { client_assertion_type: JWT_BEARER, client_assertion: assertion }),
    ...form,
  }).toString();
  const front = { baseUrl, ca, ...(asClient ? { asClient } : {}), ...(from === undefined ? {} : { from }) };
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    ...(proof === undefined ? {} : { DPoP: proof }),
    ...more,
  };
  return exchange(front, path, { body, headers });
}
