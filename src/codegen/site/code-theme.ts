// Colours of code. The policy of the pages allows no styles in attributes, so that each kind of token gets a class, and the style sheet
// its colours for the light and the dark theme.
import type { MarkdownOptions } from "vitepress";

/** Kinds of tokens, with the scopes of TextMate grammars that belong to each. */
const KINDS = {
  comment: ["comment", "punctuation.definition.comment"],
  string: ["string", "markup.inline.raw", "constant.other.symbol"],
  number: ["constant.numeric", "constant.language", "constant.character"],
  keyword: ["keyword", "storage", "variable.language"],
  name: ["entity.name", "support.function", "support.class", "support.type", "meta.function-call"],
  member: [
    "support.type.property-name",
    "entity.name.tag",
    "variable.other.property",
    "meta.object-literal.key",
  ],
} as const;

/** A theme names colours, so each kind gets one that stands for its class. */
const colourOf = (index: number): string => `#00000${index + 1}`;
const classOf = new Map(
  Object.keys(KINDS).map((kind, index) => [`color:${colourOf(index)}`, `code-${kind}`]),
);

/** How VitePress marks code: with classes only. */
export const code: Pick<MarkdownOptions, "theme" | "codeTransformers" | "shikiSetup"> = {
  // By default a block is left half coloured after half a second, so that a busy machine would build another page.
  shikiSetup(highlighter) {
    const { codeToHtml } = highlighter;
    highlighter.codeToHtml = (text, options) => codeToHtml(text, { ...options, tokenizeTimeLimit: 0 });
  },
  theme: {
    name: "pda",
    type: "light",
    colors: { "editor.background": "#ffffff", "editor.foreground": "#000000" },
    settings: Object.values(KINDS).map((scope, index) => ({
      scope: [...scope],
      settings: { foreground: colourOf(index) },
    })),
  },
  codeTransformers: [
    {
      name: "classes",
      pre(node) {
        delete node.properties.style;
      },
      span(node) {
        const kind = classOf.get(String(node.properties.style).toLowerCase());
        delete node.properties.style;
        if (kind !== undefined) node.properties.class = kind;
      },
    },
  ],
};
