// A merchant's side of the product: the services on a real database, a real trust root, and the calls that tests repeat.
import { join } from "node:path";
import type { ResolveCredentialResponse } from "../../../gen/ts/pda/access/v1/access_service.ts";
import type { MerchantCertificate } from "../../../gen/ts/pda/merchant/v1/certificate.ts";
import type { IssueMerchantCertificateResponse } from "../../../gen/ts/pda/merchant/v1/certificate_service.ts";
import type { MerchantDevice } from "../../../gen/ts/pda/merchant/v1/device.ts";
import type {
  EnrolledDevice,
  EnrolMerchantDeviceResponse,
} from "../../../gen/ts/pda/merchant/v1/device_service.ts";
import type { Merchant } from "../../../gen/ts/pda/merchant/v1/merchant.ts";
import type {
  CreateApiKeyResponse,
  CreatedApiKey,
  RegisterMerchantResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { SettlementAccountChange } from "../../../gen/ts/pda/merchant/v1/settlement_account.ts";
import type { RequestSettlementAccountChangeResponse } from "../../../gen/ts/pda/merchant/v1/settlement_account_service.ts";
import { logger } from "../../../src/logger.ts";
import { ensureTrustRoot } from "../../../src/pki/trust-root.ts";
import { accessService } from "../../../src/services/access/index.ts";
import { KeyUse } from "../../../src/services/access/key-use.ts";
import { loadTrustAuthority, TrustAuthority } from "../../../src/services/authority/trust-authority.ts";
import { publicKeyServices } from "../../../src/services/credentials/index.ts";
import { EventWaits } from "../../../src/services/event/event-waits.ts";
import { eventService } from "../../../src/services/event/index.ts";
import { merchantService, merchantTrustService } from "../../../src/services/merchant/index.ts";
import type { Networks } from "../../../src/services/networks/networks.ts";
import { paymentServices } from "../../../src/services/payment/index.ts";
import { publisherService } from "../../../src/services/publisher/index.ts";
import { RevocationLists } from "../../../src/services/revocation/revocation-lists.ts";
import { sandboxService } from "../../../src/services/sandbox/index.ts";
import { walletService } from "../../../src/services/wallet/index.ts";
import { certificatesToPem } from "../../../src/trust/pem.ts";
import { testNetwork } from "../../support/fixtures.ts";
import { type CallOptions, ServiceHarness } from "../../support/service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { assetDomain, publicUrl } from "./names.ts";
import { rateSubjects } from "../../support/rate-subjects.ts";
import { tokenCheck } from "./token-check.ts";

/** How long a change of a settlement account waits. */
export const delaySeconds = 172_800;

/** Accounts that the test network pays to; it knows no others. */
export const accountA = `${testNetwork}:0x00000000000000000000000000000000000000aa`;
export const accountB = `${testNetwork}:0x00000000000000000000000000000000000000bb`;
export const accountC = `${testNetwork}:0x00000000000000000000000000000000000000cc`;
export const otherNetwork = "test:2";

/** Networks that know these accounts, and how often they were asked. */
export const networks: Networks & { asked: number } = {
  asked: 0,
  list: async () => [testNetwork, otherNetwork],
  accountProblem: async (account) => {
    networks.asked++;
    return /:0x0{38}(aa|bb|cc)$/.test(account) ? undefined : "it is not an account of this network";
  },
  assetProblem: async () => undefined,
};

/** The merchants' services and what tests do with them. */
export class Merchants implements AsyncDisposable {
  readonly harness: ServiceHarness;
  readonly trust: TrustAuthority;
  readonly keyUse: KeyUse;
  readonly #directory: Disposable & { readonly path: string };

  private constructor(
    harness: ServiceHarness,
    made: { readonly trust: TrustAuthority; readonly keyUse: KeyUse },
    directory: Disposable & { readonly path: string },
  ) {
    this.harness = harness;
    this.trust = made.trust;
    this.keyUse = made.keyUse;
    this.#directory = directory;
  }

  /** @param options offline: the key of the trust root is not here */
  static async start(options: { offline?: boolean } = {}): Promise<Merchants> {
    const directory = temporaryDirectory();
    ensureTrustRoot(directory.path, "PDA test");
    let made: { trust: TrustAuthority; keyUse: KeyUse } | undefined;
    const harness = await ServiceHarness.start((store, sealer, audit) => {
      const dir = join(directory.path, "trust");
      const issuing = loadTrustAuthority({ dir, assetDomain, sealer, publicUrl });
      const trust = options.offline
        ? new TrustAuthority({ roots: issuing.anchors, assetDomain, sealer })
        : issuing;
      const log = logger("test", { level: "silent" });
      const keyUse = new KeyUse({ store, log });
      made = { trust, keyUse };
      return [
        ...merchantService({ networks }),
        ...merchantTrustService({ networks, trust, settlementAccountDelaySeconds: delaySeconds }),
        ...publicKeyServices({ publicUrl }),
        ...accessService({
          signingKeys: undefined as never,
          store,
          audit,
          rateSubjects,
          keyUse,
          trust,
          log,
          tokens: { ...tokenCheck(store), keyUse },
        }),
        ...paymentServices({ publicUrl, paymentTtlSeconds: 900 }),
        ...walletService({ publicUrl }),
        ...publisherService({ networks, networkAssetsShared: true, trust, sealer }),
        ...eventService({
          publicUrl,
          eventTypes: accountEvents,
          sealer,
          eventWaits: new EventWaits({ onSequenced: () => () => undefined }),
          stillAccepted: () => Promise.resolve(),
        }),
        ...sandboxService({ networks, sandboxAssets: [] }),
      ];
    });
    if (!made) throw new Error("the services were not made");
    return new Merchants(harness, made, directory);
  }

  /** The trust root, PEM. */
  get root(): string {
    return certificatesToPem([this.trust.root]);
  }

  /** A CRL as a core that has just started shows it, DER. */
  async crl(revocationListId: string): Promise<Uint8Array> {
    const fresh = new RevocationLists({ store: this.harness.store, trust: this.trust });
    return (await fresh.list(revocationListId))?.der as Uint8Array;
  }

  async register(over: object = {}): Promise<Merchant> {
    const request = { name: "Corner shop", ...over };
    return (await this.harness.call<RegisterMerchantResponse>("RegisterMerchant", request))
      .merchant as Merchant;
  }

  async key(merchantId: string, over: object = {}, options: CallOptions = {}): Promise<CreatedApiKey> {
    const request = { merchantId, name: "till", scopes: ["payments.read", "payments.write"], ...over };
    return (await this.harness.call<CreateApiKeyResponse>("CreateApiKey", request, options))
      .createdApiKey as CreatedApiKey;
  }

  /** Whether a credential opens the door. @param address from which it is used */
  async opens(credential: string, address = "192.0.2.1"): Promise<boolean> {
    try {
      await this.harness.call<ResolveCredentialResponse>("ResolveCredential", { credential, address });
      return true;
    } catch (error) {
      if ((error as { entry?: string }).entry === "UNAUTHENTICATED") return false;
      throw error;
    }
  }

  async enrol(merchantId: string, over: object = {}): Promise<EnrolledDevice> {
    const request = { merchantId, name: "Till 1", ...over };
    return (await this.harness.call<EnrolMerchantDeviceResponse>("EnrolMerchantDevice", request))
      .enrolledDevice as EnrolledDevice;
  }

  async device(merchantId: string, over: object = {}): Promise<MerchantDevice> {
    return (await this.enrol(merchantId, over)).device as MerchantDevice;
  }

  async certificate(
    merchantId: string,
    certificateSigningRequest: string,
    deviceId?: string,
    scopes: readonly string[] = [],
  ): Promise<MerchantCertificate> {
    const request = { merchantId, certificateSigningRequest, deviceId, scopes };
    return (await this.harness.call<IssueMerchantCertificateResponse>("IssueMerchantCertificate", request))
      .merchantCertificate as MerchantCertificate;
  }

  async change(
    merchantId: string,
    settlementAccount?: string,
    network: string = testNetwork,
  ): Promise<SettlementAccountChange> {
    const request = { merchantId, network, settlementAccount };
    return (
      await this.harness.call<RequestSettlementAccountChangeResponse>(
        "RequestSettlementAccountChange",
        request,
      )
    ).settlementAccountChange as SettlementAccountChange;
  }

  /** Puts business time ahead. */
  async advance(seconds: number): Promise<void> {
    await this.harness.call("AdvanceClock", { seconds: BigInt(seconds) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.keyUse[Symbol.asyncDispose]();
    await this.harness[Symbol.asyncDispose]();
    this.#directory[Symbol.dispose]();
  }
}

/** What happens to settlement accounts. */
export const accountEvents = [
  "merchant.settlement_account_requested",
  "merchant.settlement_account_cancelled",
  "merchant.settlement_account_changed",
];
