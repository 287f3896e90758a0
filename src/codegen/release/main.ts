// Builds the release of the commit that is checked out: build/release. Two runs on one commit write the same bytes.
//   node src/codegen/release/main.ts   (make release)
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { packClients } from "./clients.ts";
import { readReleases } from "./list.ts";
import { manifestOf } from "./manifest.ts";
import { makePackage } from "./package.ts";
import { sbom } from "./sbom.ts";
import { ReleaseRefused, requireClean, root, type Source, sourceOf } from "./source.ts";

const out = join(root, "build/release");
const say = (text: string): void => console.log(text);

/** @throws ReleaseRefused when this version was released from another commit */
function requireNewVersion({ version, commit }: Source): void {
  const earlier = readReleases().find((each) => each.released && each.version === version);
  if (earlier && earlier.commit !== commit)
    throw new ReleaseRefused(
      `${version} was released from commit ${earlier.commit}; raise the version in package.json (docs/releasing.md)`,
    );
}

/** Writes SHA256SUMS over all other files, in the form of sha256sum. */
function writeChecksums(): void {
  const lines = readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(out, join(entry.parentPath, entry.name)))
    .sort()
    .map(
      (file) =>
        `${createHash("sha256")
          .update(readFileSync(join(out, file)))
          .digest("hex")}  ${file}\n`,
    );
  writeFileSync(join(out, "SHA256SUMS"), lines.join(""));
}

/** Copies the documents of the contract. */
function copyContract({ version }: Source): void {
  for (const kind of ["tar.gz", "binpb"]) {
    const name = `pda-protos-${version}.${kind}`;
    cpSync(join(root, "build/protos", name), join(out, name));
  }
  for (const [folder, kind] of [
    ["openapi", ".yaml"],
    ["gen/openapi", ".json"],
  ] as const)
    for (const name of readdirSync(join(root, folder)).filter((each) => each.endsWith(kind)))
      cpSync(join(root, folder, name), join(out, name));
}

function inEmptyFolder(task: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "pda-release-"));
  try {
    task(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build(source: Source): string[] {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  rmSync(join(root, "build/protos"), { recursive: true, force: true });
  for (const program of ["src/codegen/protos.ts", "src/codegen/site/main.ts", "web/build.ts"])
    execFileSync(process.execPath, [program], { cwd: root, stdio: "inherit" });
  copyContract(source);
  const manifest = manifestOf(source);
  inEmptyFolder((work) => makePackage(manifest, work, out));
  inEmptyFolder((work) =>
    writeFileSync(join(out, `pda-${source.version}.cdx.json`), sbom(source, manifest, work)),
  );
  const leftOut = packClients(source, join(out, "clients"));
  writeChecksums();
  requireClean("building must not change committed files: find out which step does");
  return leftOut;
}

function report({ version, commit, time }: Source, leftOut: readonly string[]): void {
  say(`pda ${version} from commit ${commit}: build/release`);
  for (const line of readFileSync(join(out, "SHA256SUMS"), "utf8").trimEnd().split("\n"))
    say(`  ${line.slice(66)}`);
  for (const each of leftOut) say(`left out: client ${each}`);
  say(`
Once it is published, add it to the top of release/releases.yaml and commit that (docs/releasing.md):

- version: ${version}
  commit: ${commit}
  date: ${time.toISOString().slice(0, 10)}
  released: true
  upgrade: true`);
}

try {
  const source = sourceOf();
  requireNewVersion(source);
  report(source, build(source));
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error;
  console.error(`make release: ${error.message}`);
  process.exitCode = 1;
}
