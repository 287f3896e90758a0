// Two cores on one database: calls go to one and the other in turn, as they do behind a gateway.
import { logger } from "../../../src/logger.ts";
import { Failure } from "../../../src/rpc/failure.ts";
import type { ServedMethod } from "../../../src/rpc/handler.ts";
import { Pipeline } from "../../../src/rpc/pipeline.ts";
import { Store } from "../../../src/store/store.ts";
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

  /** A call by the one or the other. */
  async send<T>(method: string, request: object, key?: string): Promise<Came<T>> {
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
    return served.decodeResponse(response) as T;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store.close();
  }
}
