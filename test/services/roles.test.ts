// Roles: named sets of scopes for API keys, public keys and access certificates.
import { X509Certificate } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import { operations, scopes as contractScopes } from "../../gen/rest/operations.ts";
import type { PublicKey } from "../../gen/ts/pda/access/v1/public_key.ts";
import type {
  ResolveCertificateResponse,
  ResolveCredentialResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import type { IssueMerchantCertificateResponse } from "../../gen/ts/pda/merchant/v1/certificate_service.ts";
import type {
  CreatedApiKey,
  GetApiKeyResponse,
  RotateApiKeyResponse,
} from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { RegisterMerchantPublicKeyResponse } from "../../gen/ts/pda/merchant/v1/public_key_service.ts";
import type { CreatePublisherApiKeyResponse } from "../../gen/ts/pda/publisher/v1/api_key_service.ts";
import type { RegisterPublisherResponse } from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { type RoleHolder, rolesOf, scopesOfRole } from "../../src/domain/access/role.ts";
import { scopesOf } from "../../src/domain/access/scope.ts";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { callerKey, proofOf } from "../support/access-tokens.ts";
import { asMerchant } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";
import { publicUrl } from "./support/names.ts";
import { newKey, newRequest } from "./support/openssl.ts";

const holders: readonly RoleHolder[] = ["operator", "merchant", "terminal", "publisher"];
const cashier = ["merchants.read", "payments.read", "payments.write"];

describe("the roles", () => {
  for (const holder of holders)
    it(`of a ${holder} have scopes that it may hold, each once`, () => {
      for (const { name, scopes } of rolesOf(holder)) {
        expect(scopesOf(holder, contractScopes), name).to.include.members([...scopes]);
        expect(scopesOfRole(holder, name)).to.deep.equal([...new Set(scopes)].sort());
      }
    });

  it("admin and owner have all that their holder may have", () => {
    const all = [
      ["operator", "admin"],
      ["merchant", "owner"],
      ["terminal", "till"],
      ["publisher", "owner"],
    ] as const;
    for (const [holder, name] of all)
      expect(scopesOfRole(holder, name)).to.deep.equal(scopesOf(holder, contractScopes).sort());
  });

  it("support and auditor change nothing and see no secret", () => {
    for (const name of ["support", "auditor"]) {
      const scopes = scopesOfRole("operator", name) ?? [];
      const allowed = operations.filter(
        ({ access }) =>
          access.kind === "scope" && [access.scope, access.narrower ?? ""].some((s) => scopes.includes(s)),
      );
      expect(allowed.length).to.be.above(10);
      for (const { method, readOnly } of allowed) expect(readOnly, method).to.equal(true);
      // These leave out the secret, the offer, for a caller without wallets.write: test/services/ownership-transfer.test.ts.
      const withSecret = allowed.filter(({ secret }) => secret).map(({ method }) => method);
      expect(withSecret).to.deep.equal(name === "support" ? ["GetTransfer", "ListTransfers"] : []);
    }
  });

  it("of a cashier gives nothing back, and of a manager changes no settlement account", () => {
    expect(scopesOfRole("merchant", "cashier")).to.deep.equal(cashier);
    const manager = scopesOfRole("merchant", "manager");
    expect(manager).to.include.members(["refunds.write", "terminals.write"]);
    for (const scope of ["merchants.write", "credentials.write"]) expect(manager).to.not.include(scope);
  });
});

describe("credentials with a role", function () {
  this.timeout(60_000);
  let merchants: Merchants;
  let merchantId: string;

  before(async () => {
    merchants = await Merchants.start();
  });
  beforeEach(async () => {
    ({ merchantId } = await merchants.register());
  });
  after(() => merchants[Symbol.asyncDispose]());

  const withRole = (role: string, over: object = {}): Promise<CreatedApiKey> =>
    merchants.key(merchantId, { scopes: [], role, ...over });
  const principalOf = async (credential: string) =>
    (await merchants.harness.call<ResolveCredentialResponse>("ResolveCredential", { credential })).principal;
  const get = async (apiKeyId: string) =>
    (await merchants.harness.call<GetApiKeyResponse>("GetApiKey", { merchantId, apiKeyId })).apiKey;
  /** Changes what is stored of a key, as another version would have stored it. */
  const storedOtherwise = async (apiKeyId: string, statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: merchants.harness.url });
    await client.connect();
    try {
      await client.query(statement, [uuidOf("apiKey", apiKeyId)]);
    } finally {
      await client.end();
    }
  };

  it("have the scopes of the role, and show both", async () => {
    const { apiKey, secret } = await withRole("cashier");
    expect(apiKey).to.deep.include({ role: "cashier", scopes: cashier });
    expect((await principalOf(secret))?.scopes).to.deep.equal(cashier);
    expect(await get(apiKey!.apiKeyId)).to.deep.equal(apiKey);
    const plain = await merchants.key(merchantId);
    expect(plain.apiKey?.role).to.equal(undefined);
  });

  it("are also public keys, certificates and those of terminals and publishers", async () => {
    const { harness } = merchants;
    const key = callerKey();
    const registered: PublicKey = (
      await harness.call<RegisterMerchantPublicKeyResponse>("RegisterMerchantPublicKey", {
        merchantId,
        name: "office",
        role: "accountant",
        publicKey: key.publicKey,
        proof: await proofOf(key, publicUrl, merchantId),
      })
    ).publicKey!;
    expect(registered).to.deep.include({
      role: "accountant",
      scopes: scopesOfRole("merchant", "accountant"),
    });

    const { deviceId } = await merchants.device(merchantId);
    const gate = scopesOfRole("terminal", "gate");
    const { merchantCertificate } = await harness.call<IssueMerchantCertificateResponse>(
      "IssueMerchantCertificate",
      { merchantId, deviceId, certificateSigningRequest: newRequest(newKey()), role: "gate" },
    );
    expect(merchantCertificate).to.deep.include({ role: "gate", scopes: gate });
    const certificate = new X509Certificate(merchantCertificate!.certificate).raw;
    const { principal } = await harness.call<ResolveCertificateResponse>("ResolveCertificate", {
      certificate,
    });
    expect(principal).to.deep.include({ deviceId, scopes: gate });
    expect((await withRole("gate", { deviceId })).apiKey).to.deep.include({ role: "gate", scopes: gate });

    const { publisher } = await harness.call<RegisterPublisherResponse>("RegisterPublisher", {
      name: "Press",
    });
    const { createdApiKey } = await harness.call<CreatePublisherApiKeyResponse>("CreatePublisherApiKey", {
      publisherId: publisher!.publisherId,
      name: "press",
      role: "issuer",
    });
    expect(createdApiKey?.apiKey).to.deep.include({
      role: "issuer",
      scopes: scopesOfRole("publisher", "issuer"),
    });
  });

  it("follow the role, whatever its scopes were when they were made", async () => {
    const { apiKey, secret } = await withRole("cashier");
    await storedOtherwise(
      apiKey!.apiKeyId,
      "update api_key set scopes = '{payments.read,refunds.write}' where api_key_id = $1",
    );
    expect((await principalOf(secret))?.scopes).to.deep.equal(cashier);
    expect((await get(apiKey!.apiKeyId))?.scopes).to.deep.equal(cashier);
  });

  it("keep the scopes that are stored with them in a version that does not know the role", async () => {
    const { apiKey, secret } = await withRole("cashier");
    await storedOtherwise(
      apiKey!.apiKeyId,
      "update credential_role set role = 'florist' where credential_id = $1",
    );
    expect((await principalOf(secret))?.scopes).to.deep.equal(cashier);
    expect(await get(apiKey!.apiKeyId)).to.deep.include({ role: "florist", scopes: cashier });
  });

  it("keep the role when they are rotated", async () => {
    const { apiKeyId } = (await withRole("cashier")).apiKey!;
    const { createdApiKey } = await merchants.harness.call<RotateApiKeyResponse>("RotateApiKey", {
      merchantId,
      apiKeyId,
    });
    expect(createdApiKey?.apiKey).to.deep.include({ role: "cashier", scopes: cashier });
    expect(await get(createdApiKey!.apiKey!.apiKeyId)).to.deep.equal(createdApiKey!.apiKey);
  });

  it("need a role or scopes, not both, and a role that their owner has", async () => {
    const request = { merchantId, name: "till" };
    const cases = [
      [{ role: "cashier", scopes: ["payments.read"] }, "role", "CONFLICT"],
      [{}, "scopes", "REQUIRED"],
      [{ role: "florist" }, "role", "UNKNOWN_ROLE"],
      [{ role: "admin" }, "role", "UNKNOWN_ROLE"],
    ] as const;
    for (const [over, field, reason] of cases) {
      const failure = await merchants.harness.failure("CreateApiKey", { ...request, ...over });
      expect(failure.violations[0], reason).to.include({ field, reason });
    }
    const { deviceId } = await merchants.device(merchantId);
    const failure = await merchants.harness.failure("CreateApiKey", {
      ...request,
      deviceId,
      role: "manager",
    });
    expect(failure.violations[0]?.reason).to.equal("UNKNOWN_ROLE");
    expect(failure.violations[0]?.message).to.include("till, cashier, gate");
  });

  it("are made only by one who has every scope of the role", async () => {
    const manager = asMerchant(merchantId, ["credentials.write", "payments.read", "payments.write"]);
    const request = { merchantId, name: "till", role: "cashier" };
    expect(await merchants.harness.failure("CreateApiKey", request, { as: manager })).to.include({
      entry: "PERMISSION_DENIED",
      reason: "SCOPE_MISSING",
    });
    const owner = asMerchant(merchantId, [...manager.scopes, "merchants.read"]);
    const { apiKey } = await merchants.key(merchantId, { scopes: [], role: "cashier" }, { as: owner });
    const { apiKeyId } = apiKey!;
    // Neither does a rotation give away more than the caller has.
    expect(
      await merchants.harness.failure("RotateApiKey", { merchantId, apiKeyId }, { as: manager }),
    ).to.include({ reason: "SCOPE_MISSING" });
  });

  it("give the parts of merchants.write, when they have merchants.write from before", async () => {
    const former = asMerchant(merchantId, ["merchants.read", "merchants.write", "events.read"]);
    const made = await merchants.key(merchantId, { scopes: [], role: "developer" }, { as: former });
    expect(made.apiKey?.scopes).to.deep.equal([
      "credentials.write",
      "events.read",
      "events.write",
      "merchants.read",
    ]);
    const developer = asMerchant(merchantId, made.apiKey?.scopes);
    expect(
      await merchants.harness.failure(
        "CreateApiKey",
        { merchantId, name: "till", scopes: ["merchants.write"] },
        { as: developer },
      ),
    ).to.include({ reason: "SCOPE_MISSING" });
    expect(
      (
        await merchants.harness.failure(
          "RequestSettlementAccountChange",
          { merchantId, network: "test:1", settlementAccount: "test:1:0xaa" },
          { as: developer },
        )
      ).reason,
    ).to.equal("SCOPE_MISSING");
  });
});
