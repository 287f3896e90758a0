// Builds the pages: ../build/ui, each file also in Brotli, which every browser takes over TLS, and policy.json with the digests of the styles
// that the component library adds to a page (CSP Level 3 section 2.3.1).
//   node build.ts   (make build/ui)
import { hash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";

const folder = join(import.meta.dirname, "../build/ui");

await build({ configFile: join(import.meta.dirname, "vite.config.ts"), logLevel: "warn" });
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  if (!/\.(?:js|css|html|svg)$/.test(name)) continue;
  const content = readFileSync(join(folder, name));
  const coded = brotliCompressSync(content);
  if (coded.length < content.length) writeFileSync(join(folder, `${name}.br`), coded);
}

/** Styles that the component library adds to each page by a script. */
const styles = ["interactions/usePress", "overlays/usePreventScroll"].map((module) => {
  const file = new URL(`node_modules/react-aria/dist/private/${module}.mjs`, import.meta.url);
  const [, text] = /\.textContent = `([^`]+)`\.trim\(\)/.exec(readFileSync(file, "utf8")) ?? [];
  if (text === undefined)
    throw new Error(`${module} has no style that can be found: look how it adds styles now`);
  return text.replace(/\$\{[\w$]+\$PRESSABLE_ATTRIBUTE\}/, "data-react-aria-pressable").trim();
});
const digests = styles.map((style) => `'sha256-${hash("sha256", style, "base64")}'`);
writeFileSync(join(folder, "policy.json"), JSON.stringify({ styles: digests }));
