// Runs the conformance scenario in one language and judges it.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { judge, type Report, type Verdict } from "./judge.ts";
import { runProgram } from "./run-program.ts";
import type { Service } from "./service.ts";
import { readSteps } from "./steps.ts";

/** Languages that have a client. */
export const languages = ["typescript", "go", "python", "java"] as const;
export type Language = (typeof languages)[number];

/** The verdicts on all steps and on the program as a whole. */
export interface Result {
  readonly verdicts: readonly Verdict[];
  /** The end of the program's standard error, for people. */
  readonly said: string;
}

const root = join(import.meta.dirname, "../../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const steps = readSteps();
/** Python packages write a pre-release as PEP 440 has it: 1.0.0rc1 for 1.0.0-rc.1. */
const versions = [version, version.replace("-rc.", "rc")];

/** Runs the scenario once. */
export async function runScenario(language: Language, { relay, settings }: Service): Promise<Result> {
  if (!existsSync(join(root, "clients", language, "conform")))
    return {
      verdicts: [{ step: "program", problems: [`clients/${language}/conform is missing`] }],
      said: "",
    };
  const reports: Report[] = [];
  relay.record(() => reports.length);
  const { problems, said } = await runProgram(language, settings, (report) => reports.push(report));
  const verdicts = judge(steps, language, versions, reports, relay.seen);
  return { verdicts: [...verdicts, { step: "program", problems }], said };
}
