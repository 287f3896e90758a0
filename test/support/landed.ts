// The version that was landed before this one, as it was committed: what is upgraded from.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Its commit. Processes of it work on during and after `pda migrate` of the present version. */
export const landedCommit = "24ae4eb";

const root = join(import.meta.dirname, "../..");

/** The code of that commit in a folder of its own. */
export class LandedTree implements Disposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @throws Error when the clone does not have the commit */
  static checkOut(): LandedTree {
    const folder = mkdtempSync(join(tmpdir(), `pda-test-landed-${process.pid}-`));
    try {
      const archive = execFileSync("git", ["archive", "--format=tar", landedCommit], {
        cwd: root,
        maxBuffer: 2 ** 28,
        stdio: ["ignore", "pipe", "pipe"],
      });
      execFileSync("tar", ["-x", "-C", folder], { input: archive });
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw new Error(
        `this clone has no commit ${landedCommit}, from which is upgraded; fetch its history: git fetch --unshallow`,
        { cause: error },
      );
    }
    // Packages of the present version: what both need has not changed what it means.
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    mkdirSync(join(folder, "build"), { recursive: true });
    return new LandedTree(folder);
  }

  /** Its `pda` command. */
  get command(): string {
    return join(this.folder, "bin/pda");
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
