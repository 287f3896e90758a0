// The documents of a tree that are pages of the site.
import { globSync } from "node:fs";

/** Documents outside of `docs`, with their page of the site. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "README.md": "index",
  "CHANGELOG.md": "changelog",
  "CONTRIBUTING.md": "contributing",
  "SECURITY.md": "security",
  "proto/README.md": "protos",
  "clients/README.md": "clients/libraries",
  "clients/typescript/README.md": "clients/typescript",
  "clients/go/README.md": "clients/go",
  "clients/python/README.md": "clients/python",
  "clients/java/README.md": "clients/java",
};

/** Returns the files of a tree that are pages of the site. */
export function documents(root: string): string[] {
  return [...Object.keys(ELSEWHERE), ...globSync("docs/**/*.md", { cwd: root }).sort()];
}

/** Returns the page of a document: its path below `/docs/` without an ending; undefined when the file is no document. */
export function pageOf(file: string): string | undefined {
  if (Object.hasOwn(ELSEWHERE, file)) return ELSEWHERE[file];
  return /^docs\/(.+?)(?:(?<=\/)index)?\.md$/.exec(file)?.[1];
}
