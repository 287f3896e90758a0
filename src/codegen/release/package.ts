// Makes the npm package: the same tree as a clone, compiled to JavaScript, with the packages that it needs.
import { execFileSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "./manifest.ts";
import { git, root } from "./source.ts";

/** Files that the product reads at run time, and those that every package has. The compiler writes the others. */
const FILES = [
  "LICENSE",
  "README.md",
  "CHANGELOG.md",
  "bin",
  "deploy",
  "docs/*.md",
  "gen/descriptor.binpb",
  "gen/openapi/*.json",
  "openapi",
  "src/gateway/*.css",
  "src/gateway/*.js",
  "src/*.json",
  "src/*.sql",
];
/** Made when the product is built, and not committed. */
const BUILT = ["build/protos", "build/site", "build/ui"];

const npm = (folder: string, ...args: string[]): void => {
  execFileSync("npm", [...args, "--loglevel=error"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
};

/**
 * Writes the package `pda-<version>.tgz`: JavaScript, what the product reads, and the production packages in their locked versions.
 * @param work an empty folder, in which the package's tree is left
 * @param out the folder that receives the package
 */
export function makePackage(manifest: Manifest, work: string, out: string): void {
  execFileSync("tsc", ["-p", "tsconfig.release.json", "--outDir", work], { cwd: root, stdio: "inherit" });
  const committed = git("ls-files", "--", ...FILES)
    .split("\n")
    .filter(Boolean);
  for (const file of committed) cpSync(join(root, file), join(work, file));
  for (const folder of BUILT) cpSync(join(root, folder), join(work, folder), { recursive: true });

  // npm compares each package with its checksum in the lock. No install script runs, so the packages are as they were published.
  for (const file of ["package.json", "package-lock.json", ".npmrc"])
    cpSync(join(root, file), join(work, file));
  npm(work, "ci", "--omit=dev", "--omit=optional", "--ignore-scripts", "--no-audit", "--prefer-offline");
  writeFileSync(join(work, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  npm(work, "pack", "--ignore-scripts", "--pack-destination", out);
}
