// The software bill of materials: CycloneDX 1.5, as `npm sbom` writes it, with the commit and without what differs from run to run.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lockOf, type Manifest } from "./manifest.ts";
import type { Source } from "./source.ts";

interface Document {
  serialNumber: string;
  metadata: { timestamp: string; component: Record<string, unknown> };
}

/** Returns a UUID (RFC 9562, version 8) that depends on a text only. */
function uuidOf(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Returns the bill of materials of all packages that the product needs, on every system. `npm sbom --omit=dev` would also leave out what
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
  document.metadata.timestamp = time.toISOString();
  document.metadata.component.pedigree = { commits: [{ uid: commit }] };
  document.serialNumber = "";
  document.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(document))}`;
  return `${JSON.stringify(document, null, 2)}\n`;
}
