/** Returns a description of the document, which is Markdown of few kinds, as HTML for javadoc: paragraphs, lists and code. */
export function htmlOf(markdown: string): string {
  return markdown.split(/\n\n+/).map(blockOf).join("\n");
}

function blockOf(block: string, place: number): string {
  const lines = block.split("\n");
  if (!lines.every((line) => line.startsWith("- "))) return `${place === 0 ? "" : "<p>"}${inlineOf(block)}`;
  return `<ul>${lines.map((line) => `<li>${inlineOf(line.slice(2))}</li>`).join("")}</ul>`;
}

function inlineOf(text: string): string {
  const escaped = text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("@", "&#64;")
    .replaceAll("*/", "*&#47;")
    .replaceAll("\\", "&#92;");
  return escaped.replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}
