import { randomBytes } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readIfThere } from "../../files/read.ts";
import { privateDirectory } from "../../pki/files.ts";

/**
 * The last checkpoint that a core of this machine has signed or seen, in a file. Who can change the database but not this file cannot
 * make the core sign a log that contradicts it, also not after a restart.
 */
export class SignedHead {
  readonly file: string;

  constructor(dataDir: string) {
    this.file = join(dataDir, "audit.checkpoint");
  }

  /** Returns the signed note; undefined when none was kept yet. @throws the system's error when the file exists and cannot be read */
  read(): string | undefined {
    return readIfThere(this.file);
  }

  /** Replaces the file atomically, without blocking other calls while the disk writes. Mode 0600. */
  async keep(note: string): Promise<void> {
    privateDirectory(dirname(this.file));
    const draft = `${this.file}.${process.pid}.${randomBytes(4).toString("hex")}.tmp`;
    try {
      await writeFile(draft, note, { mode: 0o600, flag: "wx", flush: true });
      await rename(draft, this.file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }
}
