// The key of a wallet's holder, and what it signs.
import { base64url } from "../caller-key.ts";
import type { components } from "../gen/types.ts";
import type { WebKeyPair as KeyPair } from "../web-key.ts";

type Schemas = components["schemas"];

/** A key pair of Web Crypto. */
export type { KeyPair };

const { subtle } = crypto;
const encoder = new TextEncoder();
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const lifetimeSecondsDefault = 120;

/** Creates a P-256 key pair; the private key stays in this process. */
export function newKeyPair(): Promise<KeyPair> {
  return subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

/** Returns the public key as JWK (RFC 7517), in the form that CreateWallet takes. */
export async function holderKey(keys: KeyPair): Promise<Schemas["HolderKey"]> {
  const { x = "", y = "" } = await subtle.exportKey("jwk", keys.publicKey);
  return { kty: "EC", crv: "P-256", x, y };
}

/** What a holder signs for an operation: `typ` and claims of docs/wallets.md. */
export interface HolderStatement {
  /** E.g. `pda-pay+jws`. */
  readonly typ: string;
  /** The claims beside `iat` and `exp`: `aud`, `nonce` and those of the operation. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** `kid` of the header, where the operation requires it. */
  readonly kid?: string;
  /** Seconds that the statement is valid. Default: 120; most operations accept at most 300. */
  readonly lifetimeSeconds?: number;
}

/** Signs a statement of the holder: a compact JWS (RFC 7515, ES256). */
export async function signStatement(
  keys: Pick<KeyPair, "privateKey">,
  { typ, claims, kid, lifetimeSeconds = lifetimeSecondsDefault }: HolderStatement,
): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  const header = { alg: "ES256", typ, ...(kid === undefined ? {} : { kid }) };
  const signed = `${encoded(header)}.${encoded({ ...claims, iat, exp: iat + lifetimeSeconds })}`;
  const signature = await subtle.sign(algorithm, keys.privateKey, encoder.encode(signed));
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

/** Signs the holder's agreement to a payment request, or its refusal. */
export function signPayment(
  keys: Pick<KeyPair, "privateKey">,
  request: Schemas["PaymentRequest"],
  typ: "pda-pay+jws" | "pda-decline+jws" = "pda-pay+jws",
): Promise<string> {
  const { audience, nonce, paymentId, amount, assetType, merchantId } = request;
  return signStatement(keys, {
    typ,
    claims: { aud: audience, nonce, paymentId, amount, assetType, merchantId },
  });
}

const encoded = (value: object): string => base64url(encoder.encode(JSON.stringify(value)));
