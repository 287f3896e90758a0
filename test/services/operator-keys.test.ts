// The operator's own API keys and public keys, and the rule that one remains which may manage them.
import { expect } from "chai";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { PublicKey } from "../../gen/ts/pda/access/v1/public_key.ts";
import { ApiKeyStatus } from "../../gen/ts/pda/merchant/v1/merchant.ts";
import type { CreatedOperatorApiKey, OperatorApiKey } from "../../gen/ts/pda/operator/v1/api_key.ts";
import type {
  CreateOperatorApiKeyResponse,
  GetOperatorApiKeyResponse,
  ListOperatorApiKeysResponse,
} from "../../gen/ts/pda/operator/v1/api_key_service.ts";
import type {
  ListOperatorPublicKeysResponse,
  RegisterOperatorPublicKeyResponse,
  RevokeOperatorDelegationResponse,
} from "../../gen/ts/pda/operator/v1/public_key_service.ts";
import { scopesOfRole } from "../../src/domain/access/role.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { isDelegationRevoked } from "../../src/services/access/revoked-delegations.ts";
import { operatorKeyServices } from "../../src/services/credentials/operator.ts";
import { publicKeyServices } from "../../src/services/credentials/index.ts";
import { merchantService } from "../../src/services/merchant/index.ts";
import { callerKey, proofOf } from "../support/access-tokens.ts";
import { asMerchant, operator, ServiceHarness } from "../support/service.ts";
import { publicUrl } from "./support/names.ts";
import { networks } from "./support/registry.ts";

