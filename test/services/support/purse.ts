// Holders with money and changing keys, and what they sign: made of the words of the contract, not with the product's code.
import type {
  CreatePaymentResponse,
  GeneratePaymentReferenceResponse,
} from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import type { Recovery, WalletKey } from "../../../gen/ts/pda/wallet/v1/key.ts";
import type {
  AuthorizePaymentRequest,
  CreateWalletResponse,
  GetWalletResponse,
  ListBalancesResponse,
  ResolvePaymentReferenceResponse,
} from "../../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { WalletTransaction } from "../../../gen/ts/pda/wallet/v1/transaction.ts";
import type { AssetType } from "../../../src/domain/asset/asset-type.ts";
import { logger } from "../../../src/logger.ts";
import { Notices } from "../../../src/rpc/notices.ts";
import { paymentServices } from "../../../src/services/payment/index.ts";
import { walletKeyService } from "../../../src/services/wallet-keys/index.ts";
import { walletTransactionService } from "../../../src/services/wallet-transactions/index.ts";
import { walletService } from "../../../src/services/wallet/index.ts";
import { assetType, holderKey, issue, merchant, publisher } from "../../support/fixtures.ts";
import { type CallOptions, ServiceHarness } from "../../support/service.ts";
import { publicUrl } from "./names.ts";
import { type Signing, signed } from "./owner.ts";

/** A key pair with what names it. */
export type Key = ReturnType<typeof holderKey>;
export const newKey = holderKey;

/** A wallet and the key that its holder has now. */
export interface Purse {
  readonly walletId: string;
  key: Key;
}

/** How long a recovery waits here: 72 hours. */
export const delaySeconds = 259_200;

/** The messages of the log that the services write, with their fields, oldest first. */
export const noticed: Readonly<Record<string, unknown>>[] = [];
const log = logger("test", {
  level: "warn",
  destination: { write: (line) => noticed.push(JSON.parse(line)) },
});

/** The services of wallets and payments, as one core has them. */
export const purseServices = () => [
  ...paymentServices({ publicUrl, paymentTtlSeconds: 900 }),
  ...walletService({ publicUrl }),
  ...walletKeyService({ publicUrl, recoveryDelaySeconds: delaySeconds, notices: new Notices(log) }),
  ...walletTransactionService({ publicUrl }),
];

/** One database with a type of money and a merchant. */
export class Market implements AsyncDisposable {
  readonly harness: ServiceHarness;
  readonly usdx: AssetType;
  readonly publisherId: string;
  readonly merchantId: string;

  private constructor(harness: ServiceHarness, usdx: AssetType, publisherId: string, merchantId: string) {
    this.harness = harness;
    this.usdx = usdx;
    this.publisherId = publisherId;
    this.merchantId = merchantId;
  }

  static async start(): Promise<Market> {
    const harness = await ServiceHarness.start(purseServices);
    const publisherId = await publisher(harness.url);
    const usdx = await assetType(harness.store, publisherId, { decimals: 2 });
    return new Market(harness, usdx, publisherId, await merchant(harness.store));
  }

  call<T>(method: string, request: object, options?: CallOptions): Promise<T> {
    return this.harness.call<T>(method, request, options);
  }

  /** Entry and reason of a call that must fail. */
  async refusal(method: string, request: object, options?: CallOptions): Promise<string> {
    const { entry, reason, violations } = await this.harness.failure(method, request, options);
    return [entry, reason, ...violations.map(({ field }) => field)].join(" ");
  }

  /** A new wallet with so many cents. */
  async purse(cents = 0n, recovery?: Key, type = this.usdx): Promise<Purse> {
    const key = newKey();
    const request = { holderKey: key.jwk, recoveryKey: recovery?.jwk };
    const { wallet } = await this.call<CreateWalletResponse>("CreateWallet", request);
    const { walletId } = wallet!;
    if (cents > 0n) await issue(this.harness.store, type, walletId, cents);
    return { walletId, key };
  }

  async wallet({ walletId }: Purse) {
    return (await this.call<GetWalletResponse>("GetWallet", { walletId })).wallet!;
  }

  async balance({ walletId }: Purse, code = "USDX"): Promise<string> {
    const { items } = await this.call<ListBalancesResponse>("ListBalances", { walletId });
    return items.find((item) => item.assetType === code)?.amount ?? "0";
  }

