// Makes the npm package: the same tree as a clone, compiled to JavaScript, with the packages that it needs.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { git, ReleaseRefused, root, type Source } from "./source.ts";

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
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));
const npm = (folder: string, ...args: string[]): void => {
  execFileSync("npm", [...args, "--loglevel=error"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
};

/**
 * Returns the optional packages in their locked versions: the programs of each system (PostgreSQL, development networks, Node), of which npm
 * installs those that fit the machine.
 * @throws ReleaseRefused for an optional package that is not at the top level, where a version cannot be fixed
 */
function optionalPackages(): Record<string, string> {
  const { packages } = read("package-lock.json") as { packages: Readonly<Record<string, Locked>> };
  const found: Record<string, string> = {};
  for (const [path, { version, dev, devOptional, optional, os }] of Object.entries(packages)) {
    // "none" marks the packages that no system can install (src/codegen/complete-lock.ts).
    if (!optional || dev || devOptional || os?.includes("none")) continue;
    const name = path.slice("node_modules/".length);
    if (name.includes("node_modules/"))
      throw new ReleaseRefused(`${path} is optional and nested, so the package cannot fix its version`);
    found[name] = version;
  }
  return found;
}

/**
 * Returns the manifest of the package. npm ignores the lock of a package that it installs from a file. So the package bundles the packages
 * that it needs, as locked, and names each optional package in its exact version.
 */
function manifestOf({ commit }: Source): Manifest {
  const { private: _, scripts, devDependencies, overrides, ...kept } = read("package.json") as Manifest;
  const { dependencies } = kept as Manifest;
  return {
    ...kept,
    gitHead: commit,
    dependencies,
    optionalDependencies: optionalPackages(),
    bundleDependencies: Object.keys(dependencies),
  };
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
