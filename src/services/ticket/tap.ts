import { hash } from "node:crypto";
import type { Tap } from "../../store/ticket/writer.ts";
import type { Question } from "../verification/verifier.ts";

/**
 * What is new at every tap: the nonce that was signed, or the message of a tag, which never comes with the same counter twice. Null where
 * nothing is: a certificate alone is the same every time.
 */
export function tapOf({ proof, certificate }: Question): Tap | null {
  if (proof === undefined) return null;
  const fingerprint = certificate?.fingerprint ?? "";
  if (proof.kind === "tag") {
    const { piccEncData, cmac, file } = proof.message;
    const message = `tag|${piccEncData}|${cmac}`.toUpperCase();
    const data = file ? `${file.encFileData.toUpperCase()}|${file.macParameter}` : "";
    return { key: digest(message), evidence: digest(`${fingerprint}|${message}|${data}`) };
  }
  const key = proof.kind === "raw_key" ? Buffer.from(proof.rawKey.compressed).toString("hex") : "";
  // As bytes: the last digit of base64url can be written in several ways.
  const signature = Buffer.from(proof.signature, "base64url").toString("hex");
  return {
    key: digest(`nonce|${proof.nonce}`),
    evidence: digest(`${fingerprint}|${key}|${proof.nonce}|${signature}`),
  };
}

const digest = (text: string): Buffer => hash("sha256", text, "buffer");
