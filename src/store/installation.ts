import { Repository } from "./database.ts";

/** Keys that belong to a database. */
export type InstallationKey = "data_key" | "trust_root";

/** Reads which keys belong to this database. */
export class InstallationReader extends Repository {
  /** Returns the recorded fingerprint (SHA-256) of a key; undefined when none is recorded. */
  async fingerprint(name: InstallationKey): Promise<Buffer | undefined> {
    const rows = await this.session.run<{ readonly fingerprint: Buffer }>(
      {
        name: "installation_fingerprint",
        text: "select fingerprint from installation_key where name = $1",
      },
      [name],
    );
    return rows[0]?.fingerprint;
  }
}

/** Stores which keys belong to this database; exists inside a transaction only. */
export class InstallationWriter extends InstallationReader {
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

  /** Returns the recorded fingerprint, which no other transaction can change until this one ends; undefined when none is recorded. */
  async hold(name: InstallationKey): Promise<Buffer | undefined> {
    const rows = await this.session.run<{ readonly fingerprint: Buffer }>(
      {
        name: "installation_hold",
        text: "select fingerprint from installation_key where name = $1 for update",
      },
      [name],
    );
    return rows[0]?.fingerprint;
  }

  /** Replaces the fingerprint of a key that is exchanged. */
  async replace(name: InstallationKey, fingerprint: Uint8Array): Promise<void> {
    await this.session.run(
      {
        name: "installation_replace",
        text: "update installation_key set fingerprint = $2 where name = $1",
      },
      [name, Buffer.from(fingerprint)],
    );
  }
}