describe("the operator's keys", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;

  beforeEach(async () => {
    harness = await ServiceHarness.start(() => [
      ...operatorKeyServices({ publicUrl }),
      ...publicKeyServices({ publicUrl }),
      ...merchantService({ networks }),
    ]);
  });
  afterEach(() => harness[Symbol.asyncDispose]());

  const create = async (request: object): Promise<CreatedOperatorApiKey> =>
    (await harness.call<CreateOperatorApiKeyResponse>("CreateOperatorApiKey", { name: "office", ...request }))
      .createdApiKey!;
  const idOf = async (request: object): Promise<string> => (await create(request)).apiKey!.apiKeyId;
  const get = async (apiKeyId: string): Promise<OperatorApiKey> =>
    (await harness.call<GetOperatorApiKeyResponse>("GetOperatorApiKey", { apiKeyId })).apiKey!;
  const revoke = (apiKeyId: string) => harness.call("RevokeOperatorApiKey", { apiKeyId });
  const refusal = (apiKeyId: string) => harness.failure("RevokeOperatorApiKey", { apiKeyId });
  const register = async (request: object): Promise<PublicKey> => {
    const key = callerKey();
    const proof = await proofOf(key, publicUrl, "operator");
    const named = { name: "office", publicKey: key.publicKey, proof, ...request };
    return (await harness.call<RegisterOperatorPublicKeyResponse>("RegisterOperatorPublicKey", named))
      .publicKey!;
  };

  it("are created with a role, listed, rotated with overlap and revoked", async () => {
    await create({ role: "admin" });
    const { apiKey, secret } = await create({ role: "support" });
    expect(secret).to.match(/^pda_/);
    expect(apiKey).to.deep.include({ role: "support", scopes: scopesOfRole("operator", "support") });
    const { apiKeyId } = apiKey!;
    expect(await get(apiKeyId)).to.deep.equal(apiKey);

    const rotated = (
      await harness.call<CreateOperatorApiKeyResponse>("RotateOperatorApiKey", {
        apiKeyId,
        overlapSeconds: 60,
      })
    ).createdApiKey!.apiKey!;
    expect(rotated).to.include({ role: "support", replacesApiKeyId: apiKeyId });
    expect(await get(apiKeyId)).to.include({ replacedByApiKeyId: rotated.apiKeyId });
    await revoke(apiKeyId);
    expect((await get(apiKeyId)).status).to.equal(ApiKeyStatus.API_KEY_STATUS_REVOKED);

    const { items } = await harness.call<ListOperatorApiKeysResponse>("ListOperatorApiKeys", {});
    expect(items.map(({ role }) => role)).to.deep.equal(["support", "support", "admin"]);
  });

  it("are also public keys, whose proof names the operator", async () => {
    const key = await register({ role: "auditor" });
    expect(key).to.deep.include({ role: "auditor", merchantId: undefined, publisherId: undefined });
    const { publicKeyId } = key;
    const next = callerKey();
    const proof = await proofOf(next, publicUrl, "operator");
    const { publicKey } = await harness.call<RegisterOperatorPublicKeyResponse>("RotateOperatorPublicKey", {
      publicKeyId,
      publicKey: next.publicKey,
      proof,
    });
    expect(publicKey).to.include({ role: "auditor", replacesPublicKeyId: publicKeyId });
    await harness.call("RevokeOperatorPublicKey", { publicKeyId });
    const { items } = await harness.call<ListOperatorPublicKeysResponse>("ListOperatorPublicKeys", {});
    expect(items.map((item) => item.publicKeyId)).to.deep.equal([publicKey?.publicKeyId, publicKeyId]);
    const found = await harness.call("GetOperatorPublicKey", { publicKeyId });
    expect(found).to.deep.equal({ publicKey: items[1] });
  });

  it("lose one delegation and no other; a merchant ends none of them", async () => {
    const { publicKeyId } = await register({ role: "auditor" });
    const revoked = (delegationId: string) =>
      isDelegationRevoked(harness.store, { credentialId: publicKeyId, delegationId });
    const request = { publicKeyId, delegationId: "one" };
    const as = asMerchant(newId("merchant"));
    expect((await harness.failure("RevokeOperatorDelegation", request, { as })).reason).to.equal(
      "OTHER_TENANT",
    );
    expect(await revoked("one")).to.equal(false);
    const { publicKey } = await harness.call<RevokeOperatorDelegationResponse>(
      "RevokeOperatorDelegation",
      request,
    );
    expect(publicKey?.publicKeyId).to.equal(publicKeyId);
    expect([await revoked("one"), await revoked("two")]).to.deep.equal([true, false]);
  });

  it("are not those of merchants, nor theirs the operator's", async () => {
    const { merchant } = await harness.call<{ merchant: { merchantId: string } }>("RegisterMerchant", {
      name: "Shop",
    });
    const { merchantId } = merchant;
    const { createdApiKey } = await harness.call<{ createdApiKey: { apiKey: { apiKeyId: string } } }>(
      "CreateApiKey",
      { merchantId, name: "till", scopes: ["payments.read"] },
    );
    expect((await refusal(createdApiKey.apiKey.apiKeyId)).entry).to.equal("NOT_FOUND");
    const apiKeyId = await idOf({ role: "support" });
    expect((await harness.failure("GetApiKey", { merchantId, apiKeyId })).entry).to.equal("NOT_FOUND");
    const { items } = await harness.call<ListOperatorApiKeysResponse>("ListOperatorApiKeys", {});
    expect(items.map((item) => item.apiKeyId)).to.deep.equal([apiKeyId]);
  });

  it("are made with no more rights than their maker has, and only by the operator", async () => {
    const keeper = { ...operator, scopes: ["operators.admin", "payments.read"] };
    const request = { name: "more", scopes: ["payments.write"] };
    expect(await harness.failure("CreateOperatorApiKey", request, { as: keeper })).to.include({
      reason: "SCOPE_MISSING",
    });
    const own = { name: "more", scopes: ["payments.read"] };
    await harness.call("CreateOperatorApiKey", own, { as: keeper });
    // An internal service that speaks for a merchant is not the operator, whatever it was granted.
    const bound = {
      ...asMerchant("mer_01h2xcejqtf2nbrexx3vqjhp41"),
      kind: PrincipalKind.PRINCIPAL_KIND_SERVICE,
    };
    for (const method of ["CreateOperatorApiKey", "ListOperatorApiKeys"])
      expect((await harness.failure(method, own, { as: bound })).reason, method).to.equal("OTHER_TENANT");
  });

  it("are revoked only while another admin remains", async () => {
    const only = await idOf({ role: "admin" });
    await create({ role: "support" });
    expect(await refusal(only)).to.include({ entry: "STATE_CONFLICT", reason: "LAST_ADMIN" });
    expect((await get(only)).status).to.equal(ApiKeyStatus.API_KEY_STATUS_ACTIVE);

    const { publicKeyId } = await register({ scopes: ["operators.admin"] });
    await revoke(only);
    await revoke(only);
    expect((await harness.failure("RevokeOperatorPublicKey", { publicKeyId })).reason).to.equal("LAST_ADMIN");
  });

  it("do not count as another admin once they are replaced", async () => {
    const apiKeyId = await idOf({ role: "admin" });
    const rotated = await harness.call<CreateOperatorApiKeyResponse>("RotateOperatorApiKey", { apiKeyId });
    const next = rotated.createdApiKey!.apiKey!.apiKeyId;
    expect((await refusal(next)).reason).to.equal("LAST_ADMIN");
    await revoke(apiKeyId);
  });

  it("keep one admin, also when two revoke each other at once", async () => {
    for (let round = 0; round < 5; round++) {
      const both = [await idOf({ role: "admin" }), await idOf({ role: "admin" })];
      const { items } = await harness.call<ListOperatorApiKeysResponse>("ListOperatorApiKeys", {});
      const others = items.filter(({ apiKeyId }) => !both.includes(apiKeyId));
      for (const { apiKeyId } of others) await revoke(apiKeyId);
      const outcomes = await Promise.allSettled(both.map(revoke));
      expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(["fulfilled", "rejected"]);
    }
  });
});
