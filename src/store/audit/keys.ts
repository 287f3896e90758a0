import { Repository, type Row } from "../database.ts";

const columns = "purpose, name, public_key, sealed_key";

/** A key of the audit log: `checkpoint` signs checkpoints, `address` keys the hashes of addresses. */
export interface AuditKey {
  readonly purpose: "checkpoint" | "address";
  /** The name under which checkpoints are signed; empty for other keys. */
  readonly name: string;
  /** Raw Ed25519 public key; absent for a secret key. */
  readonly publicKey?: Buffer;
  readonly sealedKey: Buffer;
}

/** Reads the keys of the audit log. */
export class AuditKeyReader extends Repository {
  async all(): Promise<AuditKey[]> {
    const rows = await this.session.run<Row<"audit_key", typeof columns>>({
      name: "audit_key_all",
      text: `select ${columns} from audit_key`,
    });
    return rows.map((row) => ({
      purpose: row.purpose,
      name: row.name,
      sealedKey: row.sealed_key,
      ...(row.public_key ? { publicKey: row.public_key } : {}),
    }));
  }
}

/** Stores the keys of the audit log and its checkpoints; exists inside a transaction only. */
export class AuditKeyWriter extends AuditKeyReader {
  /** Stores a key. When several processes do this at once, only the first call has an effect. */
  async insertFirst({ purpose, name, publicKey, sealedKey }: AuditKey): Promise<void> {
    await this.session.run(
      {
        name: "audit_key_insert_first",
        text: `insert into audit_key (purpose, name, public_key, sealed_key) values ($1, $2, $3, $4)
          on conflict do nothing`,
      },
      [purpose, name, publicKey ?? null, sealedKey],
    );
  }

  /** Stores a signed checkpoint. Processes that sign the same tree store the same bytes. */
  async keepCheckpoint(size: number, note: string): Promise<void> {
    await this.session.run(
      {
        name: "audit_checkpoint_keep",
        text: "insert into audit_checkpoint (size, note) values ($1, $2) on conflict do nothing",
      },
      [size, note],
    );
  }
}
