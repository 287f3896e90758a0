// The documents of the tree as pages: for VitePress, and as Markdown for programs.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { documents, pageOf } from "./documents.ts";
import { linkInMarkdown, linkOnSite, replaceLinks, replacePictures, targetOf } from "./links.ts";
import { eventPages } from "./events.ts";
import { operationPages } from "./operations/pages.ts";
import { replaceDiagrams } from "./pictures/blocks.ts";
import { PICTURES } from "./pictures/committed.ts";
import { root } from "./folders.ts";

/** A page of the site. */
export interface Page {
  /** Its path below `/docs/`, without an ending. */
  readonly page: string;
  readonly title: string;
  /** What VitePress reads. */
  readonly source: string;
  /** The page for programs. Undefined when the service serves the document itself. */
  readonly markdown: string | undefined;
}

/** Returns the pages of the documents. @throws Error when a diagram has no picture */
export function documentPages(): Page[] {
  return documents(root).map((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const page = pageOf(file) as string;
    const up = "../".repeat(page.split("/").length - 1);
    return {
      page,
      title: /^# (.*)$/m.exec(text)?.[1] ?? page,
      source: withPictures(onSite(withViews(text, up), file), up),
      markdown: file.startsWith("docs/") ? undefined : inMarkdown(withoutViews(text), file),
    };
  });
}

/** Returns the pages that the contract gives. */
export function contractPages(): Page[] {
  return [...operationPages(), ...eventPages()].map(({ page, title, text }) => ({
    page,
    title,
    source: onSite(text, ""),
    markdown: forPrograms(text),
  }));
}

/** Returns Markdown without what only the site has: tabs of samples, and forms. */
const forPrograms = (text: string): string =>
  text
    .replaceAll(/^## Try it\n\n<TryIt .*\n/gm, "")
    .replaceAll(/^(?:<\/?SampleTabs>|:::.*)\n\n?/gm, "")
    .replaceAll(
      /^```(\w+) \[(.+)\]$/gm,
      (_all, language: string, label: string) => `${label}:\n\n\`\`\`${language}`,
    );

/** Returns Markdown of a file of the tree with links between pages of the site. */
function onSite(text: string, file: string): string {
  return replaceLinks(text, (label, target) => linkOnSite(label, targetOf(file, target, pageOf)));
}

/** Returns Markdown of a file of the tree with links to the Markdown of other pages. */
function inMarkdown(text: string, file: string): string {
  return replaceLinks(text, (label, target) => linkInMarkdown(label, targetOf(file, target, pageOf)));
}

/** Shows the pictures of views (`make screenshots`) where the document shows them. @param up from the page to the folder of all pages */
const withViews = (text: string, up: string): string =>
  replacePictures(text, (alt, target) => {
    if (!target.startsWith(`${PICTURES}/`)) throw new Error(`the picture ${target} is not in ${PICTURES}`);
    return `<img src="./${up}pictures/${target.slice(PICTURES.length + 1)}" alt="${alt.replaceAll('"', "&quot;")}" loading="lazy">`;
  });

/** Programs get what a picture shows in words. */
const withoutViews = (text: string): string => replacePictures(text, (alt) => alt);

/** Puts the pictures in place of the diagrams. @param up from the page to the folder of all pages */
function withPictures(text: string, up: string): string {
  return replaceDiagrams(text, ({ name, heading }) => {
    const file = join(root, PICTURES, `${name}.svg`);
    if (!existsSync(file))
      throw new Error(
        `the diagram below "${heading}" has no picture: run make pictures, and commit gen/pictures`,
      );
    const [, width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(readFileSync(file, "utf8")) ?? [];
    const size = `width="${Math.round(Number(width))}" height="${Math.round(Number(height))}"`;
    const alt = `Diagram: ${heading.replaceAll(/["&<>`]/g, "")}`;
    return `<div class="picture" tabindex="0"><img src="./${up}pictures/${name}.svg" alt="${alt}" ${size} loading="lazy"></div>`;
  });
}
