// An issuer and a holder of SD-JWT verifiable credentials, written from RFC 9901 with jose and without the product's code.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from "node:crypto";
import { CompactSign } from "jose";

/** A disclosure and the digest that represents it (RFC 9901 §4.2). */
export interface Shown {
  readonly text: string;
  readonly digest: string;
}

/** Makes a disclosure with any content. */
export function disclosureOf(content: unknown): Shown {
  const text = Buffer.from(typeof content === "string" ? content : JSON.stringify(content)).toString(
    "base64url",
  );
  return { text, digest: createHash("sha256").update(text, "ascii").digest("base64url") };
}

const salt = (): string => randomBytes(16).toString("base64url");

/** Makes a disclosure of a claim, with its own salt. */
export const claim = (name: string, value: unknown): Shown => disclosureOf([salt(), name, value]);

/** Makes a disclosure of an array element. */
export const element = (value: unknown): Shown => disclosureOf([salt(), value]);

/** Makes a key pair; by default on P-256. */
export const keyPair = (namedCurve = "P-256") => generateKeyPairSync("ec", { namedCurve });

export const seconds = (date = new Date()): number => Math.floor(date.getTime() / 1000);

/** Signs a compact JWS. Header and payload are used as given, even text that is not JSON. */
export function jws(
  header: Record<string, unknown> & { readonly alg: string },
  payload: object | string | Uint8Array,
  key: KeyObject | Uint8Array,
): Promise<string> {
  const bytes =
    payload instanceof Uint8Array
      ? payload
      : Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload));
  return new CompactSign(bytes).setProtectedHeader(header).sign(key);
}

/** Returns `x5c`: base64 DER of a PEM chain without its root (RFC 7515 §4.1.6). */
export function x5cOf(pem: string): string[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const certificates = blocks.map((block) => new X509Certificate(block));
  return certificates
    .filter((certificate) => certificate.subject !== certificate.issuer)
    .map((certificate) => certificate.raw.toString("base64"));
}

/** The signer of a credential. */
export interface IssuerKey {
  readonly key: KeyObject;
  readonly x5c: readonly string[];
}

/** Signs a credential. `over` replaces members of the header. */
export function credential(
  issuer: IssuerKey,
  payload: object | string,
  over: Record<string, unknown> = {},
): Promise<string> {
  return jws({ alg: "ES256", typ: "dc+sd-jwt", x5c: issuer.x5c, ...over }, payload, issuer.key);
}

/** The content and the audience of a presentation. */
export interface Showing {
  readonly credential: string;
  readonly disclosures: readonly Shown[];
  readonly key: KeyObject;
  readonly audience: string;
  readonly nonce: string;
  /** Overrides for claims of the key binding JWT; undefined removes a claim. */
  readonly claims?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
}

/** Makes a presentation with key binding (RFC 9901 §4.3). */
export async function present(showing: Showing): Promise<string> {
  const shown = `${[showing.credential, ...showing.disclosures.map(({ text }) => text)].join("~")}~`;
  const claims = {
    iat: seconds(),
    aud: showing.audience,
    nonce: showing.nonce,
    sd_hash: createHash("sha256").update(shown, "ascii").digest("base64url"),
    ...showing.claims,
  };
  return shown + (await jws({ alg: "ES256", typ: "kb+jwt", ...showing.header }, claims, showing.key));
}
