// Everything that a test of settlement stands on: a database with services, a node, an adapter, and workers moved by hand.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import pg from "pg";
import { type Account, createWalletClient, erc20Abi, http, parseEther } from "viem";
import { developmentAccount } from "../../../src/chain/evm/signer.ts";
import type { AssetType } from "../../../src/domain/asset/asset-type.ts";
import { newId, uuidOf } from "../../../src/domain/identifier/identifier.ts";
import type { PaymentDetails } from "../../../src/domain/payment/details.ts";
import type { Payment } from "../../../src/domain/payment/payment.ts";
import type { Settlement } from "../../../src/domain/settlement/settlement.ts";
import { paymentServices, settlementService } from "../../../src/services/payment/index.ts";
import { settlementAlarms } from "../../../src/workers/metrics.ts";
import { assetType, merchant, publisher, wallet } from "../../support/fixtures.ts";
import { ServiceHarness } from "../../support/service.ts";
import { TestChain } from "./chain.ts";
import { balancesOf, paidPayment } from "./takings.ts";
import { type HandPolicies, type HandWorker, handWorker } from "./worker.ts";

/** More than the signer holds on the network, for what must fail there. */
const plenty = 10n ** 19n;

/** Repeats until it holds; the test's time-out is the bound. */
export async function until(holds: () => Promise<boolean>, work: () => Promise<unknown>): Promise<void> {
  while (!(await holds())) {
    await work();
    await sleep(5);
  }
}

