import { generateKeyPairSync } from "node:crypto";
import type { AuditKeys } from "../../src/services/audit/keys.ts";
import { rawPublicKey } from "../../src/trust/transparency/note.ts";

/** New keys of an audit log of `pay.example`. */
export function newAuditKeys(): AuditKeys {
  const { privateKey } = generateKeyPairSync("ed25519");
  const verifier = {
    name: "pay.example/audit",
    algorithm: "signature",
    publicKey: rawPublicKey(privateKey),
  } as const;
  return { checkpoint: privateKey, verifier, address: Buffer.alloc(32) };
}
