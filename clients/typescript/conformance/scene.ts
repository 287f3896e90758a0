// What the steps of the scenario share.
import { randomBytes } from "node:crypto";
import { strict as assert } from "node:assert";
import { type components, createPdaClient, type PdaClient, PdaError } from "@pda/client";
import type { SandboxWallet } from "@pda/client/sandbox";

export type Schemas = components["schemas"];

/** Runs one step. Throws when something is not as the step says. */
export type Step = (scene: Scene) => Promise<void>;

/** The clients and what earlier steps have made. A step that needs what is missing fails. */
export class Scene implements AsyncDisposable {
  /** Makes names that no other run has. */
  readonly suffix = randomBytes(4).toString("hex");
  readonly operator: PdaClient;
  readonly #clients: PdaClient[] = [];
  readonly #made: Partial<Made> = {};

  constructor() {
    this.operator = this.client(environment("PDA_OPERATOR_KEY"));
  }

  /** Returns a client of the service. An empty key gives a public caller. */
  client(apiKey: string): PdaClient {
    return this.#keep(createPdaClient({ baseUrl: environment("PDA_URL"), apiKey }));
  }

  /** Returns the operator's client, or with options another one, through a path of the relay. */
  through(way: string, options: Parameters<typeof createPdaClient>[0] = {}): PdaClient {
    const baseUrl = `${environment("PDA_RELAY_URL")}/${way}`;
    return this.#keep(createPdaClient({ baseUrl, apiKey: environment("PDA_OPERATOR_KEY"), ...options }));
  }

  /** Keeps what a step has made. */
  make(made: Partial<Made>): void {
    Object.assign(this.#made, made);
  }

  /** Returns what an earlier step has made. */
  the<Name extends keyof Made>(name: Name): Made[Name] {
    const made = this.#made[name];
    if (made === undefined) throw new Error(`needs ${name} of an earlier step, which failed`);
    return made;
  }

  #keep(client: PdaClient): PdaClient {
    this.#clients.push(client);
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}

interface Made {
  publisherId: string;
  assetType: string;
  merchants: readonly Schemas["Merchant"][];
  apiKeyId: string;
  merchant: PdaClient;
  /** Key under which the first payment was created. */
  paymentKey: string;
  /** The payments in the order of their creation. */
  payments: readonly Schemas["Payment"][];
  wallet: SandboxWallet;
  request: Schemas["PaymentRequest"];
  transactionId: string;
  refundId: string;
  position: string;
  rotated: { readonly apiKeyId: string; readonly client: PdaClient };
}

/** Returns a variable of clients/conformance/README.md. */
export function environment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`the variable ${name} is not set`);
  return value;
}

/** Returns all items of a list. */
export async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of list) all.push(item);
  return all;
}

/** Returns the first of several things. */
export function first<T>(things: readonly T[]): T {
  const [one] = things;
  assert(one !== undefined, "nothing came");
  return one;
}

/** Returns the error of a call that must fail with this kind of error. */
export async function failure<E extends Error>(
  call: Promise<unknown>,
  kind: new (...given: never[]) => E,
): Promise<E> {
  const error: unknown = await call.then(
    () => new Error("the call succeeded"),
    (reason: unknown) => reason,
  );
  assert(error instanceof kind, `expected ${kind.name}, but got ${String(error)}`);
  return error;
}

/** Returns the refusal of a call that must be refused with this HTTP status. */
export async function refusal(call: Promise<unknown>, status: number): Promise<PdaError> {
  const error = await failure(call, PdaError);
  assert.equal(error.status, status, error.message);
  return error;
}

/** Asks again until there is an answer, for at most five seconds. */
export async function within5s<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 5000; ; ) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    assert(Date.now() < end, "not within five seconds");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A payment identifier of the right form that no payment has. */
export const noPayment = "pay_01kf05yaj0fg8rwb8000000001";
