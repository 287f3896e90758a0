// What keeps people from using a page.
import axe from "axe-core";
import type { Page } from "puppeteer-core";

/** The least width that WCAG 2.2 asks for (1.4.10). */
const NARROW = 320;

/** Returns what axe finds against WCAG 2.2 AA, each with its first element. */
export async function barriers(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the policy of the page does not hold.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: judge } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await judge.run({ runOnly: { type: "tag", values } });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** Returns what keeps readers from using a page: in light and in dark, and at the least width. */
export async function allBarriers(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const value of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
    found.push(...(await barriers(page)).map((barrier) => `${value}: ${barrier}`));
  }
  const viewport = page.viewport();
  await page.setViewport({ width: NARROW, height: 740 });
  const width = await page.$eval("html", ({ scrollWidth }) => scrollWidth);
  if (width > NARROW) found.push(`it is ${width} pixels wide`);
  await page.setViewport(viewport);
  return found;
}
