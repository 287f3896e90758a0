import { join } from "node:path";
import { expect } from "chai";
import pg from "pg";
import { Authentication, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { ResolveCredentialResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import { ApiKeyStatus, MerchantStatus } from "../../gen/ts/pda/merchant/v1/merchant.ts";
import type {
  CreateApiKeyResponse,
  GetApiKeyResponse,
  ListApiKeysResponse,
  RegisterMerchantResponse,
} from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import { AuditMechanism } from "../../gen/ts/pda/audit/v1/audit.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { logger } from "../../src/logger.ts";
import { ensureTrustRoot } from "../../src/pki/trust-root.ts";
import { accessService } from "../../src/services/access/index.ts";
import { loadTrustAuthority } from "../../src/services/authority/trust-authority.ts";
import { merchantService } from "../../src/services/merchant/index.ts";
import type { Networks } from "../../src/services/networks/networks.ts";
import { testNetwork } from "../support/fixtures.ts";
import { asMerchant, operator, ServiceHarness } from "../support/service.ts";
import { tokenCheck } from "./support/token-check.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { assetDomain } from "./support/names.ts";
import { rateSubjects } from "../support/rate-subjects.ts";

const account = `${testNetwork}:0x70997970C51812dc3A010C7d01b50e0d17dc79C8`;

/** A network that knows one account. */
const networks: Networks = {
  list: async () => [testNetwork],
  accountProblem: async (asked) => (asked === account ? undefined : "it is not an account of this network"),
  assetProblem: async () => undefined,
};

describe("merchants", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  const directory = temporaryDirectory();

  before(async () => {
    ensureTrustRoot(directory.path, "PDA test");
    harness = await ServiceHarness.start((store, sealer, audit) => [
      ...merchantService({ networks }),
      ...accessService({
        signingKeys: undefined as never,
        store,
        audit,
        rateSubjects,
        trust: loadTrustAuthority({ dir: join(directory.path, "trust"), assetDomain, sealer }),
        log: logger("test", { level: "silent" }),
        tokens: tokenCheck(store),
      }),
    ]);
  });
  after(async () => {
    await harness[Symbol.asyncDispose]();
    directory[Symbol.dispose]();
  });

  const register = async (over: object = {}) =>
    (await harness.call<RegisterMerchantResponse>("RegisterMerchant", { name: "Corner shop", ...over }))
      .merchant!;
  const createKey = (merchantId: string, scopes: string[], options = {}) =>
    harness.callWhole<CreateApiKeyResponse>("CreateApiKey", { merchantId, name: "till", scopes }, options);
  const resolve = (credential: string) =>
    harness.call<ResolveCredentialResponse>("ResolveCredential", { credential }, { peer: "gateway" });

  it("are registered as active, with their settlement accounts", async () => {
    const merchant = await register({ settlementAccounts: [account] });
    expect(merchant.merchantId).to.match(/^mer_/);
    expect(merchant.status).to.equal(MerchantStatus.MERCHANT_STATUS_ACTIVE);
    expect(merchant.settlementAccounts).to.deep.equal([account]);
    expect(
      (await harness.call<RegisterMerchantResponse>("GetMerchant", { merchantId: merchant.merchantId }))
        .merchant,
    ).to.deep.equal(merchant);
  });

  it("have a name that payers can read", async () => {
    for (const name of [" ", "a\nb", "\u200b", "shop\u202e", "shop\uffff", "\u3164", "\u2800", "a\u2028b"]) {
      const failure = await harness.failure("RegisterMerchant", { name });
      expect([failure.entry, failure.violations[0]?.reason]).to.deep.equal([
        "INVALID_ARGUMENT",
        "NAME_NOT_PRINTABLE",
      ]);
    }
    expect((await register({ name: "Café Ñandú 漢字" })).name).to.equal("Café Ñandú 漢字");
  });

  it("have one account per network, which the network has to know", async () => {
    const twice = await harness.failure("RegisterMerchant", {
      name: "x",
      settlementAccounts: [account, `${testNetwork}:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC`],
    });
    expect([twice.entry, twice.violations[0]?.reason]).to.deep.equal(["INVALID_ARGUMENT", "ONE_PER_NETWORK"]);
    const unknown = await harness.failure("RegisterMerchant", {
      name: "x",
      settlementAccounts: [`${testNetwork}:0x00`],
    });
    expect([unknown.entry, unknown.violations[0]?.field]).to.deep.equal([
      "UNKNOWN_REFERENCE",
      "settlement_accounts",
    ]);
  });

  it("get keys whose secret is shown once and opens the door until they are revoked", async () => {
    const { merchantId } = await register();
    const { createdApiKey } = (await createKey(merchantId, ["payments.read", "payments.write"])).response;
    const secret = createdApiKey!.secret;
    const { apiKeyId } = createdApiKey!.apiKey!;
    expect(secret).to.match(/^pda_[0-9a-z]{26}_[A-Za-z0-9_-]{43}$/);

    const { principal } = await resolve(secret);
    expect(principal).to.deep.equal({
      kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
      tenantId: merchantId,
      credentialId: apiKeyId,
      scopes: ["payments.read", "payments.write"],
      deviceId: undefined,
      limits: undefined,
      delegation: undefined,
      requestSigning: undefined,
      signedBy: undefined,
      issuedToken: undefined,
      tokenExpireTime: undefined,
      authentication: Authentication.fromPartial({ mechanism: AuditMechanism.AUDIT_MECHANISM_API_KEY }),
    });
    const listed = await harness.call<ListApiKeysResponse>("ListApiKeys", { merchantId });
    expect(
      JSON.stringify(listed.items, (_, value) => (typeof value === "bigint" ? String(value) : value)),
    ).not.to.contain(secret);

    const revoked = await harness.call<GetApiKeyResponse>("RevokeApiKey", { merchantId, apiKeyId });
    expect(revoked.apiKey?.status).to.equal(ApiKeyStatus.API_KEY_STATUS_REVOKED);
    expect(await harness.call<GetApiKeyResponse>("RevokeApiKey", { merchantId, apiKeyId })).to.deep.equal(
      revoked,
    );
    expect((await harness.failure("ResolveCredential", { credential: secret })).entry).to.equal(
      "UNAUTHENTICATED",
    );
  });

  it("are not told why a credential is refused", async () => {
    const { merchantId } = await register();
    const { secret } = (await createKey(merchantId, ["payments.read"])).response.createdApiKey!;
    const wrong = `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`;
    const unknown = `pda_${newId("apiKey").slice(4)}_${"A".repeat(43)}`;
    for (const credential of [wrong, unknown, "pda_x", "x", secret.toUpperCase(), ` ${secret}`]) {
      const failure = await harness.failure("ResolveCredential", { credential });
      expect([failure.entry, failure.reason, failure.message]).to.deep.equal([
        "UNAUTHENTICATED",
        "CREDENTIAL_REFUSED",
        "A valid credential is needed.",
      ]);
    }
  });

  it("get the same secret again for the same idempotency key, and the store holds it nowhere in clear", async () => {
    const { merchantId } = await register();
    const first = await createKey(merchantId, ["payments.read"], { key: "make-key" });
    const again = await createKey(merchantId, ["payments.read"], { key: "make-key" });
    expect(again.replayed).to.equal(true);
    expect(again.response).to.deep.equal(first.response);

    const { secret } = first.response.createdApiKey!;
    const client = new pg.Client({ connectionString: harness.url });
    await client.connect();
    const { rows: tables } = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
    );
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      for (const { row } of rows) {
        expect(row, name).not.to.contain(secret);
        expect(row, name).not.to.contain(Buffer.from(secret).toString("hex"));
      }
    }
    await client.end();
  });

  it("cannot give a key more than a merchant may hold, nor more than the creating key holds", async () => {
    const { merchantId } = await register();
    for (const scope of [
      "merchants.admin",
      "publishers.issue",
      "sandbox.admin",
      "wallets.pay",
      "nothing.there",
    ]) {
      const failure = await harness.failure("CreateApiKey", { merchantId, name: "till", scopes: [scope] });
      expect([failure.entry, failure.violations[0]?.field], scope).to.deep.equal([
        "UNKNOWN_REFERENCE",
        "scopes",
      ]);
    }
    const limited = asMerchant(merchantId, ["merchants.write", "payments.read"]);
    const failure = await harness.failure(
      "CreateApiKey",
      { merchantId, name: "till", scopes: ["refunds.write"] },
      { as: limited },
    );
    expect([failure.entry, failure.reason]).to.deep.equal(["PERMISSION_DENIED", "SCOPE_MISSING"]);
    await createKey(merchantId, ["payments.read"], { as: limited });

    for (const unbound of [
      { ...operator, scopes: ["merchants.write"] },
      { ...operator, kind: PrincipalKind.PRINCIPAL_KIND_SERVICE, scopes: ["merchants.write"] },
    ]) {
      const request = { merchantId, name: "till", scopes: ["payments.read"] };
      const refused = await harness.failure("CreateApiKey", request, { as: unbound });
      expect([refused.entry, refused.reason]).to.deep.equal(["PERMISSION_DENIED", "SCOPE_MISSING"]);
    }
  });

  it("keep their keys to themselves", async () => {
    const [mine, theirs] = [await register(), await register()];
    const { apiKeyId } = (await createKey(theirs.merchantId, ["payments.read"])).response.createdApiKey!
      .apiKey!;
    const me = asMerchant(mine.merchantId);
    for (const method of ["GetApiKey", "RevokeApiKey"]) {
      const named = { merchantId: theirs.merchantId, apiKeyId };
      expect((await harness.failure(method, named, { as: me })).entry).to.equal("PERMISSION_DENIED");
      expect(
        (await harness.failure(method, { ...named, merchantId: mine.merchantId }, { as: me })).entry,
      ).to.equal("NOT_FOUND");
    }
  });

  it("resolve credentials for the gateway only", async () => {
    const failure = await harness.failure("ResolveCredential", { credential: "x" }, { peer: "service" });
    expect([failure.entry, failure.reason]).to.deep.equal(["PERMISSION_DENIED", "INTERNAL_OPERATION"]);
  });
});
