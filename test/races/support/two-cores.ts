// Two cores on one database: calls go to one and the other in turn, as they do behind a gateway.

import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { logger } from "../../../src/logger.ts";
import { Failure } from "../../../src/rpc/failure.ts";
import type { ServedMethod } from "../../../src/rpc/handler.ts";
import { Pipeline } from "../../../src/rpc/pipeline.ts";
import { Store } from "../../../src/store/store.ts";
import { codecOf } from "../../support/codec.ts";
import { operator, type ServiceHarness } from "../../support/service.ts";

/** What came of a call: its answer, or the reason of the refusal. */
export type Came<T> =
  | { readonly done: T; readonly refused?: undefined }
  | { readonly refused: string; readonly done?: undefined };

export class TwoCores implements AsyncDisposable {
  readonly #harness: ServiceHarness;
  readonly #store: Store;
  readonly #methods: Map<string, ServedMethod>;
  readonly #second: Pipeline;
  #count = 0;

  constructor(harness: ServiceHarness, services: (store: Store) => ServedMethod[]) {
    this.#harness = harness;
    this.#store = new Store({ url: harness.url, poolMax: 10, statementTimeoutMs: 30_000 });
    const methods = services(this.#store);
    this.#methods = new Map(methods.map((method) => [method.path.split("/")[2] as string, method]));
    this.#second = new Pipeline(methods, {
      store: this.#store,
      sealer: harness.sealer,
      log: logger("test", { level: "silent" }),
      sandbox: true,
      closedOperations: [],
    });
  }

  /** A call by the one or the other, repeated as a client does when the machine is too busy to take it. */
  async send<T>(method: string, request: object, key?: string): Promise<Came<T>> {
    for (let turn = 1; ; turn++) {
      const came = await this.#once<T>(method, request, key);
      if (came.refused !== "UNAVAILABLE" || turn === 20) return came;
      await sleep(500);
    }
  }

  async #once<T>(method: string, request: object, key?: string): Promise<Came<T>> {
    try {
      if (this.#count++ % 2 === 0)
        return { done: await this.#harness.call<T>(method, request, key === undefined ? {} : { key }) };
      return { done: await this.#bySecond<T>(method, request, key) };
    } catch (error) {
      if (error instanceof Failure) return { refused: error.reason };
      throw error;
    }
  }

  async #bySecond<T>(method: string, request: object, key?: string): Promise<T> {
    const served = this.#methods.get(method);
    if (!served) throw new Error(`no method ${method}`);
    const { response } = await this.#second.call(
      served.path,
      this.#harness.encoded(method, request),
      { principal: operator, peer: "gateway" },
      {
        requestId: "test",
        deadlineMs: Date.now() + 30_000,
        signal: new AbortController().signal,
        ...(key === undefined ? {} : { idempotencyKey: key }),
      },
    );
    return codecOf(served.path).responseDeserialize(Buffer.from(response)) as T;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store.close();
  }
}

/** How often the database had to end one of two transactions that waited for each other, as far as it has counted. */
export async function deadlocksOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select deadlocks from pg_stat_database where datname = current_database()",
    );
    return Number(rows[0]?.deadlocks);
  } finally {
    await client.end();
  }
}