  /** A payment that waits, and its authorisation by this key. */
  async payment({ walletId, key }: Purse, amount = "1", signer = key): Promise<AuthorizePaymentRequest> {
    const { merchantId } = this;
    const { payment } = await this.call<CreatePaymentResponse>("CreatePayment", {
      amount,
      assetType: "USDX",
      merchantId,
    });
    const { paymentId } = payment!;
    const { paymentReference } = await this.call<GeneratePaymentReferenceResponse>(
      "GeneratePaymentReference",
      { paymentId },
    );
    const { paymentRequest } = await this.call<ResolvePaymentReferenceResponse>("ResolvePaymentReference", {
      walletId,
      reference: paymentReference!.reference,
    });
    const { nonce } = paymentRequest!;
    const claims = { nonce, paymentId, amount, assetType: "USDX", merchantId };
    return { walletId, paymentId, authorization: await signed(signer, "pda-pay+jws", claims) };
  }

  /** The request to replace a key. */
  async rotation({ walletId, key }: Purse, next: Key, over: Signing & { signer?: Key; prover?: Key } = {}) {
    const { signer = key, prover = next, ...signing } = over;
    const claims = { walletId, oldKey: key.thumbprint, newKey: next.thumbprint };
    const [authorization, proof] = await Promise.all([
      signed(signer, "pda-rotate+jws", claims, signing),
      signed(prover, "pda-rotate+jws", claims),
    ]);
    return { walletId, holderKey: next.jwk, authorization, proof };
  }

  /** Replaces the key of a purse. @returns the old one */
  async rotate(purse: Purse, next = newKey()): Promise<Key> {
    await this.call("RotateWalletKey", await this.rotation(purse, next));
    const old = purse.key;
    purse.key = next;
    return old;
  }

  async keys({ walletId }: Purse): Promise<WalletKey[]> {
    return (await this.call<{ items: WalletKey[] }>("ListWalletKeys", { walletId })).items;
  }

  /** The request to register a recovery key. */
  async recoveryKey({ walletId, key }: Purse, recovery: Key, over: Signing & { signer?: Key } = {}) {
    const { signer = key, ...signing } = over;
    const claims = { walletId, recoveryKey: recovery.thumbprint };
    const authorization = await signed(signer, "pda-recovery-key+jws", claims, signing);
    return { walletId, recoveryKey: recovery.jwk, authorization };
  }

  /** The request to start a recovery. */
  async recovery({ walletId, key }: Purse, recovery: Key, next: Key, over: Signing & { prover?: Key } = {}) {
    const { prover = next, ...signing } = over;
    const claims = { walletId, oldKey: key.thumbprint, newKey: next.thumbprint };
    const [authorization, proof] = await Promise.all([
      signed(recovery, "pda-recover+jws", claims, signing),
      signed(prover, "pda-recover+jws", claims),
    ]);
    return { walletId, holderKey: next.jwk, authorization, proof };
  }

  async started(purse: Purse, recovery: Key, next: Key): Promise<Recovery> {
    const request = await this.recovery(purse, recovery, next);
    return (await this.call<{ recovery: Recovery }>("StartRecovery", request)).recovery;
  }

  async veto({ walletId, key }: Purse, recoveryId: string, signer = key) {
    const authorization = await signed(signer, "pda-veto+jws", { walletId, recoveryId });
    return { walletId, recoveryId, authorization };
  }

  /** The request to give value to another wallet. */
  async gift(from: Purse, to: Pick<Purse, "walletId">, amount = "1", over: Signing & { signer?: Key } = {}) {
    const { signer = from.key, ...signing } = over;
    const said = { walletId: from.walletId, toWalletId: to.walletId, amount, assetType: "USDX" };
    return { ...said, authorization: await signed(signer, "pda-value-transfer+jws", said, signing) };
  }

  async give(from: Purse, to: Purse, amount = "1"): Promise<WalletTransaction> {
    const request = await this.gift(from, to, amount);
    return (await this.call<{ transaction: WalletTransaction }>("TransferValue", request)).transaction;
  }

  /** Puts the sandbox clock ahead. */
  async wait(seconds: number): Promise<void> {
    await this.harness.store.transact((tx) => tx.clock.advance(BigInt(seconds)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.harness[Symbol.asyncDispose]();
  }
}
