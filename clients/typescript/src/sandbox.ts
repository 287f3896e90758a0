// For an integrator's tests against a sandbox: a wallet that pays, and the service's clock. Never for production, where the holder's key
// belongs to the holder.
import type { PdaClient } from "./client.ts";
import type { components } from "./gen/types.ts";
import { items } from "./pages.ts";
import { holderKey, type KeyPair, newKeyPair, signPayment } from "./sandbox/keys.ts";
import { isSandbox } from "./sandbox/sandbox.ts";

type Schemas = components["schemas"];

/**
 * A holder's wallet whose key is in the memory of this process. The client's API key needs `wallets.write`, `wallets.read` and
 * `wallets.pay`: the operator's key of a sandbox has all.
 */
export class SandboxWallet {
  readonly walletId: string;
  readonly #api: PdaClient;
  readonly #keys: KeyPair;

  private constructor(api: PdaClient, walletId: string, keys: KeyPair) {
    this.#api = api;
    this.walletId = walletId;
    this.#keys = keys;
  }

  /** Creates a wallet with a new key. @throws Error when the service is not a sandbox */
  static async create(api: PdaClient): Promise<SandboxWallet> {
    if (!(await isSandbox(api)))
      throw new Error("the service is not a sandbox: a test's wallet is not created there");
    const keys = await newKeyPair();
    const { data } = await api.POST("/api/v1/wallets", { body: { holderKey: await holderKey(keys) } });
    return new SandboxWallet(api, data.walletId, keys);
  }

  /** Gives the wallet test value. @param amount decimal number, e.g. `"12.50"` */
  async fund(amount: string, assetType: string): Promise<Schemas["Issuance"]> {
    const path = { walletId: this.walletId };
    const body = { amount, assetType };
    return (await this.#api.POST("/api/v1/sandbox/wallets/{walletId}/fund", { params: { path }, body })).data;
  }

  /** Returns the amount that the wallet has of an asset type, `"0"` when none. */
  async balance(assetType: string): Promise<string> {
    const path = { walletId: this.walletId };
    const balances = items((page) =>
      this.#api.GET("/api/v1/wallets/{walletId}/balances", { params: { path, query: page } }),
    );
    for await (const balance of balances) if (balance.assetType === assetType) return balance.amount;
    return "0";
  }

  /** Returns what the wallet's holder sees of a payment reference: whom it pays, and how much. */
  async resolve(reference: string): Promise<Schemas["PaymentRequest"]> {
    const path = { walletId: this.walletId, reference };
    const { data } = await this.#api.GET("/api/v1/wallets/{walletId}/payment-requests/{reference}", {
      params: { path },
    });
    return data;
  }

  /** Signs and pays a payment request of `resolve`. Returns the request after it. */
  async pay(request: Schemas["PaymentRequest"]): Promise<Schemas["PaymentRequest"]> {
    const path = { walletId: this.walletId, paymentId: request.paymentId };
    const body = { authorization: await signPayment(this.#keys, request) };
    const { data } = await this.#api.POST("/api/v1/wallets/{walletId}/payments/{paymentId}/authorize", {
      params: { path },
      body,
    });
    return data;
  }
}

/** Advances the clock of a sandbox: payments expire, periods end. Needs `sandbox.admin`. @param seconds 1 to 31536000 */
export async function advanceClock(api: PdaClient, seconds: number): Promise<Schemas["Sandbox"]> {
  return (await api.POST("/api/v1/sandbox/clock/advance", { body: { seconds: String(seconds) } })).data;
}
