// The real side: who takes part, and requests that are repeated with their key until they are answered, as clients do.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, type Received, type Sent } from "../e2e/support/http.ts";
import {
  type Holder,
  holder,
  type Merchant,
  merchant,
  type Publisher,
  publisher,
} from "../e2e/support/scene.ts";
import type { Product } from "../support/product.ts";

/** Two minutes of tries: a database that was killed has to be back by then. */
const triesMax = 1_200;
const pauseMs = 100;
/** Answers that ask for the same request again. */
const passing = new Set([429, 502, 503, 504]);
const inFlight = "SVC-4092";

/** A request that was answered under a key. */
export interface Keyed {
  readonly path: string;
  readonly sent: Sent;
  readonly key: string;
  readonly status: number;
  /** What was answered, as text. */
  readonly answer: string;
  /** It was cancelled by its key: the same request is refused from then on. */
  stopped?: boolean;
}

/** A payment as the service named it. */
export interface RealPayment {
  readonly paymentId: string;
  /** The transaction that paid it. */
  transactionId?: string;
  /** Its refunds, in the order in which they were made. */
  readonly refundIds: string[];
  /** Made when a wallet first asked for it; it does not change. */
  request?: Record<string, string>;
}

/** Whoever takes part, new in each world; several worlds live in one product. */
export class World {
  readonly product: Product;
  readonly issuer: Publisher;
  readonly holders: Holder[];
  readonly shops: readonly Merchant[];
  readonly payments: RealPayment[] = [];
  /** Everything that was acknowledged with a key. */
  readonly answers: Keyed[] = [];

  private constructor(product: Product, issuer: Publisher, holders: Holder[], shops: readonly Merchant[]) {
    this.product = product;
    this.issuer = issuer;
    this.holders = holders;
    this.shops = shops;
  }

  static async make(product: Product, size: { holders: number; shops: number }): Promise<World> {
    const issuer = await publisher(product);
    const many = <T>(count: number, one: () => Promise<T>) =>
      Promise.all(Array.from({ length: count }, () => one()));
    return new World(
      product,
      issuer,
      await many(size.holders, () => holder(product, issuer)),
      await many(size.shops, () => merchant(product, issuer)),
    );
  }

  get operator(): { readonly key: string } {
    return { key: this.product.operatorKey };
  }

  /** Repeats a request until it is answered by something else than "again, please". */
  async answered(path: string, sent: Sent): Promise<Received> {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const answer = await ask(this.product, path, sent).catch(() => undefined);
      if (answer && !passing.has(answer.status) && answer.json?.errorCode !== inFlight) return answer;
      await sleep(pauseMs);
    }
    throw new Error(`no answer to ${path} in two minutes`);
  }

  /** The same under a key of its own, which is remembered with its answer. */
  async keyed(path: string, sent: Sent): Promise<Received> {
    const key = randomUUID();
    const answer = await this.answered(path, withKey(sent, key));
    const { status, json } = answer;
    this.answers.push({ path, sent, key, status, answer: JSON.stringify(json.data) });
    return answer;
  }

  /** What stands under a path. @throws Error unless it is there */
  async read(path: string, sent: Sent = this.operator): Promise<Record<string, unknown>> {
    const answer = await this.answered(path, sent);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    return answer.json.data;
  }
}

/** The request with an idempotency key. */
export const withKey = (sent: Sent, key: string): Sent => ({
  ...sent,
  headers: { ...sent.headers, "Idempotency-Key": key },
});
