// Generates, compiles and calls with one generator.
import { randomInt } from "node:crypto";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";
import { type Generator, home } from "./catalogue.ts";
import { type Calls, expectedCalls, judgeCalls } from "./expected.ts";
import type { Service } from "./service.ts";
import { missing, shell } from "./shell.ts";
import { installTool } from "./tools.ts";
import { judgeWarnings } from "./warnings.ts";

/** What was seen of one generator. `problems` is empty when it passed. */
export interface Attempt {
  readonly generator: Generator;
  readonly warnings?: number;
  readonly lines?: number;
  readonly compileSeconds?: number;
  readonly calls?: Calls;
  /** Why a part was left out. */
  readonly leftOut?: string;
  readonly problems: readonly string[];
}

/** How far to go: not every machine has the time to compile everything. */
export type Depth = "generate" | "call";

const tailLines = 30;

/**
 * Tries one generator in a temporary folder.
 * @param settings variables of the programs (README.md), and `DOCUMENT`, the file of the document
 */
export async function attempt(
  generator: Generator,
  depth: Depth,
  service: Service,
  settings: Readonly<Record<string, string>>,
): Promise<Attempt> {
  const noTool = missing(generator.tool.needs);
  if (noTool.length > 0) return { generator, leftOut: `needs ${noTool.join(", ")}`, problems: [] };
  using folder = temporaryDirectory();
  const name = `${generator.name}-${randomInt(36 ** 5, 36 ** 6).toString(36)}`;
  const environment = {
    ...settings,
    NAME: name,
    TOOLS: await installTool(generator.tool),
    VERSION: generator.tool.version,
  };
  const run = (command: string) => shell(command, folder.path, environment);

  const generated = await run(`${generator.tool.run} ${generator.options}`);
  if (!generated.ok)
    return { generator, problems: [`it does not generate:\n${tail(generated.printed + generated.said)}`] };
  const { count, problems } = judgeWarnings(generator, generated.printed + generated.said);
  const seen = { generator, warnings: count, lines: linesOf(join(folder.path, "client"), generator.sources) };
  if (depth === "generate" || !generator.compile || !generator.call)
    return { ...seen, ...(generator.generatedOnly ? { leftOut: generator.generatedOnly } : {}), problems };
  const noLanguage = missing(generator.needs);
  if (noLanguage.length > 0) return { ...seen, leftOut: `no ${noLanguage.join(", no ")} here`, problems };

  cpSync(join(home, generator.name), join(folder.path, "calls"), { recursive: true });
  const compiled = await run(generator.compile);
  const compileSeconds = Math.round(compiled.seconds);
  if (!compiled.ok)
    return {
      ...seen,
      compileSeconds,
      problems: [...problems, `it does not compile:\n${tail(compiled.printed + compiled.said)}`],
    };
  const called = await run(generator.call);
  const calls = judgeCalls(called.printed, expectedCalls(name, await service.left(name)));
  const failed = called.ok ? [] : [`the program failed:\n${tail(called.said)}`];
  return {
    ...seen,
    compileSeconds,
    calls,
    problems: [...problems, ...failed, ...calls.problems],
  };
}

function linesOf(folder: string, ending: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(`.${ending}`))
    .reduce((sum, file) => sum + readFileSync(join(folder, file), "utf8").split("\n").length - 1, 0);
}

const tail = (output: string): string => output.trim().split("\n").slice(-tailLines).join("\n");
