// The diagrams of the documents: Mermaid blocks, each drawn beforehand as a picture whose name is the hash of its source.
import { createHash } from "node:crypto";

/** A Mermaid block as it stands in a document, with its fences. */
const BLOCK = /^```mermaid\n([\s\S]*?)^```$/gm;
/** Raise this with a change of how pictures are drawn, so that all are drawn again. */
const DRAWING = "1";

/** Returns the name of the picture of a diagram, without its ending. */
export function pictureName(source: string): string {
  return createHash("sha256").update(`${DRAWING}\n${source}`).digest("hex").slice(0, 16);
}

/** Returns the sources of the diagrams in a document. */
export function diagramsOf(markdown: string): string[] {
  return [...markdown.matchAll(BLOCK)].map(([, source = ""]) => source);
}

/**
 * Replaces each diagram of a document.
 * @param show returns the Markdown in place of a diagram
 */
export function replaceDiagrams(
  markdown: string,
  show: (diagram: { readonly name: string; readonly heading: string }) => string,
): string {
  return markdown.replaceAll(BLOCK, (_block, source: string, at: number) => {
    const heading =
      markdown
        .slice(0, at)
        .match(/^#+ .*$/gm)
        ?.at(-1) ?? "";
    return show({ name: pictureName(source), heading: heading.replace(/^#+ /, "") });
  });
}
