// A version that upgrades start from, as it was committed.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ListedRelease, readReleases } from "../../src/codegen/release/list.ts";

/** The versions whose processes must work during and after `pda migrate` of the present version: release/releases.yaml. */
export const upgradeStarts: readonly ListedRelease[] = readReleases().filter(({ upgrade }) => upgrade);

/** The name of such a version in messages: version and commit. */
export const nameOf = ({ version, commit }: ListedRelease): string => `${version} (${commit.slice(0, 7)})`;

const root = join(import.meta.dirname, "../..");

/** The code of such a version in its own folder. */
export class LandedTree implements Disposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Checks out the code. */
  static checkOut({ commit }: ListedRelease): LandedTree {
    const folder = mkdtempSync(join(tmpdir(), `pda-test-landed-${process.pid}-`));
    try {
      const archive = execFileSync("git", ["archive", "--format=tar", commit], {
        cwd: root,
        maxBuffer: 2 ** 28,
        stdio: ["ignore", "pipe", "pipe"],
      });
      execFileSync("tar", ["-x", "-C", folder], { input: archive });
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
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
