// Packs the protos for other teams: build/protos/pda-protos-<version>.tar.gz, which compiles in an empty folder, and the descriptor set of
// the protos with source information. The gateway serves both.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { protosFile } from "../config/protos-file.ts";
import { release } from "../config/release.ts";
import { type ArchivedFile, archive } from "./archive.ts";

const root = join(import.meta.dirname, "../..");

/** In the archive one folder holds all protos. */
const bufYaml = "version: v2\nmodules:\n  - path: proto\n";

function filesUnder(folder: string, place: string): ArchivedFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "README.md")
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path: `${place}${path.slice(join(root, folder).length)}`, content: readFileSync(path) };
    });
}

const whole = (name: string, from = name): ArchivedFile => ({
  path: name,
  content: readFileSync(join(root, from)),
});

mkdirSync(join(root, "build/protos"), { recursive: true });
const descriptor = protosFile("binpb");
execFileSync("buf", ["build", "proto", "--as-file-descriptor-set", "-o", descriptor], {
  cwd: root,
  stdio: ["ignore", "inherit", "inherit"],
});
const files = [
  whole("LICENSE"),
  whole("README.md", "proto/README.md"),
  { path: "buf.yaml", content: Buffer.from(bufYaml) },
  { path: "pda.binpb", content: readFileSync(descriptor) },
  ...filesUnder("proto", "proto"),
  ...filesUnder("third_party/proto", "proto"),
  ...filesUnder("third_party/licenses", "licenses"),
].sort((a, b) => (a.path < b.path ? -1 : 1));
const folder = `pda-protos-${release.version}`;
writeFileSync(
  protosFile("tar.gz"),
  archive(files.map(({ path, content }) => ({ path: `${folder}/${path}`, content }))),
);
