// Signs requests by RFC 9421 for tests, right or as a test wants it, without the code that is tested.
import { hash, type KeyObject, randomBytes, sign } from "node:crypto";

/** A request that is to be signed. */
interface Unsigned {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a test changes. */
export interface Signing {
  readonly key: KeyObject;
  readonly keyId: string;
  /** Covered components; by default all that the service requires. */
  readonly components?: readonly string[];
  /** Parameters by name, in place of the usual ones; undefined leaves one out. */
  readonly parameters?: Readonly<Record<string, string | number | undefined>>;
  /** The URL that is signed, if other than the request's own. */
  readonly signedUrl?: string;
  readonly signedMethod?: string;
}

const now = (): number => Math.floor(Date.now() / 1000);

/** Returns the `Content-Digest` of a body (RFC 9530). */
export const contentDigest = (body: string): string => `sha-256=:${hash("sha256", body, "base64")}:`;

/** Returns the request's headers with its signature. */
export function signed({ method, url, headers = {}, body }: Unsigned, how: Signing): Record<string, string> {
  const all: Record<string, string> = {
    ...(body === undefined ? {} : { "content-digest": contentDigest(body) }),
    ...headers,
  };
  const components = how.components ?? ["@method", "@target-uri", ...Object.keys(all)];
  const parameters = {
    created: now(),
    nonce: randomBytes(16).toString("base64url"),
    keyid: how.keyId,
    ...how.parameters,
  };
  const listed = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`;${name}=${typeof value === "number" ? value : `"${value}"`}`],
  );
  const params = `(${components.map((name) => `"${name}"`).join(" ")})${listed.join("")}`;
  const values: Record<string, string | undefined> = {
    "@method": how.signedMethod ?? method,
    "@target-uri": how.signedUrl ?? url,
    ...all,
  };
  const base = [
    ...components.map((name) => `"${name}": ${values[name] ?? ""}`),
    `"@signature-params": ${params}`,
  ].join("\n");
  const digest = how.key.asymmetricKeyType === "ed25519" ? null : "sha256";
  const signature = sign(digest, Buffer.from(base), { key: how.key, dsaEncoding: "ieee-p1363" });
  return { ...all, "signature-input": `sig=${params}`, signature: `sig=:${signature.toString("base64")}:` };
}
