// Clients that never stop: each on one kept-alive connection, creating payments with a key and reading them back. They use HTTP as
// RFC 9112 section 9.6 says (after `Connection: close` comes a new connection) and repeat nothing.
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { Product } from "../../support/product.ts";
import type { Merchant, Publisher } from "./scene.ts";

/** Pauses between requests in milliseconds, one client each: from none to so long that its connection is idle meanwhile. */
const PAUSES_MS = [0, 5, 10, 10, 10, 20, 100, 400];

interface Answer {
  status: number;
  data: Record<string, unknown>;
  closes: boolean;
}

/** Where the load goes; it may move while it runs. */
export type Front = Pick<Product, "baseUrl" | "ca">;

/** A load that runs until it is stopped. */
export class SteadyLoad {
  /** Answered as they should be. */
  answered = 0;
  /** Answers that ended their connection in good order. */
  closed = 0;
  /** What went wrong, in words. */
  readonly failures: string[] = [];
  /** Payment by key, as acknowledged. */
  readonly payments = new Map<string, string>();
  /** Keys whose request had no good answer. */
  readonly unanswered: string[] = [];
  readonly #product: Front;
  readonly #shop: Merchant;
  readonly #assetType: string;
  readonly #ca: string;
  readonly #stop = new AbortController();
  readonly #clients: Promise<void>[];

  constructor(product: Front, shop: Merchant, { assetType }: Publisher) {
    this.#product = product;
    this.#shop = shop;
    this.#assetType = assetType;
    this.#ca = product.ca;
    this.#clients = PAUSES_MS.map((pauseMs) => this.#client(pauseMs));
  }

  /** How many connections, with at most one request on each at a time. */
  get connections(): number {
    return this.#clients.length;
  }

  /** Waits for so many further answers. @throws Error when they do not come */
  async answers(count: number): Promise<void> {
    const wanted = this.answered + count;
    const end = Date.now() + 60_000;
    while (this.answered < wanted) {
      if (Date.now() > end)
        throw new Error(`answers do not come any more: ${this.failures.slice(-3).join("; ")}`);
      await sleep(20);
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#clients);
  }

  /** The body that creates a payment. */
  get body(): object {
    return { amount: "1", assetType: this.#assetType, merchantId: this.#shop.merchantId };
  }

  async #client(pauseMs: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: this.#ca, minVersion: "TLSv1.3" });
    while (!this.#stop.signal.aborted) {
      const key = randomUUID();
      const made = await this.#ask(agent, "/api/v1/payments", 201, key, this.body);
      if (pauseMs > 0) await sleep(pauseMs);
      if (!made) {
        this.unanswered.push(key);
        continue;
      }
      const paymentId = String(made.data.paymentId);
      this.payments.set(key, paymentId);
      const got = await this.#ask(agent, `/api/v1/payments/${paymentId}`, 200);
      if (got && got.data.paymentId !== paymentId)
        this.failures.push(`${paymentId} was read as another payment`);
      if (pauseMs > 0) await sleep(pauseMs);
    }
    agent.destroy();
  }

  async #ask(
    agent: Agent,
    path: string,
    wanted: number,
    key?: string,
    body?: object,
  ): Promise<Answer | undefined> {
    const what = `${key ? "POST" : "GET"} ${path}`;
    try {
      const answer = await this.#send(agent, path, key, body);
      if (answer.closes) this.closed += 1;
      if (answer.status === wanted) {
        this.answered += 1;
        return answer;
      }
      this.failures.push(`${what}: ${answer.status} ${JSON.stringify(answer.data)}`);
    } catch (error) {
      this.failures.push(`${what}: ${(error as NodeJS.ErrnoException).code} ${(error as Error).message}`);
    }
    return undefined;
  }

  #send(agent: Agent, path: string, key?: string, body?: object): Promise<Answer> {
    const headers = {
      Authorization: `Bearer ${this.#shop.key}`,
      ...(key ? { "Content-Type": "application/json", "Idempotency-Key": key } : {}),
    };
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.#product.baseUrl}${path}`,
        { agent, headers, method: key ? "POST" : "GET" },
        (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (chunk: string) => (text += chunk));
          response.once("error", reject);
          response.once("end", () => {
            const { data, errors } = JSON.parse(text);
            const closes = response.headers.connection === "close";
            resolve({ status: response.statusCode ?? 0, data: data ?? { errors }, closes });
          });
        },
      );
      sent.once("error", reject);
      sent.end(body ? JSON.stringify(body) : undefined);
    });
  }
}
