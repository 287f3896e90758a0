// What keeps people from using a page.
import axe from "axe-core";
import type { Page } from "puppeteer-core";

/** The least width that WCAG 2.2 asks for (1.4.10). */
const NARROW = 320;

/** Returns what is wider than that. The widest identifiers stand in for those of the page, which are random. */
const TOO_WIDE = `(() => {
  const shown = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    shown.push([node, node.nodeValue]);
    node.nodeValue = node.nodeValue.replace(/\\b([a-z]+_)[0-9a-z]{26}\\b/g, "$1" + "m".repeat(26));
  }
  const { scrollWidth } = document.documentElement;
  const outside = [...document.querySelectorAll("body *")].filter(
    (each) => scrollWidth > ${NARROW} && each.getBoundingClientRect().right > ${NARROW},
  );
  for (const [node, text] of shown) node.nodeValue = text;
  return scrollWidth > ${NARROW}
    ? ["it is " + scrollWidth + " pixels wide", ...outside.map(({ outerHTML }) => outerHTML.slice(0, 300))]
    : [];
})()`;

/** The rules that judge colours; nothing else of a page changes with the colour scheme. */
const COLOURS = ["color-contrast", "link-in-text-block"];
const EVERYTHING = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Returns what axe finds against WCAG 2.2 AA, each with its first element.
 * @param what `colours` for a page that was judged in another colour scheme before
 */
export async function barriers(page: Page, what: "everything" | "colours" = "everything"): Promise<string[]> {
  // Evaluated by the debugger, which the policy of the page does not hold.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const runOnly =
    what === "everything" ? { type: "tag", values: EVERYTHING } : { type: "rule", values: COLOURS };
  // Without this axe describes also each element that is as it should be.
  const options = { runOnly, resultTypes: ["violations"] };
  return page.evaluate(async (asked) => {
    const { axe: judge } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await judge.run(asked);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, options);
}

/** Returns what keeps readers from using a page: in light and in dark, and at the least width. */
export async function allBarriers(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [value, what] of [
    ["light", "everything"],
    ["dark", "colours"],
  ] as const) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
    found.push(...(await barriers(page, what)).map((barrier) => `${value}: ${barrier}`));
  }
  const viewport = page.viewport();
  await page.setViewport({ width: NARROW, height: 740 });
  found.push(...((await page.evaluate(TOO_WIDE)) as string[]));
  await page.setViewport(viewport);
  return found;
}
