import { setTimeout as sleep } from "node:timers/promises";
import {
  type components,
  items,
  type PdaClient,
  PdaConnectionError,
  PdaError,
  PdaProtocolError,
  retryableCodes,
} from "../../../clients/typescript/src/index.ts";
import type { Item } from "./rows.ts";

/** A job and the result of an item, as the service returns them. */
export type Job = components["schemas"]["IssuanceJob"];
export type Result = components["schemas"]["IssuanceItem"];

const pageSize = 200;
const waitMsFirst = 500;
const waitMsMax = 10_000;

/** The calls of `pda issue`. A call that fails for a passing reason is repeated for `patienceMs`. */
export class Upload {
  readonly #api: PdaClient;
  readonly #publisherId: string;
  readonly #patienceMs: number;
  readonly #waiting: (why: string) => void;

  /** @param waiting receives the reason before each repeated call */
  constructor(api: PdaClient, publisherId: string, patienceMs: number, waiting: (why: string) => void) {
    this.#api = api;
    this.#publisherId = publisherId;
    this.#patienceMs = patienceMs;
    this.#waiting = waiting;
  }

  /** Creates the job with this reference, or returns the existing job. */
  async job(reference: string, itemCount: number): Promise<Job> {
    const path = { publisherId: this.#publisherId };
    const created = await this.#insist(() =>
      this.#api.POST("/api/v1/publishers/{publisherId}/issuance-jobs", {
        params: { path },
        body: { reference, itemCount },
      }),
    );
    return created.data;
  }

  /** Sends items, starting at index `firstIndex` of the job. @returns the result of each item */
  async send(issuanceJobId: string, firstIndex: number, items: readonly Item[]): Promise<readonly Result[]> {
    const path = { publisherId: this.#publisherId, issuanceJobId };
    const sent = await this.#insist(() =>
      this.#api.POST("/api/v1/publishers/{publisherId}/issuance-jobs/{issuanceJobId}/items", {
        params: { path },
        body: { firstIndex, items: [...items] },
      }),
    );
    return sent.data.items;
  }

  /** Reads the results that a job already has, in the order of their index. */
  results(issuanceJobId: string): AsyncGenerator<Result> {
    const path = { publisherId: this.#publisherId, issuanceJobId };
    return items((page) =>
      this.#insist(() =>
        this.#api.GET("/api/v1/publishers/{publisherId}/issuance-jobs/{issuanceJobId}/items", {
          params: { path, query: { pageSize, ...page } },
        }),
      ),
    );
  }

  async #insist<T>(ask: () => Promise<T>): Promise<T> {
    const end = performance.now() + this.#patienceMs;
    for (let waitMs = waitMsFirst; ; waitMs = Math.min(2 * waitMs, waitMsMax)) {
      try {
        return await ask();
      } catch (error) {
        if (!isPassing(error) || performance.now() + waitMs > end) throw error;
        this.#waiting(error instanceof Error ? error.message : String(error));
      }
      await sleep(waitMs);
    }
  }
}

/** Tells whether a retry may succeed: no connection, no answer, or an error that is marked retryable. */
function isPassing(error: unknown): boolean {
  if (error instanceof PdaError) return retryableCodes.has(error.errorCode);
  if (error instanceof PdaProtocolError) return error.status >= 500;
  return error instanceof PdaConnectionError && error.reason !== "certificate";
}
