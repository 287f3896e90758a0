import { createHmac, type KeyObject, sign } from "node:crypto";

/**
 * Returns the headers that identify and sign a delivery, as Standard Webhooks 1.0 writes them. Each secret signs, so that the receiver may
 * know either one while one replaces the other. @param key Ed25519 key of the service that also signs
 */
export function signedHeaders(
  secrets: readonly KeyObject[],
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
  key: KeyObject | undefined,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac("sha256", secret).update(content).digest("base64")}`,
  );
  if (key) signatures.push(`v1a,${sign(null, Buffer.from(content), key).toString("base64")}`);
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
