import { hash } from "node:crypto";
import type { GivenProof } from "../verification/proof.ts";

/**
 * What is new at every tap, as a SHA-256: the nonce that was signed, or the message of a tag, which never comes with the same counter
 * twice. Null where nothing is: a certificate alone is the same every time.
 */
export function tapOf(proof: GivenProof | undefined): Buffer | null {
  if (proof === undefined) return null;
  if (proof.kind !== "tag") return digest(`nonce|${proof.nonce}`);
  const { piccEncData, cmac } = proof.message;
  return digest(`tag|${piccEncData}|${cmac}`.toUpperCase());
}

const digest = (text: string): Buffer => hash("sha256", text, "buffer");
