// A publisher's side of the product: the services on a real database, a real trust root, and the calls that tests repeat.
import { logger } from "../../../src/logger.ts";
import { Notices } from "../../../src/rpc/notices.ts";
import { walletService } from "../../../src/services/wallet/index.ts";
import { walletKeyService } from "../../../src/services/wallet-keys/index.ts";
import { randomBytes, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import { type Asset, AssetKind } from "../../../gen/ts/pda/asset/v1/asset.ts";
import type { DeviceBinding } from "../../../gen/ts/pda/publisher/v1/device.ts";
import type { Publisher, PublisherCertificate } from "../../../gen/ts/pda/publisher/v1/publisher.ts";
import type { IssuePublisherCertificateResponse } from "../../../gen/ts/pda/publisher/v1/certificate_service.ts";
import type { BindDeviceResponse } from "../../../gen/ts/pda/publisher/v1/device_service.ts";
import type { IssueAssetResponse } from "../../../gen/ts/pda/publisher/v1/issuance_service.ts";
import type { RegisterPublisherResponse } from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import type { Authenticity } from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import type { VerifyAuthenticityResponse } from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { ensureTrustRoot } from "../../../src/pki/trust-root.ts";
import type { ServedMethod } from "../../../src/rpc/handler.ts";
import type { Sealer } from "../../../src/rpc/seal.ts";
import { assetService } from "../../../src/services/asset/index.ts";
import { loadTrustAuthority, TrustAuthority } from "../../../src/services/authority/trust-authority.ts";
import type { Networks } from "../../../src/services/networks/networks.ts";
import { grantService, ownershipService } from "../../../src/services/ownership/index.ts";
import {
  identityIssuerService,
  passService,
  publisherService,
} from "../../../src/services/publisher/index.ts";
import { issuanceService } from "../../../src/services/publisher/issuance/index.ts";
import { Receipts } from "../../../src/services/signing/receipts.ts";
import { RevocationLists } from "../../../src/services/revocation/revocation-lists.ts";
import { SigningKeys } from "../../../src/services/signing/signing-keys.ts";
import { StatusLists } from "../../../src/services/revocation/status-lists.ts";
import {
  identityService,
  recordService,
  verificationService,
} from "../../../src/services/verification/index.ts";
import { OwnershipTags } from "../../../src/trust/ownership/tags.ts";
import { certificatesToPem } from "../../../src/trust/pem.ts";
import { testNetwork } from "../../support/fixtures.ts";
import { allScopes, ServiceHarness } from "../../support/service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { assetDomain, publicUrl } from "./names.ts";
import { newKey, newRequest } from "./openssl.ts";

export { assetDomain, publicUrl };
export const usdxOnTestNetwork = `${testNetwork}/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3`;

/** One network with one asset of six fraction digits. */
export const networks: Networks = {
  list: async () => [testNetwork],
  accountProblem: async () => undefined,
  assetProblem: async (asset, decimals) => {
    if (asset !== usdxOnTestNetwork) return "there is no such asset";
    return decimals === 6 ? undefined : "the asset has 6 fraction digits";
  },
};

/** Anyone. */
export const anonymous: Principal = {
  kind: PrincipalKind.PRINCIPAL_KIND_ANONYMOUS,
  tenantId: "",
  credentialId: "",
  scopes: [],
};

/** A publisher with all scopes, which tests the tenant boundary rather than the scopes. */
export function asPublisher(publisherId: string): Principal {
  return {
    kind: PrincipalKind.PRINCIPAL_KIND_PUBLISHER,
    tenantId: publisherId,
    credentialId: `key_of_${publisherId}`,
    scopes: allScopes,
  };
}

/** An asset and the device that is bound to it. */
export interface BoundAsset {
  readonly publisherId: string;
  readonly assetId: string;
  readonly binding: DeviceBinding;
}

/** What the services are made of. */
type Made = Pick<
  Registry,
  "trust" | "issuing" | "signingKeys" | "receipts" | "statusLists" | "revocationLists" | "ownershipTags"
>;

/** The registry's services and what tests do with them. */
export class Registry implements AsyncDisposable {
  readonly harness: ServiceHarness;
  /** What the services use. */
  readonly trust: TrustAuthority;
  readonly signingKeys: SigningKeys;
  readonly receipts: Receipts;
  readonly statusLists: StatusLists;
  readonly revocationLists: RevocationLists;
  /** The same with the key of the root, where the services do not have it. */
  readonly issuing: TrustAuthority;
  readonly ownershipTags: OwnershipTags;
  readonly #directory: Disposable & { readonly path: string };

  private constructor(
    harness: ServiceHarness,
    { trust, issuing, signingKeys, receipts, statusLists, revocationLists, ownershipTags }: Made,
    directory: Disposable & { readonly path: string },
  ) {
    this.harness = harness;
    this.trust = trust;
    this.issuing = issuing;
    this.ownershipTags = ownershipTags;
    this.signingKeys = signingKeys;
    this.receipts = receipts;
    this.statusLists = statusLists;
    this.revocationLists = revocationLists;
    this.#directory = directory;
  }

  /** @param options `more` is served beside the registry; `apart`: an asset on a network is of one publisher, as in production */
  static async start(
    options: {
      offline?: boolean;
      apart?: boolean;
      more?: (made: Pick<Registry, "trust" | "ownershipTags"> & { sealer: Sealer }) => ServedMethod[];
    } = {},
  ): Promise<Registry> {
    const directory = temporaryDirectory();
    ensureTrustRoot(directory.path, "PDA test");
    const ownershipTags = new OwnershipTags(randomBytes(32));
    let made: Made | undefined;
    const harness = await ServiceHarness.start((store, sealer) => {
      const issuing = loadTrustAuthority({
        dir: join(directory.path, "trust"),
        assetDomain,
        sealer,
        publicUrl,
      });
      const trust = options.offline
        ? new TrustAuthority({ roots: issuing.anchors, assetDomain, sealer })
        : issuing;
      const signingKeys = new SigningKeys({ store, sealer });
      const receipts = new Receipts({ keys: signingKeys, issuer: publicUrl });
      const statusLists = new StatusLists({ store, sealer, keys: signingKeys, publicUrl });
      const revocationLists = new RevocationLists({ store, trust });
      made = { trust, issuing, signingKeys, receipts, statusLists, revocationLists, ownershipTags };
      return [
        ...publisherService({ networks, networkAssetsShared: options.apart !== true, trust, sealer }),
        ...issuanceService({ networks }),
        ...passService(made),
        ...identityIssuerService({ trust }),
        ...assetService(),
        ...verificationService({ ...made, publicUrl, sealer }),
        ...walletService({ publicUrl }),
        ...walletKeyService({
          publicUrl,
          recoveryDelaySeconds: 259_200,
          notices: new Notices(logger("test", { level: "silent" })),
        }),
        ...grantService({ sealer, receipts, ownershipTags }),
        ...ownershipService({ store, sealer, receipts, publicUrl, ownershipTags }),
        ...identityService({ trust, publicUrl, receipts, statusLists }),
        ...recordService({ signingKeys, statusLists, revocationLists }),
        ...(options.more?.({ trust, ownershipTags, sealer }) ?? []),
      ];
    });
    if (!made) throw new Error("the services were not made");
    await made.signingKeys.load();
    await made.statusLists.load();
    return new Registry(harness, made, directory);
  }

  /** Folder of the trust root. */
  get trustDir(): string {
    return join(this.#directory.path, "trust");
  }

  /** The trust root, PEM. */
  get root(): string {
    return certificatesToPem([this.trust.root]);
  }

  async publisher(name = "Acme Mint"): Promise<Publisher> {
    const { publisher } = await this.harness.call<RegisterPublisherResponse>("RegisterPublisher", { name });
    return publisher as Publisher;
  }

  async certificate(publisherId: string, certificateSigningRequest: string): Promise<PublisherCertificate> {
    const request = { publisherId, certificateSigningRequest };
    const answer = await this.harness.call<IssuePublisherCertificateResponse>(
      "IssuePublisherCertificate",
      request,
    );
    return answer.publisherCertificate as PublisherCertificate;
  }

  async asset(publisherId: string, over: object = {}): Promise<Asset> {
    const request = {
      publisherId,
      assetProfile: { kind: AssetKind.ASSET_KIND_GOOD, name: "Watch No. 7", description: "" },
      supportedNetworks: [testNetwork],
      metadata: { colour: "blue" },
      ...over,
    };
    return (await this.harness.call<IssueAssetResponse>("IssueAsset", request)).asset as Asset;
  }

  async bind(publisherId: string, assetId: string, over: object = {}): Promise<DeviceBinding> {
    const credential = { $case: "certificateSigningRequest", value: newRequest(newKey()) };
    const request = { publisherId, assetId, credential, ...over };
    const serialNumber = serialNumberIn(request.credential) ?? newSerialNumber();
    return (await this.harness.call<BindDeviceResponse>("BindDevice", { serialNumber, ...request }))
      .deviceBinding as DeviceBinding;
  }

  /** An active asset of a publisher, with a device under the CA that the service keeps. */
  async boundAsset(publisherId: string): Promise<BoundAsset> {
    const { assetIdentifier: assetId } = await this.asset(publisherId);
    const binding = await this.bind(publisherId, assetId);
    await this.harness.call("ActivateAsset", { publisherId, assetId });
    return { publisherId, assetId, binding };
  }

  async verify(assetId: string, deviceCertificate: string, as: Principal = anonymous): Promise<Authenticity> {
    const request = { assetId, deviceCertificate };
    const answer = await this.harness.call<VerifyAuthenticityResponse>("VerifyAuthenticity", request, { as });
    return answer.authenticity as Authenticity;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.harness[Symbol.asyncDispose]();
    this.#directory[Symbol.dispose]();
  }
}

/** The one that a device certificate names. */
function serialNumberIn({ $case: kind, value }: { $case: string; value: string }): string | undefined {
  if (kind !== "deviceCertificate") return undefined;
  return /^serialNumber=(.+)$/m.exec(new X509Certificate(value).subject)?.[1];
}

/** Of a chip that nobody has bound. */
export const newSerialNumber = (): string => `CHIP:${randomBytes(7).toString("hex").toUpperCase()}`;

/** The checks that failed, `name: reason`. */
export function failedChecks(answer: Authenticity): string[] {
  return answer.checks
    .filter(({ reason }) => reason !== undefined)
    .map(({ check, reason }) => `${check}: ${reason}`);
}
