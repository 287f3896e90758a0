import { Writable } from "node:stream";
import type { Reporter } from "../../platform/supervisor.ts";
import { machine, readable } from "./lines.ts";

/** Output of `pda up`: one line per ready part, the tiers' logs, and failures. */
export interface StartProgress extends Reporter {
  /** Prints a log line of a tier. */
  log(tier: string, line: string): void;
  /** Returns a stream for the log lines of a part that runs in this process. */
  stream(tier: string): Writable;
  /** Runs a step and prints how long it took. */
  step<T>(name: string, work: () => Promise<T>, detail?: (result: T) => string): Promise<T>;
  say(text: string): void;
}

function lossOf(count: number, json: boolean): string {
  const text = count === 1 ? "1 line was lost" : `${count} lines were lost`;
  return json ? machine("up", text) : `  ! ${text}`;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Prints readable lines on standard output, or JSON lines with `json`. Lines that cannot be written are dropped, and their number is printed
 * when lines can be written again.
 */
export function progress(json: boolean): StartProgress {
  let lost = 0;
  const print = (text: string) => {
    const reported = lost;
    const report = reported === 0 ? "" : `${lossOf(reported, json)}\n`;
    // Further lines may be printed before the failure is known, and must not report the same loss.
    lost = 0;
    process.stdout.write(`${report}${text}\n`, (error) => {
      if (error) lost += reported + 1;
    });
  };
  const log = (tier: string, line: string) => print(json ? machine(tier, line) : readable(tier, line));
  const say = (text: string) => (json ? log("up", text) : print(text));
  const stream = (tier: string) => {
    let rest = "";
    return new Writable({
      write(chunk, _encoding, done) {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) log(tier, line);
        done();
      },
    });
  };
  return {
    log,
    stream,
    say,
    async step(name, work, detail) {
      const start = Date.now();
      const result = await work();
      say(
        `  ✓ ${name.padEnd(20)} ${seconds(Date.now() - start).padStart(6)}  ${detail?.(result) ?? ""}`.trimEnd(),
      );
      return result;
    },
    ended: (name, how, againInMs) =>
      say(`  ! ${name} ended ${how}; starting it again in ${seconds(againInMs)}`),
    failedAgain: (name, reason, againInMs) =>
      say(`  ! ${name} did not start (${reason}); trying again in ${seconds(againInMs)}`),
    back: (name) => say(`  ✓ ${name} runs again`),
  };
}
