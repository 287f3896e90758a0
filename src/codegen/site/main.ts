// Builds the site of the documentation: build/site.
//   node src/codegen/site/main.ts   (make build/site)
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "vitepress";
import { siteFolder } from "../../config/built-folders.ts";
import { sections } from "./contents.ts";
import { finish } from "./finish.ts";
import { pagesFolder, root } from "./folders.ts";
import { llms } from "./llms.ts";
import { collection, COLLECTION } from "./operations/collection.ts";
import { contractPages, documentPages } from "./pages.ts";
import { PICTURES } from "./pictures/committed.ts";

function write(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const documents = documentPages();
const listed = new Set(sections.flatMap(({ entries }) => entries.map(({ page }) => page)));
const unlisted = documents.filter(({ page }) => !listed.has(page)).map(({ page }) => page);
if (unlisted.length > 0)
  throw new Error(`src/codegen/site/contents.ts has no place for these pages: ${unlisted.join(", ")}`);

const pages = [...documents, ...contractPages()];

for (const folder of [pagesFolder, siteFolder]) rmSync(folder, { recursive: true, force: true });
for (const { page, source } of pages) write(pagesFolder, `${page}.md`, source);
cpSync(join(root, PICTURES), join(pagesFolder, "pictures"), { recursive: true });
await build(import.meta.dirname);
for (const { page, markdown } of pages) if (markdown !== undefined) write(siteFolder, `${page}.md`, markdown);
write(siteFolder, COLLECTION, collection());
write(siteFolder, "llms.txt", llms(documents));
await finish(siteFolder);
