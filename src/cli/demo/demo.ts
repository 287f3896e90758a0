import { setTimeout as sleep } from "node:timers/promises";
import { createPdaClient, type ObservedCall, type PdaClient } from "../../../clients/typescript/src/index.ts";
import { DemoFailure } from "./expect.ts";
import { printExchange } from "./print.ts";

/** Address, credential and output of a demo. */
export interface DemoOptions {
  /** Base address of the service, e.g. `https://localhost:8443`. */
  readonly baseUrl: string;
  /** The operator's API key. */
  readonly apiKey: string;
  /** Root certificate of the service, PEM. */
  readonly ca?: string | Buffer;
  /** Prints one line. */
  readonly out: (line: string) => void;
  /** Receives every request and answer, with the title of its step. */
  readonly observe?: (step: string, exchange: ObservedCall) => void;
}

const pollMs = 250;
/** Longest wait for a result of the worker. */
const waitMsMax = 90_000;

/** One run of the demo: its clients, its steps and its output. Close it at the end. */
export class Demo implements AsyncDisposable {
  readonly operator: PdaClient;
  readonly #options: DemoOptions;
  readonly #clients: PdaClient[] = [];
  #step = "";
  #steps = 0;
  /** Receives the answers while `until` polls, so that only the last answer is printed. */
  #hold: ((exchange: ObservedCall) => void) | undefined;

  constructor(options: DemoOptions) {
    this.#options = options;
    this.operator = this.as(options.apiKey);
  }

  /** Number of passed steps. */
  get steps(): number {
    return this.#steps;
  }

  /** Returns a client with this API key; omit the key for a public caller. */
  as(apiKey?: string): PdaClient {
    const { baseUrl, ca } = this.#options;
    const observe = (exchange: ObservedCall) => this.#observe(exchange);
    const client = createPdaClient({
      baseUrl,
      observe,
      apiKey: apiKey ?? "",
      ca: ca ?? "",
      clientCertificate: null,
      publicKey: null,
      signature: null,
    });
    this.#clients.push(client);
    return client;
  }

  /** Prints the title of a part. */
  part(title: string): void {
    this.#options.out("");
    this.#options.out(title);
  }

  /** Runs one step and prints its calls. The step passes unless `act` throws. */
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

  /** Polls until `done`, for at most 90 s; prints only the last answer. */
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
