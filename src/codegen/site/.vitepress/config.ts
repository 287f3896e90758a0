// The settings of VitePress. `make build/site` makes the pages that it reads: src/codegen/site/main.ts.
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { release } from "../../../config/release.ts";
import { siteFolder } from "../../../config/built-folders.ts";
import { code } from "../code-theme.ts";
import { anchorOf } from "../anchor.ts";
import { pagesFolder } from "../folders.ts";
import { licenses } from "../licenses.ts";
import { plainMarkdown } from "../markdown.ts";
import { navigation, sidebar } from "../navigation.ts";
import { htmlOfIndex, markdownOfIndex } from "../search.ts";

/** What VitePress calls the page for an unknown address. */
const MISSING = "404.md";

export default defineConfig({
  base: "/docs/",
  srcDir: pagesFolder,
  outDir: siteFolder,
  cacheDir: join(pagesFolder, ".cache"),
  title: "pda",
  description: "Merchant and developer interface of a Physical Digital Asset service",
  cleanUrls: true,
  // Without it, a change of the theme writes a style sheet into the page, which the policy does not allow.
  appearance: { disableTransition: false },
  // A page asks only for its own files: each request counts against the quota of its sender.
  router: { prefetchLinks: false },
  // Scripts of a page are files, except those whose hashes the policy names.
  metaChunk: true,
  head: [["meta", { name: "theme-color", content: "#3451b2" }]],
  transformHead: ({ pageData }) =>
    pageData.relativePath === MISSING
      ? []
      : [["link", { rel: "alternate", type: "text/markdown", href: `/docs/${pageData.relativePath}` }]],
  // This page alone is drawn by its script.
  transformHtml: (html, _file, { pageData }) =>
    pageData.relativePath === MISSING
      ? html.replace(
          "</body>",
          '<noscript>Page not found. <a href="/docs/">Documentation</a></noscript></body>',
        )
      : html,
  themeConfig: {
    notFound: {
      title: "Page not found",
      quote: "The documentation has no page at this address.",
      linkText: "To the first page",
      linkLabel: "To the first page",
    },
    nav: navigation(release.version),
    sidebar: sidebar(),
    outline: [2, 3],
    search: {
      provider: "local",
      // For the index. The theme adds the weights: ../search.ts.
      options: {
        _render: (markdown, env, renderer) => htmlOfIndex(renderer.render(markdownOfIndex(markdown), env)),
      },
    },
    docFooter: { prev: false, next: false },
    externalLinkIcon: true,
  },
  markdown: {
    ...code,
    anchor: { slugify: anchorOf },
    config: plainMarkdown,
  },
  // One page after the other, so that the index of the search is the same each time.
  buildConcurrency: 1,
  // By default these depend on where the packages are, and a release must have the same bytes wherever it is built.
  vue: {
    features: { componentIdGenerator: (_path, source, _isProduction, getHash) => getHash(source) },
  },
  vite: {
    plugins: [licenses()],
    // The compiler inside VitePress does not know the target of our tsconfig.json.
    esbuild: { tsconfigRaw: "{}" },
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 4_096 },
    logLevel: "warn",
  },
});
