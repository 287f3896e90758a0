// The pages that are programs in the browser: the console and the sandbox wallet, as they were built.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { uiFolder } from "../config/built-folders.ts";
import { Failure } from "../rpc/failure.ts";
import { builtFile, CHECKED, FIXED, isServed } from "./built-file.ts";
import type { Served } from "./site.ts";

/** A page that is a program. Its addresses below `/<name>/` are views of it, which it tells apart itself. */
export type AppName = "console" | "wallet";

/**
 * Allows scripts and styles of this host, calls of its interface, and pictures that the page draws itself.
 * @param styles digests of styles that scripts add to the page, as CSP Level 3 section 2.3.1 writes them
 * @param called another origin that the page calls
 */
const policyOf = (styles: readonly string[], called?: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styles.join(" ")}`,
    "img-src 'self' data: blob:",
    `connect-src 'self'${called === undefined ? "" : ` ${called}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(";");

/**
 * Returns what answers for a path of the programs that this deployment has; undefined for another path.
 * @param issuer authorisation server that the console calls, beside this service
 */
export function apps(
  names: readonly AppName[],
  issuer?: string,
): (path: string) => { name: string; served: Served } | undefined {
  const files = new Map<string, () => Served>();
  if (names.length > 0 && existsSync(join(uiFolder, "policy.json")))
    for (const name of readdirSync(join(uiFolder, "assets")))
      if (isServed(name)) files.set(`/ui/assets/${name}`, builtFile(uiFolder, `assets/${name}`, FIXED));
  const called = { console: issuer && new URL(issuer).origin, wallet: undefined };
  const pages = new Map(names.map((name) => [name, pageOf(name, called[name])]));
  return (path) => {
    const file = files.get(path);
    if (file) return { name: "/ui", served: file() };
    const [, name = ""] = /^\/(console|wallet)(?:\/|$)/.exec(path) ?? [];
    const page = pages.get(name as AppName);
    return page && { name: `/${name}`, served: page() };
  };
}

function pageOf(name: AppName, called?: string): () => Served {
  if (existsSync(join(uiFolder, "policy.json"))) {
    const { styles } = JSON.parse(readFileSync(join(uiFolder, "policy.json"), "utf8")) as {
      styles: string[];
    };
    return builtFile(uiFolder, `${name}.html`, { policy: policyOf(styles, called), cacheControl: CHECKED });
  }
  return () => {
    throw new Failure("ROUTE_NOT_FOUND", {
      message: `This installation does not have the ${name}. Run make build/ui where it is built.`,
    });
  };
}
