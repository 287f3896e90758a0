// Generates in a copy of the tree and compares with the tree, which is never changed. Fails with the files that differ.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { generatorInputs } from "./generator-inputs.ts";
import { wrongPictures } from "./site/pictures/committed.ts";

const root = join(import.meta.dirname, "../..");
/** Files and folders that the generators write; `proto` is included because `make generate` writes options and formats it. */
const outputs = [
  "gen",
  "openapi",
  "clients/typescript",
  "docs/decisions.md",
  "docs/clients.md",
  "docs/permissions.md",
  ...["authentication", "errors", "scopes", "limits"].map((page) => `docs/reference/${page}.md`),
  "proto",
];

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function differences(before: string, after: string): string[] {
  const list = (base: string) =>
    outputs.flatMap((path) => filesUnder(join(base, path)).map((file) => relative(base, file)));
  const all = [...new Set([...list(before), ...list(after)])].sort();
  return all.flatMap((file) => {
    const [a, b] = [join(before, file), join(after, file)];
    if (!existsSync(a)) return [`${file}: not committed`];
    if (!existsSync(b)) return [`${file}: no generator writes it`];
    return readFileSync(a).equals(readFileSync(b)) ? [] : [`${file}: differs`];
  });
}

// Pictures are compared by the names of their sources, because drawing them needs a browser.
const pictures = wrongPictures(root);
if (pictures.length > 0) {
  console.error(
    `pictures differ from the diagrams; run \`make pictures\` and commit gen/pictures:\n  ${pictures.join("\n  ")}`,
  );
  process.exitCode = 1;
}

const copy = mkdtempSync(join(tmpdir(), "pda-generated-"));
try {
  for (const path of generatorInputs) cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "dir");
  // The copy uses the packages of the tree through a link; npm must not install into them.
  const env = { ...process.env, npm_config_dry_run: "true" };
  const make = ["-o", "node_modules/.installed", "generate"];
  execFileSync("make", make, { cwd: copy, env, stdio: ["ignore", "inherit", "inherit"] });
  const found = differences(root, copy);
  if (found.length > 0) {
    console.error(
      `generated files are out of date; run \`make generate\` and commit:\n  ${found.join("\n  ")}`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
