// Who may call an operation: its row of the page on permissions.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../folders.ts";

const CALLERS = ["anyone", "operator", "merchant", "terminal", "publisher", "holder"] as const;
const ABOUT: Readonly<Record<string, string>> = { all: "about everyone", own: "about its own", yes: "" };

/** The first table of the page; the further ones are about roles. */
const [table = ""] = readFileSync(join(root, "docs/permissions.md"), "utf8").split("\n## Roles");
const rows = new Map(
  [...table.matchAll(/^\| (\w+) \|[^|]*\|(.*)\|$/gm)].map(([, name = "", cells = ""]) => [
    name,
    cells.split("|").map((text) => text.trim()),
  ]),
);

/** Returns who may call an operation, in words; undefined for a stream, which the page does not list. */
export function callersOf(name: string): string | undefined {
  const cells = rows.get(name);
  if (cells === undefined) return undefined;
  const callers = CALLERS.flatMap((caller, index) => {
    const about = cells[index];
    return about ? [`${caller} ${ABOUT[about] ?? `(${about})`}`.trim()] : [];
  });
  return callers[0] === "anyone" ? "anyone" : callers.join(", ");
}
