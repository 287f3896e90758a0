// Links of a document, as the site and its Markdown copies need them. A document of the tree names files of the tree; a reader of the site
// has only what the service serves.
import { dirname, join } from "node:path/posix";

/** Where a link leads: a page of the site, another file that the service serves, or nowhere for a reader of the site. */
export type Target =
  | { readonly kind: "page"; readonly page: string; readonly anchor: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "none" };

/** Files of the tree that the service serves elsewhere. */
const SERVED: Readonly<Record<string, string>> = {
  "openapi/pda.v1.yaml": "/openapi.v1.yaml",
  "openapi/pda.events.v1.yaml": "/asyncapi.v1.yaml",
};

/** A fenced block, or code in a line. */
const CODE = /^ *(`{3,}).*\n[\s\S]*?^ *\1`*$|(`+)[^`][\s\S]*?\2/gm;
/** Code, which has no links, or a link. */
const PART = new RegExp(`${CODE.source}|\\[((?:[^[\\]]|\\[[^\\]]*\\])*)\\]\\(([^)\\s]+)\\)`, "gm");
const ELSEWHERE = /^(?:[a-z]+:|\/\/)/;

/** Replaces the links of a document, except those to other hosts. */
export function replaceLinks(markdown: string, replace: (label: string, target: string) => string): string {
  return markdown.replaceAll(PART, (part, _fence, _code, label?: string, target?: string) =>
    label === undefined || target === undefined || ELSEWHERE.test(target) ? part : replace(label, target),
  );
}

/** A picture on a line or in a table. */
const PICTURE = /!\[([^\]]*)\]\(([^)\s]+)\)/g;

/** Replaces the pictures of a document. */
export const replacePictures = (markdown: string, replace: (alt: string, target: string) => string): string =>
  markdown.replaceAll(PICTURE, (_all, alt: string, target: string) => replace(alt, target));

/**
 * Finds where a link of a file leads.
 * @param file the file, in the tree
 * @param pageOf returns the page of a file, if it has one
 */
export function targetOf(file: string, target: string, pageOf: (file: string) => string | undefined): Target {
  const [path = "", anchor = ""] = target.split("#");
  // The contract names pages by their address.
  const named = path.startsWith("/") ? path.slice(1) : path === "" ? file : join(dirname(file), path);
  const page = pageOf(named);
  if (page !== undefined) return { kind: "page", page, anchor };
  if (Object.hasOwn(SERVED, named)) return { kind: "file", path: SERVED[named] as string };
  if (path.startsWith("/") || (named.startsWith("docs/") && /\.\w+$/.test(named)))
    return { kind: "file", path: `/${named}` };
  return { kind: "none" };
}

/** Returns the link as a page of the site has it. A file is no page, so the reader's browser leaves the site for it. */
export function linkOnSite(label: string, target: Target): string {
  if (target.kind === "none") return label;
  if (target.kind === "file") return `<a href="${target.path}" target="_self">${inHtml(label)}</a>`;
  return `[${label}](/${target.page === "index" ? "" : target.page}${hash(target.anchor)})`;
}

/** Returns the link as the Markdown copy of a page has it. */
export function linkInMarkdown(label: string, target: Target): string {
  if (target.kind === "none") return label;
  if (target.kind === "file") return `[${label}](${target.path})`;
  return `[${label}](/docs/${target.page}.md${hash(target.anchor)})`;
}

const hash = (anchor: string): string => (anchor === "" ? "" : `#${anchor}`);

/** Markdown stands within HTML, except code between backticks that would begin a block. */
const inHtml = (label: string): string => label.replaceAll(/`([^`]+)`/g, "<code v-pre>$1</code>");
