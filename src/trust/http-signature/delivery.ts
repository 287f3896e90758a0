import { hash, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { signatureBase } from "./base.ts";

/** Value of the parameter `tag` of every signed delivery (RFC 9421 section 2.3), so that no other signature of the key counts as one. */
const TAG = "pda-webhook";
const LABEL = "webhook";
const COMPONENTS = ["@method", "@target-uri", "content-digest", "content-type", "webhook-id"];

/** A request to a receiver, as far as the signature covers it. */
export interface SignableDelivery {
  readonly targetUri: string;
  /** Names in lower case, with at least `content-type` and `webhook-id`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly at: Date;
}

/** An Ed25519 key with its identifier. */
export interface DeliveryKey {
  readonly keyId: string;
  readonly key: KeyObject;
}

/** Returns the headers that sign a POST to a receiver (RFC 9421, Ed25519), with the digest of its content (RFC 9530). */
export function signedDelivery(
  { targetUri, headers, body, at }: SignableDelivery,
  { keyId, key }: DeliveryKey,
): Record<string, string> {
  const digest = `sha-256=:${hash("sha256", body, "base64")}:`;
  const fields: Readonly<Record<string, string>> = { ...headers, "content-digest": digest };
  const names = COMPONENTS.map((name) => `"${name}"`).join(" ");
  const created = Math.floor(at.getTime() / 1000);
  const params = `(${names});created=${created};keyid="${keyId}";alg="ed25519";tag="${TAG}"`;
  const request = { method: "POST", targetUri, field: (name: string) => fields[name] };
  const base = signatureBase({ components: COMPONENTS, params }, request);
  const signature = sign(null, Buffer.from(base), key).toString("base64");
  return {
    "content-digest": digest,
    "signature-input": `${LABEL}=${params}`,
    signature: `${LABEL}=:${signature}:`,
  };
}
