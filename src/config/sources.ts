import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileProblem } from "../files/error.ts";
import { readIfThere } from "../files/read.ts";
import { ConfigError } from "./error.ts";
import { nearest, type Setting } from "./names.ts";

const require = createRequire(import.meta.url);

const CONFIG_FILE = "pda.config.yaml";

/** Environment names that are not settings: the path of the settings file, and variables that `pda` commands or the client libraries read. */
const RESERVED = [
  "PDA_CONFIG",
  "PDA_DEBUG",
  "PDA_API_KEY",
  "PDA_PROFILE",
  "PDA_URL",
  "PDA_CA_FILE",
  "PDA_CLIENT_CERT_FILE",
  "PDA_CLIENT_KEY_FILE",
  "PDA_SIGNATURE_KEY_FILE",
  "PDA_SIGNATURE_KEY_ID",
  "PDA_SIGNING_KEY_FILE",
  "PDA_PUBLIC_KEY_ID",
];

type Tree = { [key: string]: unknown };

/** Reads the settings file as a tree, with the folder for its relative paths. A missing default file counts as empty. */
export function readFile(env: NodeJS.ProcessEnv, cwd: string): { tree: Tree; base: string; file?: string } {
  const named = env.PDA_CONFIG;
  const file = resolve(cwd, named || CONFIG_FILE);
  const text = contentOf(file);
  if (text === undefined) {
    if (named) throw new ConfigError([`PDA_CONFIG names ${file}, which does not exist`]);
    return { tree: {}, base: cwd };
  }
  // Loaded only here: every process of the product reads the settings, mostly without a file.
  const { parse } = require("yaml") as typeof import("yaml");
  let tree: unknown;
  try {
    tree = parse(text, { uniqueKeys: true, maxAliasCount: 0 });
  } catch (cause) {
    throw new ConfigError([`${file} is not readable YAML: ${(cause as Error).message.split("\n")[0]}`]);
  }
  if (tree === null || tree === undefined) return { tree: {}, base: dirname(file), file };
  if (typeof tree !== "object" || Array.isArray(tree))
    throw new ConfigError([`${file} must be a map of setting names to values`]);
  return { tree: tree as Tree, base: dirname(file), file };
}

/** Reads a file; undefined when it does not exist. @throws ConfigError for a file that exists and cannot be read. */
function contentOf(file: string): string | undefined {
  try {
    return readIfThere(file);
  } catch (error) {
    const problem = fileProblem(error);
    if (!problem) throw error;
    throw new ConfigError([problem.message], `${problem.advice} (PDA_CONFIG names the file)`);
  }
}

function fromText(setting: Setting, value: string): unknown {
  if (setting.kind === "number") return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (setting.kind === "boolean") return value === "true" || (value === "false" ? false : value);
  if (setting.kind === "list") {
    return value
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  }
  return value;
}

function put(tree: Tree, path: readonly string[], value: unknown): void {
  let here = tree;
  for (const key of path.slice(0, -1)) {
    const next = here[key];
    here[key] = next !== null && typeof next === "object" && !Array.isArray(next) ? { ...next } : {};
    here = here[key] as Tree;
  }
  here[path[path.length - 1] as string] = value;
}

/** Overrides the file's tree with `PDA_*` and `DATABASE_URL`. @throws ConfigError for an unknown `PDA_*` name. */
export function overlayEnvironment(tree: Tree, env: NodeJS.ProcessEnv, settings: readonly Setting[]): Tree {
  const result: Tree = { ...tree };
  const problems: string[] = [];
  if (env.DATABASE_URL) put(result, ["database", "url"], env.DATABASE_URL);
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith("PDA_") || RESERVED.includes(name) || value === undefined || value === "") continue;
    const setting = settings.find((candidate) => candidate.env === name);
    if (setting) {
      put(result, setting.path, fromText(setting, value));
    } else {
      const known = nearest(name, [...settings.map((candidate) => candidate.env), ...RESERVED]);
      problems.push(`unknown environment setting ${name}${known ? `; did you mean ${known}?` : ""}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return result;
}
