// Files for browsers that a build has made: of the documentation, the console and the wallet.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Download, type DownloadOptions } from "./download.ts";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  webp: "image/webp",
  json: "application/json; charset=utf-8",
  // RFC 7763.
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

/** The names of these files are hashes of their content. */
export const FIXED = { cacheControl: "public, max-age=31536000, immutable" };
/** Pages are asked for again by their entity tag, so that the pages of a new release are seen at once. */
export const CHECKED = "no-cache";

const typeOf = (name: string): string | undefined => TYPES[name.slice(name.lastIndexOf(".") + 1)];

/** Tells whether a file of a build is for browsers; others are notes for the gateway, or codings of files. */
export const isServed = (name: string): boolean => typeOf(name) !== undefined;

/** Returns what reads a file when it is first asked for, with the Brotli coding that the build has made of it. */
export function builtFile(folder: string, name: string, options: DownloadOptions): () => Download {
  let made: Download | undefined;
  const coded: DownloadOptions["coded"] = (coding) => {
    const file = join(folder, `${name}.br`);
    return coding === "br" && existsSync(file) ? readFileSync(file) : undefined;
  };
  const read = () =>
    new Download(typeOf(name) as string, readFileSync(join(folder, name)), { ...options, coded });
  return () => (made ??= read());
}
