// The previously landed version, as it was committed: the version that an upgrade starts from.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Commit of that version. Its processes must work during and after `pda migrate` of the present version. */
export const landedCommit = "24ae4eb";

const root = join(import.meta.dirname, "../..");

/** The code of that commit in its own folder. */
export class LandedTree implements Disposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Checks out the code. @throws Error if the clone does not have the commit */
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
    // Uses the packages of the present version, because packages that both versions need have kept their meaning.
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    mkdirSync(join(folder, "build"), { recursive: true });
    return new LandedTree(folder);
  }

  /** The `pda` command of that version. */
  get command(): string {
    return join(this.folder, "bin/pda");
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
