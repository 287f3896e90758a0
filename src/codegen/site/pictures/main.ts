// Draws the diagrams of the documents as pictures, gen/pictures, with Mermaid in Chromium. Draws only what is not there yet, and removes
// pictures without a diagram.
//   node src/codegen/site/pictures/main.ts   (make pictures)
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { launch } from "puppeteer-core";
import { committedPictures, neededPictures, PICTURES } from "./committed.ts";

const root = join(import.meta.dirname, "../../../..");

/**
 * Grey on a transparent ground, so that the pages of the dark theme can invert it. Labels are text of SVG, because an image shows no HTML.
 * Identifiers come from the picture's name, so that a picture is the same each time.
 */
const settings = (name: string) => ({
  startOnLoad: false,
  theme: "neutral",
  fontFamily: "Helvetica, Arial, sans-serif",
  htmlLabels: false,
  flowchart: { htmlLabels: false, useMaxWidth: false },
  sequence: { useMaxWidth: false },
  state: { useMaxWidth: false },
  handDrawnSeed: 1,
  deterministicIds: true,
  deterministicIDSeed: name,
});

/** Returns a picture with coordinates to a tenth of a pixel: some shapes have thousands. */
const rounded = (svg: string): string => svg.replaceAll(/(\d\.\d)\d+/g, "$1");

mkdirSync(join(root, PICTURES), { recursive: true });
const needed = neededPictures(root);
const committed = new Set(committedPictures(root));
for (const name of committed) if (!needed.has(name)) rmSync(join(root, PICTURES, `${name}.svg`));
const missing = [...needed].filter(([name]) => !committed.has(name));

const browser = await launch({
  args: chromium.args,
  executablePath: await chromium.executablePath(),
  headless: "shell",
});
try {
  const page = await browser.newPage();
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve("mermaid/dist/mermaid.min.js") });
  for (const [name, source] of missing) {
    // The program runs in the page, where Mermaid is a global name.
    const program = `mermaid.initialize(${JSON.stringify(settings(name))});
      mermaid.render("picture", ${JSON.stringify(source)}).then(({ svg }) => svg)`;
    const svg = await page.evaluate(program).catch((error: unknown) => {
      const { message } = error as Error;
      throw new Error(`this diagram is not Mermaid: correct it where it stands.\n${source}\n${message}`);
    });
    writeFileSync(join(root, PICTURES, `${name}.svg`), `${rounded(String(svg))}\n`);
    console.log(`${PICTURES}/${name}.svg`);
  }
} finally {
  await browser.close();
}
