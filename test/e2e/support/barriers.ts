import axe from "axe-core";
import type { Page } from "puppeteer-core";

/** Returns what axe finds on a page against WCAG 2.2 AA, each with its first element. */
export async function barriersOn(page: Page): Promise<string[]> {
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
