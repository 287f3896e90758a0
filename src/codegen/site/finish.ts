// What the gateway needs beside the built pages: the hashes of their scripts, and each file compressed.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

/** The best quality, 11, takes 3.5 times as long for files that are 3 % smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
/** Files that are compressed at the same time, each on a thread of its own. */
const together = availableParallelism();
/** Smaller files fit into one packet as they are. */
const COMPRESSED_BYTES_MIN = 1_024;

/** Completes a built site: no style attributes, `policy.json`, and `.br` of each file that gains by it, which every browser takes over TLS. */
export async function finish(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.\w+$/.test(name),
  );
  const hashes = new Set<string>();
  for (const name of files.filter((each) => each.endsWith(".html"))) {
    const html = withoutStyles(readFileSync(join(folder, name), "utf8"));
    for (const script of inlineScripts(html)) hashes.add(script);
    writeFileSync(join(folder, name), html);
  }
  writeFileSync(join(folder, "policy.json"), `${JSON.stringify({ scripts: [...hashes].sort() })}\n`);
  const names = files.values();
  const compressRest = async (): Promise<void> => {
    for (const name of names) await compress(join(folder, name));
  };
  await Promise.all(Array.from({ length: together }, compressRest));
}

/** Style attributes of VitePress: a height that its script sets again before it is used, and a position that our style sheet has. */
const STYLES = / style="(?:--vp-vh:0px|position:relative);"/g;

/**
 * Returns a page without style attributes, which its policy does not allow.
 * @throws Error for another style attribute, or an inline style sheet
 */
function withoutStyles(html: string): string {
  const text = html.replaceAll(STYLES, "");
  const found = /<[a-z][^<>]*\sstyle="[^"]*"|<style[^>]*>/.exec(text);
  if (found) throw new Error(`a page has a style that its policy does not allow: ${found[0]}`);
  return text;
}

/** Returns the sources of the scripts that stand in a page, as a Content-Security-Policy names them (CSP Level 3 section 2.3.1). */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}

async function compress(file: string): Promise<void> {
  const content = readFileSync(file);
  if (content.length < COMPRESSED_BYTES_MIN) return;
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, BROTLI));
}
