// `make bench`: starts the product and its opponents, lets them take turns, prints one JSON line for each bench.
import "./tls.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benches } from "./benches/index.ts";
import { controlOnce } from "./benches/setting.ts";
import { describeMachine } from "./machine.ts";
import { type Options, parseOptions } from "./options.ts";
import { Processes } from "./processes.ts";
import { settingsOf, startProduct } from "./product.ts";
import { provision } from "./provision.ts";
import { print, tell } from "./report.ts";

/** Measured seconds of a turn unless the person asks for others. */
const secondsPreset = 5;

/** Runs the benches that are asked for, one after another. */
async function runAll(
  processes: Processes,
  dir: string,
  { names, seconds: secondsAsked, growth }: Options,
): Promise<void> {
  tell("starting pda up in a folder of its own …");
  const product = await startProduct(processes, dir);
  const machine = await describeMachine(product.databaseUrl);
  tell(
    `${machine.cores} cores (${machine.cpu}), which the load generator shares with everything that is measured`,
  );
  print({ machine, settings: settingsOf(process.env) });
  const made = await provision(product);
  await product.settle();
  const setting = {
    processes,
    product,
    made,
    dir,
    seconds: secondsAsked ?? secondsPreset,
    secondsAsked,
    growth,
    control: controlOnce(processes, product),
  };
  for (const bench of benches) {
    if (names.length > 0 && !names.includes(bench.name)) continue;
    tell(bench.name);
    print(await bench.run(setting));
  }
}

/** Rejects when the person stops the bench. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => reject(new Error(`stopped by ${signal}`)));
    }
  });
}

async function main(): Promise<void> {
  const options = parseOptions(
    process.argv.slice(2),
    benches.map(({ name }) => name),
  );
  const dir = mkdtempSync(join(tmpdir(), "pda-bench-"));
  const processes = new Processes();
  const running = runAll(processes, dir, options);
  try {
    await Promise.race([running, interruption()]);
  } finally {
    await processes[Symbol.asyncDispose]();
    // After an interruption it ends by itself, because nothing that it waits for is there any more.
    await Promise.allSettled([running]);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  await main();
} catch (error) {
  const { message, cause } = error as Error;
  tell(`bench: ${message}${cause instanceof Error ? `: ${cause.message}` : ""}`);
  process.exitCode = 1;
}
