import { sha256 } from "../../domain/sha256.ts";
import type { Tap } from "../../store/ticket/writer.ts";
import type { Question } from "../verification/verifier.ts";

/**
 * Returns the part of the evidence that is new at every tap: the signed nonce, or the message of a tag, which never repeats a counter.
 * Returns null for a certificate alone, which is the same at every tap.
 */
export function tapOf({ proof, certificate }: Question): Tap | null {
  if (proof === undefined) return null;
  const fingerprint = certificate?.fingerprint ?? "";
  if (proof.kind === "tag") {
    const { piccEncData, cmac, file } = proof.message;
    const message = `tag|${piccEncData}|${cmac}`.toUpperCase();
    const data = file ? `${file.encFileData.toUpperCase()}|${file.macParameter}` : "";
    return { key: sha256(message), evidence: sha256(`${fingerprint}|${message}|${data}`) };
  }
  const key = proof.kind === "raw_key" ? Buffer.from(proof.rawKey.compressed).toString("hex") : "";
  // The decoded bytes are hashed, because the last character of a base64url text can be written in several ways.
  const signature = Buffer.from(proof.signature, "base64url").toString("hex");
  return {
    key: sha256(`nonce|${proof.nonce}`),
    evidence: sha256(`${fingerprint}|${key}|${proof.nonce}|${signature}`),
  };
}
