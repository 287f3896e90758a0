import { once } from "node:events";
import type { Socket } from "node:net";
import type { Writable } from "node:stream";
import pg from "pg";

/** Receives the progress of a backup in bytes of the database's files. `total` is the server's estimate until the end. */
export type BackupProgress = (done: number, total: number) => void;

interface ServerConnection {
  readonly stream: Socket;
  query(text: string): void;
}

/**
 * Sends the command BASE_BACKUP of the replication protocol (PostgreSQL manual, "Streaming Replication Protocol"), as pg_basebackup does.
 * The server streams its files as one tar archive while it runs, together with the part of its log that makes the files consistent.
 */
class BaseBackup {
  readonly done: Promise<void>;
  readonly #archive: Writable;
  readonly #progress: BackupProgress;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;
  #failed: Error | undefined;
  #archives = 0;
  #full = false;
  #bytes = 0;
  #total = 0;

  constructor(archive: Writable, progress: BackupProgress) {
    this.#archive = archive;
    this.#progress = progress;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.done = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  // The driver calls the following methods.
  submit(connection: ServerConnection): void {
    connection.query(
      "BASE_BACKUP (LABEL 'pda backup', PROGRESS true, CHECKPOINT 'fast', WAL true, MANIFEST 'no')",
    );
  }
  /** Rows: the start of the backup, then each tablespace with its size in kilobytes (three fields), then the end of the backup. */
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (fields.length === 3) this.#total += Number(fields[2] ?? 0) * 1024;
  }
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: ServerConnection): void {
    switch (chunk[0]) {
      case 0x6e: // n: a new archive
        if (++this.#archives > 1)
          this.#failed ??= new Error(
            "the database has more than one tablespace, which pda backup does not support",
          );
        this.#progress(0, this.#total);
        break;
      case 0x64: // d: data
        this.#take(chunk.subarray(1), stream);
        break;
      case 0x70: // p: progress
        this.#bytes = Number(chunk.readBigInt64BE(1));
        this.#progress(this.#bytes, Math.max(this.#total, this.#bytes));
        break;
    }
  }
  #take(data: Buffer, stream: Socket): void {
    // Copied, because the driver reuses its buffer.
    if (this.#archive.write(Buffer.from(data))) return;
    stream.pause();
    // Data that arrived before the pause is still delivered.
    if (this.#full) return;
    this.#full = true;
    this.#archive.once("drain", () => {
      this.#full = false;
      stream.resume();
    });
  }
  handleError(error: Error): void {
    this.#failed ??= error;
    this.#reject(error);
  }
  handleReadyForQuery(): void {
    if (this.#failed) return this.#reject(this.#failed);
    // The server's estimate may be above the final size.
    this.#progress(this.#bytes, this.#bytes);
    this.#resolve();
  }
  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
}

/**
 * Writes a consistent copy of a server's files as a tar archive while the server runs. The copy holds every transaction that was
 * committed when the copy began, and no half of a transaction.
 *
 * @param adminUrl connection string of a role that may replicate
 * @param archive receives the copy, and is ended when the copy is complete; destroying it stops the copy
 * @throws the error of the server or of the archive; the archive is incomplete then
 */
export async function writeBaseBackup(
  adminUrl: string,
  archive: Writable,
  progress: BackupProgress,
): Promise<void> {
  const settings = {
    connectionString: adminUrl,
    replication: "true",
    application_name: "pda-backup",
    keepAlive: true,
  };
  const client = new pg.Client(settings);
  const lost = new Promise<never>((_, reject) => {
    client.on("error", reject);
    archive.on("error", reject);
  });
  lost.catch(() => undefined);
  // A server that does not answer must not keep an interrupted copy from ending.
  const unlessLost = <T>(step: Promise<T>): Promise<T> => Promise.race([step, lost]);
  try {
    await unlessLost(client.connect());
    // The server keeps the log that the copy needs while this connection lives, however much is written meanwhile.
    const slot = `pda_backup_${process.pid}`;
    await unlessLost(client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL true)`));
    const backup = new BaseBackup(archive, progress);
    client.query(backup as unknown as pg.Submittable);
    await unlessLost(backup.done);
    const written = once(archive, "finish");
    archive.end();
    await unlessLost(written);
  } finally {
    // A client that stopped in the middle of its stream may never get an answer to end().
    await unlessLost(client.end()).catch(() => undefined);
  }
}
