import { Repository } from "./database.ts";

/** Keys that a database belongs with. */
export type InstallationKey = "data_key" | "trust_root";

/** Remembers which keys this database belongs with; exists inside a transaction only. */
export class InstallationWriter extends Repository {
  /** The fingerprint (SHA-256) that was recorded first; the given one is recorded when there was none. */
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
