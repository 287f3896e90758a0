import { createPdaClient, PdaError } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { CommandError } from "../failure.ts";
import { baseUrlOf, apiKeyOf, callOptionsOf, type ServiceOptions, unreachable } from "../service.ts";
import { count, type Screen } from "../output/progress.ts";
import { type Issued, issueFile } from "./run.ts";

/** Options of `pda issue`. */
export interface IssueCommandOptions extends ServiceOptions {
  readonly publisher: string;
  readonly run?: string;
  readonly patience: number;
}

/** Some rows failed; the others are issued. */
const EXIT_SOME_FAILED = 2;
const goesOn = "run the same command again; it continues where it stopped";

/** Progress goes to `screen`, the summary to `out`. */
export interface IssueStreams {
  readonly screen: Screen;
  readonly out: (line: string) => void;
}

/**
 * Issues the assets of a file for `pda issue`.
 *
 * @returns the exit code. @throws CommandError when the command has to stop
 */
export async function issueAssets(
  config: Config,
  file: string,
  options: IssueCommandOptions,
  { screen, out }: IssueStreams = { screen: process.stderr, out: console.log },
): Promise<number> {
  const baseUrl = baseUrlOf(config, options);
  const api = createPdaClient({ baseUrl, apiKey: keyOf(config, options), ...callOptionsOf(config, options) });
  try {
    const { publisher: publisherId, run = "", patience } = options;
    const issued = await issueFile({ api, publisherId, file, run, screen, patienceMs: patience * 1000 });
    for (const line of summary(issued)) out(line);
    return issued.counts.failed > 0 ? EXIT_SOME_FAILED : 0;
  } catch (error) {
    throw explained(error, baseUrl);
  } finally {
    await api.close();
  }
}

function keyOf(config: Config, options: IssueCommandOptions): string {
  const key = apiKeyOf(config, options);
  if (key !== "") return key;
  const advice =
    "set PDA_API_KEY to a key with the scope publishers.issue, or name a file with --api-key-file";
  throw new CommandError("no API key is given", advice);
}

function summary({ counts, resultsFile, errorsFile, mayRepeat }: Issued): string[] {
  const already = counts.already_issued;
  const lines = [
    `${count(counts.issued)} issued${already > 0 ? `, ${count(already)} issued before` : ""}, ${count(counts.failed)} failed`,
    `results  ${resultsFile}`,
  ];
  if (counts.failed > 0) lines.push(`errors   ${errorsFile}`);
  if (mayRepeat)
    lines.push(
      "Correct the failed rows and issue only them, in a separate file: another file issues rows without a reference a second time.",
    );
  return lines;
}

function explained(error: unknown, baseUrl: string): unknown {
  if (error instanceof PdaError) {
    const where = error.errors.find(({ field }) => field !== undefined)?.field;
    return new CommandError(
      `${error.message} (${where === undefined ? "" : `${where}, `}request ${error.requestId})`,
      adviceFor(error),
    );
  }
  return unreachable(error, baseUrl, goesOn);
}

function adviceFor({ reason, status }: PdaError): string {
  if (reason === "PUBLISHER_NOT_ACTIVE") return `resume the publisher, then ${goesOn}`;
  return status === 404 ? "correct --publisher: the service has no such publisher" : goesOn;
}
