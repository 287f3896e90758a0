import { setTimeout as sleep } from "node:timers/promises";
import { FAILING_DAYS_MAX } from "../../domain/webhook/schedule.ts";
import type { Logger } from "../../logger.ts";
import type { Store } from "../../store/store.ts";
import type { Attempt, Progress } from "../../store/webhook/outcomes.ts";
import { backOffMs } from "../back-off.ts";
import type { Lane } from "./lane.ts";

/** Outcomes of this time are recorded together. */
const togetherMs = 25;
/** With as many outcomes, the record does not wait for more. */
const manyOutcomes = 256;
/** With more outcomes that wait, no further requests begin. */
const waitingMax = 2_048;
const failureBaseMs = 100;
const failureMaxMs = 5_000;

export interface RecorderOptions {
  readonly store: Store;
  readonly owner: string;
  readonly log: Logger;
  /** Called after outcomes were recorded. */
  readonly recorded: (record: {
    readonly released: readonly Lane[];
    readonly failing: readonly string[];
  }) => void;
}

interface Outcome {
  readonly lane: Lane;
  readonly eventId: string;
  /** The event was sent again. */
  readonly again: boolean;
  readonly attempt: Attempt;
}

/** Records the outcomes of all endpoints of a worker together. Nothing is lost while the database is away: the same outcomes are tried again. */
export class Recorder {
  readonly #options: RecorderOptions;
  #waiting: Outcome[] = [];
  readonly #released = new Set<Lane>();
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#waiting.length >= waitingMax;
  }

  add(outcome: Outcome): void {
    this.#waiting.push(outcome);
    this.#start();
  }

  /** Gives an endpoint back with the next record. */
  release(lane: Lane): void {
    this.#released.add(lane);
    this.#start();
  }

  /** Resolves when everything that waits was recorded, or when the database does not answer. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#waiting.length > 0 || this.#released.size > 0) if (!this.#closed) this.#start();
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 || this.#released.size > 0) {
      if (this.#waiting.length < manyOutcomes && !this.#closed) await sleep(togetherMs);
      // All outcomes are recorded at once, because an endpoint's progress covers all of its outcomes.
      const outcomes = this.#waiting.splice(0);
      // An endpoint that has got new events meanwhile stays: its next worker would send again what is under way.
      const released = new Set([...this.#released].filter((lane) => lane.isIdle));
      this.#released.clear();
      const lanes = new Set([...outcomes.map(({ lane }) => lane), ...released]);
      if (lanes.size === 0) continue;
      const progress = [...lanes].map((lane) => lane.takeProgress(released.has(lane)));
      if (!(await this.#record(outcomes, progress, [...released]))) return;
    }
  }

  async #record(
    outcomes: readonly Outcome[],
    progress: readonly Progress[],
    released: readonly Lane[],
  ): Promise<boolean> {
    const { store, owner, log } = this.#options;
    const attempts = outcomes.map(({ attempt }) => attempt);
    for (let failures = 1; ; failures++) {
      try {
        const failing = await store.transact((tx) =>
          tx.webhookOutcomes.record(owner, attempts, progress, FAILING_DAYS_MAX),
        );
        // The record of a first failure lets the event be sent again, perhaps before its answer is here: that is another outcome.
        for (const { lane, eventId, again } of outcomes) if (again) lane.recorded(eventId);
        this.#options.recorded({ released, failing });
        return true;
      } catch (error) {
        if (failures === 1)
          log.warn({ err: error }, "outcomes of deliveries could not be recorded; trying again");
        // The leases run out, and another worker goes on from what is recorded.
        if (this.#closed) return false;
        await sleep(backOffMs(failures, failureBaseMs, failureMaxMs));
      }
    }
  }
}
