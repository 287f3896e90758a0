// The built site of the documentation, read from its folder.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { siteFolder } from "../../src/config/built-folders.ts";

const root = join(import.meta.dirname, "../..");

/** A built page. */
export interface BuiltPage {
  /** Its address, such as `/docs/guides/events`. */
  readonly path: string;
  readonly html: string;
}

/** Builds the site unless it is up to date, and returns its pages. */
export function builtPages(): BuiltPage[] {
  execFileSync("make", ["build/site"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  return globSync("**/*.html", { cwd: siteFolder })
    .filter((file) => file !== "404.html")
    .map((file) => ({
      path: `/docs/${file.slice(0, -".html".length).replace(/(^|\/)index$/, "$1")}`,
      html: readFileSync(join(siteFolder, file), "utf8"),
    }));
}

/** Returns the links of a page, resolved against its address. */
export function linksOf({ path, html }: BuiltPage): URL[] {
  return [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(
    ([, href = ""]) => new URL(href.replaceAll("&amp;", "&"), `https://localhost${path}`),
  );
}

/** Returns the anchors of a page. */
export function anchorsOf({ html }: BuiltPage): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id));
}

/** Returns the addresses of the files that a browser loads with a page. */
export function filesOf({ html }: BuiltPage): string[] {
  const loaded =
    /<(?:script[^>]*\ssrc|link[^>]*\srel="(?:modulepreload|preload stylesheet|stylesheet)"[^>]*\shref|img[^>]*\ssrc)="([^"]+)"/g;
  return [...html.matchAll(loaded)].map(([, file = ""]) => file);
}

/** Returns the bytes of a file of the site as a browser gets them, compressed if that was made beforehand. @param path its address */
export function bytesOf(path: string): number {
  const page = /\.\w+$/.test(path) ? path : `${path.endsWith("/") ? `${path}index` : path}.html`;
  const file = join(siteFolder, page.slice("/docs/".length));
  return readFileSync(existsSync(`${file}.br`) ? `${file}.br` : file).length;
}
