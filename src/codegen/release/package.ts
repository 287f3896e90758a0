// Makes the npm package: the same tree as a clone, compiled to JavaScript, with the packages that it needs.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { git, root, type Source } from "./source.ts";

/** Files that the product reads at run time, and those that every package has. The compiler writes the others. */
const FILES = [
  ...["LICENSE", "README.md", "CHANGELOG.md", "bin"],
  ...["gen/descriptor.binpb", "gen/openapi/*.json", "openapi", "docs/decisions.md"],
  ...["src/store/migrations", "src/chain/evm/token/artifact.json"],
];
/** Made by `make protos`, and not committed. */
const PROTOS = "build/protos";

interface Manifest {
  readonly [member: string]: unknown;
  readonly dependencies: Readonly<Record<string, string>>;
}

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));
const npm = (folder: string, ...args: string[]): void => {
  execFileSync("npm", [...args, "--loglevel=error"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
};

/** Packages of a manifest by how npm gets them. */
interface Packages {
  /** All that the product needs on every system, in their exact versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Programs for one system each (PostgreSQL, development networks, Node), of which npm installs those that fit the machine. */
  readonly optionalDependencies: Readonly<Record<string, string>>;
  /** The dependencies that travel in the package, with all that they need. */
  readonly bundleDependencies: readonly string[];
}

/**
 * Fixes every package in its locked version. npm ignores the lock of a package that it installs from a file, so the package bundles what it
 * needs. It cannot bundle programs for one system, and npm does not install what a bundled package needs. So these programs, and the
 * packages that choose among them, are named in their exact versions.
 */
function fixPackages(locked: Readonly<Record<string, Locked>>, names: readonly string[]): Packages {
  const at = (name: string): Locked | undefined => locked[`node_modules/${name}`];
  const isProgram = (name: string): boolean => at(name)?.optional === true && at(name)?.os !== undefined;
  const choosers = names.filter((name) => Object.keys(at(name)?.optionalDependencies ?? {}).some(isProgram));
  const needed = choosers.flatMap((name) => Object.keys(at(name)?.dependencies ?? {}));
  const programs = Object.keys(locked)
    .filter((path) => path !== "" && !locked[path]?.dev)
    .map((path) => path.slice("node_modules/".length))
    // "none" marks what no system can install (src/codegen/complete-lock.ts).
    .filter((name) => isProgram(name) && !at(name)?.os?.includes("none"));
  const exact = (list: readonly string[]) =>
    Object.fromEntries([...new Set(list)].sort().map((name) => [name, at(name)?.version as string]));
  return {
    dependencies: exact([...names, ...needed]),
    optionalDependencies: exact(programs),
    bundleDependencies: [...new Set([...names, ...needed])].filter((name) => !choosers.includes(name)).sort(),
  };
}

/** Returns the manifest of the package; `gitHead` is npm's own name for the commit. */
function manifestOf({ commit }: Source): object {
  const { private: _, scripts, devDependencies, overrides, ...kept } = read("package.json") as Manifest;
  const { packages } = read("package-lock.json") as { packages: Readonly<Record<string, Locked>> };
  return { ...kept, gitHead: commit, ...fixPackages(packages, Object.keys(kept.dependencies)) };
}

/**
 * Writes the package `pda-<version>.tgz`: JavaScript, what the product reads, and the production packages in their locked versions.
 * @param work an empty folder for the package's tree
 * @param out the folder that receives the package
 */
export function makePackage(source: Source, work: string, out: string): void {
  execFileSync("tsc", ["-p", "tsconfig.release.json", "--outDir", work], { cwd: root, stdio: "inherit" });
  const committed = git("ls-files", "--", ...FILES)
    .split("\n")
    .filter(Boolean);
  for (const file of committed) cpSync(join(root, file), join(work, file));
  mkdirSync(join(work, PROTOS), { recursive: true });
  cpSync(join(root, PROTOS), join(work, PROTOS), { recursive: true });

  // npm compares each package with its checksum in the lock. No install script runs, so the packages are as they were published.
  for (const file of ["package.json", "package-lock.json", ".npmrc"])
    cpSync(join(root, file), join(work, file));
  npm(work, "ci", "--omit=dev", "--omit=optional", "--ignore-scripts", "--no-audit", "--prefer-offline");
  writeFileSync(join(work, "package.json"), `${JSON.stringify(manifestOf(source), null, 2)}\n`);
  npm(work, "pack", "--ignore-scripts", "--pack-destination", out);
}
