import { join } from "node:path";
import { expect } from "chai";
import { Authentication, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { ResolveCredentialResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import { ApiKeyStatus } from "../../gen/ts/pda/merchant/v1/merchant.ts";
import type {
  CreateApiKeyResponse,
  RegisterMerchantResponse,
} from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type {
  CreatePublisherApiKeyResponse,
  GetPublisherApiKeyResponse,
  ListPublisherApiKeysResponse,
} from "../../gen/ts/pda/publisher/v1/api_key_service.ts";
import type { RegisterPublisherResponse } from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { AuditMechanism } from "../../gen/ts/pda/audit/v1/audit.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { logger } from "../../src/logger.ts";
import { ensureTrustRoot } from "../../src/pki/trust-root.ts";
import { accessService } from "../../src/services/access/index.ts";
import { loadTrustAuthority } from "../../src/services/authority/trust-authority.ts";
import { merchantService } from "../../src/services/merchant/index.ts";
import { publisherService } from "../../src/services/publisher/index.ts";
import { ServiceHarness } from "../support/service.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { tokenCheck } from "./support/token-check.ts";
import { asPublisher, assetDomain, networks } from "./support/registry.ts";
import { rateSubjects } from "../support/rate-subjects.ts";

describe("API keys of a publisher", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  const directory = temporaryDirectory();

  before(async () => {
    ensureTrustRoot(directory.path, "PDA test");
    harness = await ServiceHarness.start((store, sealer, audit) => {
      const trust = loadTrustAuthority({ dir: join(directory.path, "trust"), assetDomain, sealer });
      return [
        ...publisherService({ networks, networkAssetsShared: true, trust, sealer }),
        ...merchantService({ networks }),
        ...accessService({
          signingKeys: undefined as never,
          store,
          audit,
          rateSubjects,
          trust,
          log: logger("test", { level: "silent" }),
          tokens: tokenCheck(store),
        }),
      ];
    });
  });
  after(async () => {
    await harness[Symbol.asyncDispose]();
    directory[Symbol.dispose]();
  });

  const register = async (): Promise<string> =>
    (await harness.call<RegisterPublisherResponse>("RegisterPublisher", { name: "Acme Mint" })).publisher!
      .publisherId;
  const create = (publisherId: string, scopes: string[], options = {}) =>
    harness.callWhole<CreatePublisherApiKeyResponse>(
      "CreatePublisherApiKey",
      { publisherId, name: "press", scopes },
      options,
    );
  const keyOf = async (publisherId: string, scopes = ["publishers.issue"]) =>
    (await create(publisherId, scopes)).response.createdApiKey!;
  const resolve = (credential: string) =>
    harness.call<ResolveCredentialResponse>("ResolveCredential", { credential }, { peer: "gateway" });

  it("act for this publisher alone until they are revoked", async () => {
    const publisherId = await register();
    const { apiKey, secret } = await keyOf(publisherId, ["publishers.issue", "publishers.read"]);
    expect(apiKey).to.include({
      publisherId,
      name: "press",
      status: ApiKeyStatus.API_KEY_STATUS_ACTIVE,
      revokeTime: undefined,
    });
    const { apiKeyId } = apiKey!;
    expect((await resolve(secret)).principal).to.deep.equal({
      kind: PrincipalKind.PRINCIPAL_KIND_PUBLISHER,
      tenantId: publisherId,
      credentialId: apiKeyId,
      scopes: ["publishers.issue", "publishers.read"],
      deviceId: undefined,
      limits: undefined,
      delegation: undefined,
      requestSigning: undefined,
      signedBy: undefined,
      issuedToken: undefined,
      tokenExpireTime: undefined,
      authentication: Authentication.fromPartial({ mechanism: AuditMechanism.AUDIT_MECHANISM_API_KEY }),
    });
    const get = () =>
      harness.call<GetPublisherApiKeyResponse>("GetPublisherApiKey", { publisherId, apiKeyId });
    expect((await get()).apiKey).to.deep.equal(apiKey);

    const revoked = await harness.call<GetPublisherApiKeyResponse>("RevokePublisherApiKey", {
      publisherId,
      apiKeyId,
    });
    expect(revoked.apiKey?.status).to.equal(ApiKeyStatus.API_KEY_STATUS_REVOKED);
    expect(revoked.apiKey?.revokeTime).not.to.equal(undefined);
    expect(
      await harness.call<GetPublisherApiKeyResponse>("RevokePublisherApiKey", { publisherId, apiKeyId }),
    ).to.deep.equal(revoked);
    expect(await get()).to.deep.equal(revoked);
    expect(
      (await harness.failure("ResolveCredential", { credential: secret }, { peer: "gateway" })).entry,
    ).to.equal("UNAUTHENTICATED");
  });

  it("are shown whole to the one who repeats the request under its key, and never again", async () => {
    const publisherId = await register();
    const first = await create(publisherId, ["publishers.read"], { key: "k1" });
    const again = await create(publisherId, ["publishers.read"], { key: "k1" });
    expect(again.replayed).to.equal(true);
    expect(again.response).to.deep.equal(first.response);
    const listed = await harness.call<ListPublisherApiKeysResponse>("ListPublisherApiKeys", { publisherId });
    expect(listed.items).to.deep.equal([first.response.createdApiKey!.apiKey]);
  });

  it("are listed newest first, in pages of this publisher", async () => {
    const publisherId = await register();
    const made = [];
    for (let count = 0; count < 3; count++) made.unshift((await keyOf(publisherId)).apiKey);
    await keyOf(await register());
    const list = (page: object) =>
      harness.call<ListPublisherApiKeysResponse>("ListPublisherApiKeys", { publisherId, ...page });
    const first = await list({ pageSize: 2 });
    const second = await list({ pageSize: 2, pageToken: first.nextPageToken });
    expect([...first.items, ...second.items]).to.deep.equal(made);
    const foreign = { publisherId: await register(), pageToken: first.nextPageToken };
    expect((await harness.failure("ListPublisherApiKeys", foreign)).entry).to.equal("INVALID_PAGE_TOKEN");
  });

  it("hold no more than a publisher may, nor than their creator does", async () => {
    const publisherId = await register();
    for (const scope of ["publishers.admin", "payments.write", "sandbox.admin", "nothing.there"]) {
      const request = { publisherId, name: "press", scopes: [scope] };
      const failure = await harness.failure("CreatePublisherApiKey", request);
      expect([failure.entry, failure.violations[0]?.field], scope).to.deep.equal([
        "UNKNOWN_REFERENCE",
        "scopes",
      ]);
    }
    const as = { ...asPublisher(publisherId), scopes: ["publishers.write"] };
    const request = { publisherId, name: "press", scopes: ["publishers.issue"] };
    expect(await harness.failure("CreatePublisherApiKey", request, { as })).to.include({
      entry: "PERMISSION_DENIED",
      reason: "SCOPE_MISSING",
    });
    await create(publisherId, ["publishers.write"], { as });
  });

  it("are nobody else's: not another publisher's, and not a merchant's", async () => {
    const [mine, theirs] = [await register(), await register()];
    const { apiKeyId } = (await keyOf(theirs)).apiKey!;
    const as = asPublisher(mine);
    for (const method of ["GetPublisherApiKey", "RevokePublisherApiKey"]) {
      expect((await harness.failure(method, { publisherId: theirs, apiKeyId }, { as })).entry).to.equal(
        "PERMISSION_DENIED",
      );
      expect((await harness.failure(method, { publisherId: mine, apiKeyId }, { as })).entry).to.equal(
        "NOT_FOUND",
      );
    }
    const { merchantId } = (
      await harness.call<RegisterMerchantResponse>("RegisterMerchant", { name: "Corner shop" })
    ).merchant!;
    const shop = await harness.call<CreateApiKeyResponse>("CreateApiKey", {
      merchantId,
      name: "till",
      scopes: ["payments.read"],
    });
    const till = shop.createdApiKey!.apiKey!.apiKeyId;
    for (const method of ["GetPublisherApiKey", "RevokePublisherApiKey"])
      expect((await harness.failure(method, { publisherId: theirs, apiKeyId: till })).entry).to.equal(
        "NOT_FOUND",
      );
    for (const method of ["GetApiKey", "RevokeApiKey"])
      expect((await harness.failure(method, { merchantId, apiKeyId })).entry).to.equal("NOT_FOUND");
  });

  it("need a publisher", async () => {
    const publisherId = newId("publisher");
    expect((await harness.failure("ListPublisherApiKeys", { publisherId })).entry).to.equal("NOT_FOUND");
    const request = { publisherId, name: "press", scopes: ["publishers.read"] };
    expect((await harness.failure("CreatePublisherApiKey", request)).entry).to.equal("NOT_FOUND");
  });
});
