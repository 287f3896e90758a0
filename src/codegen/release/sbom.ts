// The software bill of materials: CycloneDX 1.5, as `npm sbom` writes it, with the commit and without what differs from run to run.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { siteFolder, uiFolder } from "../../config/built-folders.ts";
import { lockOf, type Manifest } from "./manifest.ts";
import type { Source } from "./source.ts";

interface Component {
  readonly "bom-ref": string;
  readonly [member: string]: unknown;
}
interface Document {
  serialNumber: string;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { readonly ref: string; dependsOn: string[] }[];
}

/** Returns a UUID (RFC 9562, version 8) that depends on a text only. */
function uuidOf(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Returns the packages that the built pages have in them, which npm does not see: those of the lists of licences beside the pages. */
function inPages(): Component[] {
  const lists = [siteFolder, uiFolder].map((folder) => readFileSync(join(folder, "licenses.md"), "utf8"));
  const found = lists.join("\n").matchAll(/^## (\S+) - (\S+) \((.+)\)$/gm);
  return [...found].map(([, name = "", version = "", expression]) => ({
    "bom-ref": `${name}@${version}`,
    type: "library",
    name,
    version,
    scope: "required",
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    licenses: [{ expression }],
  }));
}

/** Adds components that a document does not have, as needed by its product. */
function add(components: readonly Component[], { metadata, dependencies, ...document }: Document): void {
  const product = dependencies.find(({ ref }) => ref === metadata.component["bom-ref"]);
  if (!product) throw new Error("the bill of materials does not say what the product needs");
  for (const component of components) {
    const ref = component["bom-ref"];
    if (document.components.some((each) => each["bom-ref"] === ref)) continue;
    document.components.push(component);
    dependencies.push({ ref, dependsOn: [] });
    product.dependsOn.push(ref);
  }
}

/**
 * Returns the bill of materials of all packages that the product needs, on every system, and of those in its built pages. `npm sbom --omit=dev` would also leave out what
 * development packages share with the product, so npm reads a lock without development packages.
 * @param work an empty folder
 */
export function sbom({ commit, time }: Source, manifest: Manifest, work: string): string {
  // npm names the product after its folder.
  const folder = join(work, manifest.name);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lockOf(manifest)));
  const options = ["--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
  const printed = execFileSync("npm", ["sbom", ...options, "--loglevel=error"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const document = JSON.parse(printed) as Document;
  add(inPages(), document);
  document.metadata.timestamp = time.toISOString();
  document.metadata.component = {
    ...document.metadata.component,
    pedigree: { commits: [{ uid: commit }] },
  };
  document.serialNumber = "";
  document.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(document))}`;
  return `${JSON.stringify(document, null, 2)}\n`;
}
