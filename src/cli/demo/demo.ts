import { setTimeout as sleep } from "node:timers/promises";
import { createPdaClient, type ObservedCall, type PdaClient } from "../../client/index.ts";
import { DemoFailure } from "./expect.ts";
import { printExchange } from "./print.ts";

/** Where the demo runs and who it is at the start. */
export interface DemoOptions {
  /** Base address of the service, e.g. `https://localhost:8443`. */
  readonly baseUrl: string;
  /** The operator's API key. */
  readonly apiKey: string;
  /** PEM of the root that the service's certificate leads to. */
  readonly ca?: string | Buffer;
  /** Takes each line of what the demo has to say. */
  readonly out: (line: string) => void;
  /** Told of every request and answer with the step that it belongs to. */
  readonly observe?: (step: string, exchange: ObservedCall) => void;
}

const pollMs = 250;
/** Longest wait for what the workers do. */
const waitMsMax = 90_000;

/** The run of a demo: its clients, its steps, what it prints. Close it when done. */
export class Demo implements AsyncDisposable {
  readonly operator: PdaClient;
  readonly #options: DemoOptions;
  readonly #clients: PdaClient[] = [];
  #step = "";
  #steps = 0;
  /** Takes answers while they are waited for, so that only the last one is shown. */
  #hold: ((exchange: ObservedCall) => void) | undefined;

  constructor(options: DemoOptions) {
    this.#options = options;
    this.operator = this.as(options.apiKey);
  }

  /** Steps that have passed. */
  get steps(): number {
    return this.#steps;
  }

  /** A client with another credential; none for a public caller. */
  as(apiKey?: string): PdaClient {
    const { baseUrl, ca } = this.#options;
    const observe = (exchange: ObservedCall) => this.#observe(exchange);
    const client = createPdaClient({
      baseUrl,
      observe,
      ...(apiKey ? { apiKey } : {}),
      ...(ca ? { ca } : {}),
    });
    this.#clients.push(client);
    return client;
  }

  /** Announces a part. */
  part(title: string): void {
    this.#options.out("");
    this.#options.out(title);
  }

  /** One step: what it does is shown, and it counts when nothing in it throws. */
  async step<T>(title: string, act: () => Promise<T>): Promise<T> {
    this.#step = title;
    this.#options.out(`  ${title}`);
    try {
      const result = await act();
      this.#steps++;
      return result;
    } catch (error) {
      throw new DemoFailure(`${title}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }

  /** Asks again until `done`, at most 90 s; only the last answer is shown. */
  async until<T>(what: string, ask: () => Promise<T>, done: (answer: T) => boolean): Promise<T> {
    const end = Date.now() + waitMsMax;
    let last: ObservedCall | undefined;
    this.#hold = (exchange) => (last = exchange);
    try {
      for (;;) {
        const answer = await ask();
        if (done(answer)) return answer;
        if (Date.now() > end) throw new DemoFailure(`${what}: not within ${waitMsMax / 1000} s`);
        await sleep(pollMs);
      }
    } finally {
      this.#hold = undefined;
      if (last) this.#show(last);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  #observe(exchange: ObservedCall): void {
    if (this.#hold) this.#hold(exchange);
    else this.#show(exchange);
  }

  #show(exchange: ObservedCall): void {
    this.#options.observe?.(this.#step, exchange);
    for (const line of printExchange(exchange)) this.#options.out(line);
  }
}
