import { type Control, startControl } from "../control/start.ts";
import type { Processes } from "../processes.ts";
import type { Product } from "../product.ts";
import type { Provisioned } from "../provision.ts";
import type { Line } from "../report.ts";

/** What every bench finds: the running product, what was made in it, and how long a turn is. */
export interface Setting {
  readonly processes: Processes;
  readonly product: Product;
  readonly made: Provisioned;
  /** A folder for files, removed at the end. */
  readonly dir: string;
  /** Measured seconds of a turn. */
  readonly seconds: number;
  /** Seconds that the person asked for, if any: for benches that take more than a turn's. */
  readonly secondsAsked: number | undefined;
  /** Share of the rows of `growth/empty`. */
  readonly growth: number;
  /** The plain control, started when the first bench asks for it. */
  readonly control: () => Promise<Control>;
}

/** A bench: its name on the command line and in its line, and how it runs. */
export interface Bench {
  readonly name: string;
  run(setting: Setting): Promise<Line>;
}

/** Starts the control once, however many benches ask for it. */
export function controlOnce(
  processes: Processes,
  { adminUrl, databaseUrl, pki }: Product,
): () => Promise<Control> {
  let started: Promise<Control> | undefined;
  return () => {
    started ??= startControl(processes, { adminUrl, productUrl: databaseUrl, pki });
    return started;
  };
}
