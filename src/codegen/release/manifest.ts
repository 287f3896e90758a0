// The manifest of the npm package, in which every package has its locked version.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, type Source } from "./source.ts";

/** An entry of package-lock.json. */
interface Locked {
  readonly version: string;
  /** Only for development. */
  readonly dev?: boolean;
  /** Wanted by development packages, and by others if it is there. */
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
}

/** A package-lock.json. */
interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

/** Packages of a manifest by how npm gets them. */
interface Packages {
  /** All that the product needs on every system, in their exact versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Programs for one system each (PostgreSQL, development networks, Node), of which npm installs those that fit the machine. */
  readonly optionalDependencies: Readonly<Record<string, string>>;
  /** The dependencies that travel in the package, with all that they need. */
  readonly bundleDependencies: readonly string[];
}

/** What the manifest of the clone and that of the package have in common. */
interface Described {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
}

/** The manifest of the package. */
export interface Manifest extends Described, Packages {
  /** npm's own name for the commit of a package. */
  readonly gitHead: string;
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), "utf8"));
const lock = read("package-lock.json") as Lock;
const own = read("package.json") as Described & Pick<Packages, "dependencies">;

/** Returns the manifest of the package. */
export function manifestOf({ commit }: Source): Manifest {
  const { name, version, description, license, type, engines, bin, dependencies } = own;
  const packages = fixPackages(lock.packages, Object.keys(dependencies));
  return { name, version, description, license, type, engines, bin, gitHead: commit, ...packages };
}

/** Returns the lock of the package: package-lock.json without what only development needs. */
export function lockOf({ name, version, dependencies, optionalDependencies }: Manifest): Lock {
  const { packages, ...rest } = lock;
  const kept = Object.entries(packages).filter(([, { dev, devOptional }]) => !dev && !devOptional);
  const itself = { name, version, dependencies, optionalDependencies };
  return { ...rest, packages: { ...Object.fromEntries(kept), "": itself } };
}

/**
 * Fixes every package in its locked version. npm ignores the lock of a package that it installs from a file, so the package bundles what it
 * needs. It cannot bundle programs for one system, and npm does not install what a bundled package needs. So these programs, and the
 * packages that choose among them, are named in their exact versions.
 */
function fixPackages(locked: Lock["packages"], names: readonly string[]): Packages {
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
