import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { Sealer } from "../../rpc/seal.ts";
import type { AuditKey } from "../../store/audit/keys.ts";
import type { Store } from "../../store/store.ts";
import { type NoteKey, rawPublicKey } from "../../trust/transparency/note.ts";

/** The keys of the audit log, opened. */
export interface AuditKeys {
  /** Signs checkpoints. */
  readonly checkpoint: KeyObject;
  /** What verifiers of checkpoints know. */
  readonly verifier: NoteKey;
  /** Keys the hashes of addresses. */
  readonly address: Buffer;
}

/**
 * Opens the keys of the audit log, and creates them at the first start of an installation. Processes that start at the same time use the
 * same keys. The log keeps the name that it was created with, because verifiers know it by this name.
 */
export async function loadAuditKeys(store: Store, sealer: Sealer, publicUrl: string): Promise<AuditKeys> {
  const known = await store.read.auditKeys.all();
  const keys =
    known.length === 2
      ? known
      : await store.transact(async (tx) => {
          for (const key of newKeys(sealer, publicUrl)) await tx.auditKeys.insertFirst(key);
          return tx.auditKeys.all();
        });
  const of = (purpose: AuditKey["purpose"]): AuditKey => {
    const key = keys.find((each) => each.purpose === purpose);
    if (!key) throw new Error(`the audit log has no ${purpose} key`);
    return key;
  };
  const signing = of("checkpoint");
  const address = of("address");
  return {
    checkpoint: createPrivateKey({ key: open(sealer, signing), format: "der", type: "pkcs8" }),
    verifier: verifierOf(signing),
    address: open(sealer, address),
  };
}

/** Returns the public part of the key that signs checkpoints. */
export function verifierOf({ name, publicKey }: AuditKey): NoteKey {
  if (!publicKey) throw new Error("the key has no public part");
  return { name, algorithm: "signature", publicKey };
}

function newKeys(sealer: Sealer, publicUrl: string): AuditKey[] {
  const { privateKey } = generateKeyPairSync("ed25519");
  const der = privateKey.export({ type: "pkcs8", format: "der" });
  return [
    {
      purpose: "checkpoint",
      name: `${new URL(publicUrl).host}/audit`,
      publicKey: rawPublicKey(privateKey),
      sealedKey: sealer.seal(der, auditKeyContext("checkpoint")),
    },
    { purpose: "address", name: "", sealedKey: sealer.seal(randomBytes(32), auditKeyContext("address")) },
  ];
}

const open = (sealer: Sealer, { purpose, sealedKey }: AuditKey): Buffer =>
  sealer.open(sealedKey, auditKeyContext(purpose));

/** Returns the context that binds a key of the audit log to its purpose. */
export const auditKeyContext = (purpose: string): string => `audit-key|${purpose}`;
