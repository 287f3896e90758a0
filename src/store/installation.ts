import { Repository } from "./database.ts";

/** Keys that belong to a database. */
export type InstallationKey = "data_key" | "trust_root";

/** Stores which keys belong to this database; exists inside a transaction only. */
export class InstallationWriter extends Repository {
  /** Records a fingerprint (SHA-256) if none is recorded for this key. @returns the recorded fingerprint */
  async remember(name: InstallationKey, fingerprint: Uint8Array): Promise<Buffer> {
    await this.session.run(
      {
        name: "installation_remember",
        text: "insert into installation_key (name, fingerprint) values ($1, $2) on conflict do nothing",
      },
      [name, Buffer.from(fingerprint)],
    );
    const row = await this.session.one<{ readonly fingerprint: Buffer }>(
      { name: "installation_recall", text: "select fingerprint from installation_key where name = $1" },
      [name],
    );
    return row.fingerprint;
  }
}