/** How often an operator was called for a reason, in this process. */
export async function alarms(reason: string): Promise<number> {
  return (await settlementAlarms.get()).values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

const addressIn = (name: string): `0x${string}` => name.split(":").at(-1) as `0x${string}`;

export class SettlementBench {
  readonly chain: TestChain;
  readonly harness: ServiceHarness;
  readonly type: AssetType;
  /** Holds plenty. */
  readonly walletId: string;

  private constructor(chain: TestChain, harness: ServiceHarness, type: AssetType, walletId: string) {
    this.chain = chain;
    this.harness = harness;
    this.type = type;
    this.walletId = walletId;
  }

  static async start(...how: Parameters<typeof TestChain.start>): Promise<SettlementBench> {
    const chain = await TestChain.start(...how);
    const options = { publicUrl: "https://pay.example", paymentTtlSeconds: 900 };
    const harness = await ServiceHarness.start(() => [...paymentServices(options), ...settlementService()]);
    const type = await assetType(harness.store, await publisher(harness.url), { networks: [chain.asset] });
    return new SettlementBench(chain, harness, type, (await wallet(harness.store, type, plenty)).walletId);
  }

  async close(): Promise<void> {
    await this.harness[Symbol.asyncDispose]();
    await this.chain.close();
  }

  newWorker(policies: HandPolicies = {}): HandWorker {
    return handWorker(this.harness.url, this.chain.client(), policies);
  }

  merchant(account: string): Promise<string> {
    return merchant(this.harness.store, [account]);
  }

  /** The merchant is paid to another account on the network after so many seconds. */
  async setAccount(merchantId: string, account: string, afterSeconds: number): Promise<void> {
    const { network } = this.chain;
    await this.harness.store.transact(async (tx) => {
      const createdAt = await tx.clock.now();
      const effectiveAt = new Date(createdAt.getTime() + afterSeconds * 1000);
      const changeId = newId("settlementAccountChange");
      const change = { changeId, merchantId, network, account, status: "pending" } as const;
      await tx.settlementAccounts.insert({ ...change, createdAt, effectiveAt });
    });
  }

  /** A completed payment of `amount` minor units. */
  pay(merchantId: string, amount: bigint, details?: PaymentDetails): Promise<Payment> {
    return paidPayment(this.harness.store, this.type, merchantId, this.walletId, amount, details);
  }

  /** A refund of a payment. @param refundAmount decimal string */
  async refund(payment: Payment, refundAmount: string): Promise<void> {
    const request = { originalTransaction: payment.transactionId, refundAmount, reason: "returned" };
    await this.harness.call("CreateRefund", request);
  }

  balances(merchantId: string): Promise<{ merchant: bigint; clearing: bigint; settled: bigint }> {
    return balancesOf(this.harness.store, this.type, merchantId);
  }

  async settlements(merchantId: string): Promise<readonly Settlement[]> {
    const tenant = { kind: "merchant", merchantId } as const;
    return (await this.harness.store.read.settlements.list(tenant, {}, { size: 100 })).items;
  }

  /** The merchant's one settlement. */
  async only(merchantId: string): Promise<Settlement> {
    const found = await this.settlements(merchantId);
    expect(found).to.have.length(1);
    return found[0] as Settlement;
  }

  /** References of every transfer that was ever signed for a settlement, oldest first. */
  async signed(settlementId: string): Promise<string[]> {
    const rows = await this.#query(
      "select reference from settlement_transfer where settlement_id = $1 order by attempt",
      [uuidOf("settlement", settlementId)],
    );
    return rows.map(({ reference }) => reference as string);
  }

  /** One of them, as it was signed. */
  async signedBytes(settlementId: string, reference: string): Promise<Buffer> {
    const [row] = await this.#query(
      "select signed_transfer from settlement_transfer where settlement_id = $1 and reference = $2",
      [uuidOf("settlement", settlementId), reference],
    );
    return row?.signed_transfer as Buffer;
  }

  /** A settlement as it is stored. */
  async row(settlementId: string): Promise<Record<string, unknown>> {
    const [row] = await this.#query("select * from settlement where settlement_id = $1", [
      uuidOf("settlement", settlementId),
    ]);
    return row as Record<string, unknown>;
  }

  /** Does not wait until the settlement would be looked at by itself. */
  async lookAgain(settlementId: string): Promise<void> {
    await this.#query("update settlement set next_attempt_at = now() where settlement_id = $1", [
      uuidOf("settlement", settlementId),
    ]);
  }

  async #query(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.harness.url });
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Lets the worker work, with so many blocks after each turn, until all settlements of the merchant have this status. */
  untilStatus(worker: HandWorker, merchantId: string, status: string, blocks = 0): Promise<void> {
    return until(
      async () => {
        const found = await this.settlements(merchantId);
        return found.length > 0 && found.every((each) => each.status === status);
      },
      async () => {
        await worker.all();
        if (blocks > 0) await this.chain.node.mine(blocks);
      },
    );
  }

  /** Settlements that were announced as final, in order. */
  async finalizedEvents(): Promise<string[]> {
    const { store } = this.harness;
    while ((await store.sequencer.advance(100)).count > 0);
    const events = await store.read.events.list({ kind: "all" }, ["settlement.finalized"], 0n, 100);
    return events.map(({ subject }) => subject);
  }

  /** Somebody else uses the signer's account for a transaction of his own. @returns its reference */
  async foreignTransaction(changes: { nonce?: number; maxFeePerGas?: bigint } = {}): Promise<string> {
    const order = { to: developmentAccount(1).address, value: parseEther("1"), ...changes };
    return this.#wallet(developmentAccount(0)).sendTransaction(order);
  }

  /** Somebody else uses the signer's account, or another one, to send the asset. @returns its reference */
  foreignTransfer(account: string, amount: bigint, by: Account = developmentAccount(0)): Promise<string> {
    return this.#send(by, addressIn(account), amount);
  }

  /** The holder of a development account sends the asset to the signer. */
  async refill(from: number, amount: bigint): Promise<void> {
    await this.#send(developmentAccount(from), developmentAccount(0).address, amount);
  }

  #send(from: Account, to: `0x${string}`, amount: bigint): Promise<string> {
    return this.#wallet(from).writeContract({
      address: addressIn(this.chain.asset),
      abi: erc20Abi,
      functionName: "transfer",
      args: [to, amount],
    });
  }

  #wallet(account: Account) {
    const { client, node } = this.chain.node;
    return createWalletClient({
      account,
      chain: client.chain!,
      transport: http(node.rpcUrl),
    });
  }
}
