// The service as plain HTTPS sees it, without any client.
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, fetch } from "undici";
import type { Node } from "../../../support/openapi-document.ts";

/** What the calls of one program have left in the service. Payments are in the order of their creation. */
export interface Left {
  readonly server: Node;
  readonly merchants: readonly Node[];
  readonly apiKeys: readonly Node[];
  readonly payments: readonly Node[];
  /** The first event that a payment failed, of anybody. */
  readonly events: readonly Node[];
}

const eventMs = 30_000;

export class Service implements AsyncDisposable {
  readonly #url: string;
  readonly #operatorKey: string;
  readonly #dispatcher: Agent;

  /** @param operatorKey an operator's key with all scopes */
  constructor(url: string, ca: string, operatorKey: string) {
    this.#url = url;
    this.#operatorKey = operatorKey;
    this.#dispatcher = new Agent({ connect: { ca } });
  }

  /** Returns the document, as the service serves it. */
  async document(): Promise<string> {
    const answer = await fetch(`${this.#url}/openapi.yaml`, { dispatcher: this.#dispatcher });
    if (!answer.ok) throw new Error(`/openapi.yaml: ${answer.status}`);
    return answer.text();
  }

  /** Defines an asset type that payments can ask for, and returns its code. */
  async assetType(): Promise<string> {
    const { networkAssets } = await this.#data("/sandbox");
    const { publisherId } = await this.#data("/publishers", { name: "Generators" });
    const { assetType } = await this.#data(`/publishers/${publisherId}/asset-types`, {
      assetType: `G${randomInt(36 ** 7, 36 ** 8)
        .toString(36)
        .toUpperCase()}`,
      name: "Test dollar",
      decimals: 6,
      networks: [networkAssets[0]],
    });
    return assetType as string;
  }

  /** Makes sure that there is an event that a payment failed. @throws Error when the worker does not fail it in time */
  async failedPayment(assetType: string): Promise<void> {
    if ((await this.#events()).length > 0) return;
    const { merchantId } = await this.#data("/merchants", { name: "Generators" });
    const metadata = { "pda:simulate": "expired" };
    await this.#data("/payments", { merchantId, amount: "0.5", assetType, metadata });
    const end = Date.now() + eventMs;
    while ((await this.#events()).length === 0) {
      if (Date.now() > end) throw new Error(`no payment failed within ${eventMs / 1000} s`);
      await sleep(200);
    }
  }

  /** Reads what a program has left whose merchants begin with this name. */
  async left(name: string): Promise<Left> {
    const server = await this.#data("/server-info");
    const merchants: Node[] = (await this.#data(`/merchants?namePrefix=${name}`)).items;
    const events = await this.#events();
    const merchantId = String(merchants[0]?.merchantId);
    if (merchants.length === 0) return { server, merchants, apiKeys: [], payments: [], events };
    const { items: apiKeys } = await this.#data(`/merchants/${merchantId}/api-keys`);
    const { items: payments } = await this.#data(`/payments?merchantId=${merchantId}`);
    return { server, merchants, apiKeys, payments: payments.toReversed(), events };
  }

  async #events(): Promise<Node[]> {
    return (await this.#data("/events?type=payment.failed&pageSize=1")).items as Node[];
  }

  async #data(path: string, body?: Node): Promise<Node> {
    const answer = await fetch(`${this.#url}/api/v1${path}`, {
      dispatcher: this.#dispatcher,
      method: body ? "POST" : "GET",
      headers: {
        authorization: `Bearer ${this.#operatorKey}`,
        ...(body ? { "content-type": "application/json", "idempotency-key": randomUUID() } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const envelope = (await answer.json()) as Node;
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(envelope.errors)}`);
    return envelope.data as Node;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispatcher.close();
  }
}
