// How the documents become HTML where they differ from what VitePress expects.
import type { MarkdownRenderer } from "vitepress";

/** Tags that the documents and their generators use. Vue reads every other one as a component. */
const NO_TAG = /<(?!\/?(?:a|br|div|img|code|template|SampleTabs|TryIt)\b|!--)/g;

/**
 * Changes the Markdown of VitePress:
 * - only known tags are tags, and nothing is an expression of Vue
 * - the tabs of samples have the same identifiers each time, in place of random ones
 * - the alignment of a column is a class, because the policy of the pages allows no styles in attributes
 */
export function plainMarkdown(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer;
  rules.html_inline = rules.html_block = (tokens, at) =>
    (tokens[at]?.content ?? "").replaceAll(NO_TAG, "&lt;");
  const { text } = rules;
  rules.text = (...given) => (text?.(...given) ?? "").replaceAll("{{", "&#123;&#123;");
  const tabs = rules["container_code-group_open"];
  rules["container_code-group_open"] = (tokens, at, ...rest) => {
    const names = new Map<string, string>();
    const named = (name: string) => {
      names.set(name, names.get(name) ?? `"tab-${at}-${names.size}"`);
      return names.get(name) as string;
    };
    return (tabs?.(tokens, at, ...rest) ?? "").replaceAll(/"(?:group|tab)-[^"]+"/g, named);
  };
  markdown.core.ruler.push("alignment", ({ tokens }) => {
    for (const token of tokens) {
      const side = /^text-align:(\w+)$/.exec(token.attrGet("style") ?? "")?.[1];
      if (side === undefined) continue;
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== "style");
      token.attrJoin("class", `align-${side}`);
    }
  });
}
