// Delegations of registered keys: who calls by one, what it allows at most, and that its calls are counted once over several cores.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import { operations } from "../../gen/rest/operations.ts";
import { Authentication, type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { ResolveTokenResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import type { RegisterMerchantPublicKeyResponse } from "../../gen/ts/pda/merchant/v1/public_key_service.ts";
import type {
  CreatePaymentResponse,
  ListPaymentsResponse,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { AuditMechanism, AuditTokenBinding } from "../../gen/ts/pda/audit/v1/audit.ts";
import { canBeDelegated } from "../../src/domain/access/delegation.ts";
import { narrowed } from "../../src/domain/access/limits.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { forgetDelegationUses } from "../../src/workers/forget-nonces.ts";
import { type CallerKey, callerKey, proofOf, seconds } from "../support/access-tokens.ts";
import { delegation } from "../support/delegations.ts";
import { thumbprintOf } from "../support/dpop-proofs.ts";
import { assetType, publisher } from "../support/fixtures.ts";
import { Merchants } from "./support/merchants.ts";
import { publicUrl } from "./support/names.ts";

const address = "192.0.2.1";

describe("a delegation of a registered key", function () {
  this.timeout(120_000);
  let merchants: Merchants;
  let merchantId: string;
  let kid: string;
  let to: string;
  const key = callerKey();

  before(async () => {
    merchants = await Merchants.start();
    const { store, url } = merchants.harness;
    await assetType(store, await publisher(url));
    ({ merchantId } = await merchants.register());
    kid = await register(key, { scopes: ["merchants.read", "payments.read", "payments.write"] });
    to = await thumbprintOf(callerKey());
  });
  after(() => merchants[Symbol.asyncDispose]());

  const register = async (by: CallerKey, over: object): Promise<string> =>
    (
      await merchants.harness.call<RegisterMerchantPublicKeyResponse>("RegisterMerchantPublicKey", {
        merchantId,
        name: "office",
        publicKey: by.publicKey,
        proof: await proofOf(by, publicUrl, merchantId),
        ...over,
      })
    ).publicKey!.publicKeyId;
  const resolve = (token: string, keyThumbprint = to, from = address) =>
    merchants.harness.call<ResolveTokenResponse>("ResolveToken", { token, address: from, keyThumbprint });
  const principalOf = async (details: object = {}, claims: object = {}): Promise<Principal> =>
    (
      await resolve(
        await delegation(
          key,
          { kid, aud: publicUrl, to },
          { details: { ...details }, claims: { ...claims } },
        ),
      )
    ).principal!;
  const reasonOf = async (call: Promise<unknown>): Promise<string> => {
    try {
      await call;
      return "done";
    } catch (error) {
      return String((error as { reason?: string }).reason ?? error);
    }
  };
  const order = (over: object = {}) => ({ merchantId, amount: "1", assetType: "USDX", ...over });
  const payments = async (): Promise<number> =>
    (await merchants.harness.call<ListPaymentsResponse>("ListPayments", { merchantId, pageSize: 200 })).items
      .length;

  it("names the owner and the delegate, with what both the key and the delegation allow", async () => {
    const maximumAmount = { amount: "50", assetType: "USDX" };
    const text = await delegation(key, { kid, aud: publicUrl, to }, { details: { maximumAmount, count: 3 } });
    const { principal, reusable } = await resolve(text);
    const { delegation: found, ...owner } = principal!;
    expect(owner).to.deep.equal({
      kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
      tenantId: merchantId,
      credentialId: kid,
      scopes: ["payments.write"],
      deviceId: undefined,
      limits: { operations: ["CreatePayment"], maximumAmount, allowedOrigins: [] },
      requestSigning: undefined,
      signedBy: undefined,
      issuedToken: undefined,
      tokenExpireTime: undefined,
      authentication: Authentication.fromPartial({
        mechanism: AuditMechanism.AUDIT_MECHANISM_DELEGATION,
        tokenBinding: AuditTokenBinding.AUDIT_TOKEN_BINDING_DPOP,
      }),
    });
    expect(found).to.include({ keyThumbprint: to, count: 3 });
    expect(reusable).to.equal(true);
  });

  it("counts with a proof of the delegate's key only", async () => {
    const text = await delegation(key, { kid, aud: publicUrl, to });
    expect(await reasonOf(resolve(text, ""))).to.equal("TOKEN_BOUND");
    expect(await reasonOf(resolve(text, await thumbprintOf(key)))).to.equal("TOKEN_BOUND");
    expect(await reasonOf(resolve(text))).to.equal("done");
  });

  it("is refused when it is malformed, expired, of another service, or signed by somebody else", async () => {
    const of = { kid, aud: publicUrl, to };
    const now = seconds();
    const cases: [Promise<string>, string][] = [
      [delegation(key, of, { header: { kid: to } }), "CREDENTIAL_MALFORMED"],
      [delegation(key, of, { claims: { exp: now + 90_000 } }), "TOKEN_CLAIMS_MALFORMED"],
      [delegation(key, of, { details: { operations: [] } }), "TOKEN_CLAIMS_MALFORMED"],
      [delegation(key, of, { claims: { iat: now - 7_200, exp: now - 61 } }), "TOKEN_EXPIRED"],
      [delegation(key, of, { claims: { iat: now + 90, exp: now + 120 } }), "TOKEN_NOT_YET_VALID"],
      [delegation(key, { ...of, aud: "https://other.example" }), "TOKEN_OF_OTHER_AUDIENCE"],
      [delegation(callerKey(), of), "CREDENTIAL_REFUSED"],
      [delegation(key, { ...of, kid: "pky_01kf05yaj0fg8rwbaz19nqs3cy" }), "CREDENTIAL_REFUSED"],
    ];
    for (const [at, [text, reason]] of cases.entries())
      expect(await reasonOf(resolve(await text, to, `10.0.0.${at}`)), reason).to.equal(reason);
  });

  it("ends with its key, and is used from the key's networks only", async () => {
    const other = callerKey();
    const scopes = ["payments.read"];
    const publicKeyId = await register(other, { scopes, allowedNetworks: ["203.0.113.0/24"] });
    const details = { operations: ["ListPayments"] };
    const text = await delegation(other, { kid: publicKeyId, aud: publicUrl, to }, { details });
    expect(await reasonOf(resolve(text, to, address))).to.equal("NETWORK_NOT_ALLOWED");
    expect(await reasonOf(resolve(text, to, "203.0.113.9"))).to.equal("done");
    await merchants.harness.call("RevokeMerchantPublicKey", { merchantId, publicKeyId });
    expect(await reasonOf(resolve(text, to, "203.0.113.9"))).to.equal("CREDENTIAL_REFUSED");
  });

  it("can be revoked alone, by its name and the key that has signed it", async () => {
    const other = callerKey();
    const publicKeyId = await register(other, { scopes: ["payments.read"] });
    const named = (by: CallerKey, jti: string, signer = publicKeyId) => {
      const details = { operations: ["ListPayments"] };
      return delegation(by, { kid: signer, aud: publicUrl, to }, { details, claims: { jti } });
    };
    const [text, beside, ofOtherKey] = [
      await named(other, "a"),
      await named(other, "b"),
      await named(key, "a", kid),
    ];
    const revoke = (over: object = {}, options: object = {}) =>
      merchants.harness.call(
        "RevokeMerchantDelegation",
        { merchantId, publicKeyId, delegationId: "a", ...over },
        options,
      );
    expect(await reasonOf(resolve(text))).to.equal("done");
    for (let time = 0; time < 2; time += 1)
      expect(await revoke()).to.have.nested.property("publicKey.publicKeyId", publicKeyId);
    expect(await reasonOf(resolve(text))).to.equal("CREDENTIAL_REFUSED");
    expect(await reasonOf(resolve(await named(other, "a")))).to.equal("CREDENTIAL_REFUSED");
    for (const good of [beside, ofOtherKey]) expect(await reasonOf(resolve(good))).to.equal("done");
    const { merchantId: stranger } = await merchants.register();
    expect(await reasonOf(revoke({ merchantId: stranger, delegationId: "b" }))).to.equal("NOT_FOUND");
    expect(await reasonOf(revoke({ publicKeyId: newId("publicKey") }))).to.equal("NOT_FOUND");
    for (const delegationId of ["", "x".repeat(65), "with space"])
      expect(await reasonOf(revoke({ delegationId })), delegationId).to.match(/^(WRONG_FORMAT|REQUIRED)$/);
    expect(await reasonOf(resolve(beside))).to.equal("done");
  });

  it("stays revoked for ten years, because an owner may sign one for each day of a year beforehand", async () => {
    const delegationId = randomUUID();
    await merchants.harness.call("RevokeMerchantDelegation", { merchantId, publicKeyId: kid, delegationId });
    const client = new pg.Client({ connectionString: merchants.harness.url });
    await client.connect();
    const digest = createHash("sha256").update(`delegation\n${kid}\n${delegationId}`).digest();
    const { rows } = await client.query(
      "select round(extract(epoch from expires_at - now()) / 86400)::int as days from spent_nonce where digest = $1",
      [digest],
    );
    await client.end();
    expect(rows).to.deep.equal([{ days: 3_650 }]);
  });

  it("allows no operation beyond it, and none that makes credentials, binds chips or says where money goes", async () => {
    const as = await principalOf({ maximumAmount: { amount: "50", assetType: "USDX" } });
    const call = (method: string, request: object) =>
      reasonOf(merchants.harness.call(method, request, { as }));
    expect(await call("CreatePayment", order({ amount: "50" }))).to.equal("done");
    expect(await call("CreatePayment", order({ amount: "50.01" }))).to.equal("AMOUNT_ABOVE_LIMIT");
    expect(await call("ListPayments", { merchantId })).to.equal("OPERATION_NOT_ALLOWED");
    expect(await call("CancelPayment", { paymentId: "pay_01kf05yaj0fg8rwbaz19nqs3cy" })).to.equal(
      "OPERATION_NOT_ALLOWED",
    );
    expect(await call("CreateApiKey", { merchantId, name: "x", scopes: [] })).to.equal(
      "OPERATION_NOT_ALLOWED",
    );
    for (const name of ["CreateApiKey", "RequestSettlementAccountChange", "ResolveToken", "NoSuchOperation"])
      expect(await reasonOf(principalOf({ operations: ["CreatePayment", name] })), name).to.equal(
        "DELEGATION_NOT_ALLOWED",
      );
  });

  it("delegates no operation that changes credentials, tenants or keys of wallets, whatever is added to the contract", () => {
    const delegated = operations.filter(canBeDelegated);
    const changing = delegated.filter(({ readOnly }) => !readOnly).map(({ method }) => method);
    expect(changing.toSorted()).to.deep.equal(
      [
        "AddIssuanceItems",
        "BatchIssueAssets",
        "CancelPayment",
        "CancelPaymentByKey",
        "CreateChallenge",
        "CreateIdentityChallenge",
        "CreateIssuanceJob",
        "CreatePayment",
        "CreateRefund",
        "GeneratePaymentReference",
        "GrantOwnership",
        "IssueAsset",
        "IssueClaimCode",
        "IssueValue",
        "RedeemTicket",
        "ValidateIdentity",
        "VerifyAsset",
        "VerifyAuthenticity",
        "VerifyOwnership",
      ].toSorted(),
    );
  });

  it("is as narrow as the narrower of the key's limits and its own", () => {
    const most = (amount: string, code = "USDX") => ({ amount, assetType: code });
    const outer = { operations: ["CreatePayment", "GetPayment"], allowedOrigins: [] };
    const inner = { operations: ["CreatePayment", "ListPayments"] };
    const common = { operations: ["CreatePayment"], allowedOrigins: [] };
    expect(narrowed(outer, inner)).to.deep.equal(common);
    expect(narrowed(outer, { operations: ["ListPayments"] })).to.equal(undefined);
    const cases: [object, object, object | undefined][] = [
      [{ maximumAmount: most("50") }, {}, { ...common, maximumAmount: most("50") }],
      [{}, { maximumAmount: most("50") }, { ...common, maximumAmount: most("50") }],
      [{ maximumAmount: most("9") }, { maximumAmount: most("10") }, { ...common, maximumAmount: most("9") }],
      [{ maximumAmount: most("10") }, { maximumAmount: most("9") }, { ...common, maximumAmount: most("9") }],
      [{ maximumAmount: most("10") }, { maximumAmount: most("9", "EURX") }, undefined],
    ];
    for (const [one, other, both] of cases)
      expect(narrowed({ ...outer, ...one }, { ...inner, ...other })).to.deep.equal(both);
  });

  it("is refused when the key's limits leave nothing of it, and narrowed where they leave a part", async () => {
    const other = callerKey();
    const publicKeyId = await register(other, {
      scopes: ["payments.read", "payments.write"],
      limits: {
        operations: ["CreatePayment"],
        maximumAmount: { amount: "10", assetType: "USDX" },
        allowedOrigins: [],
      },
    });
    const made = (details: object) =>
      delegation(other, { kid: publicKeyId, aud: publicUrl, to }, { details: { ...details } });
    expect(await reasonOf(resolve(await made({ operations: ["GetPayment"] })))).to.equal(
      "DELEGATION_NOT_ALLOWED",
    );
    const maximumAmount = { amount: "50", assetType: "USDX" };
    const { principal } = await resolve(
      await made({ operations: ["CreatePayment", "GetPayment"], maximumAmount }),
    );
    expect(principal!.limits).to.deep.equal({
      operations: ["CreatePayment"],
      maximumAmount: { amount: "10", assetType: "USDX" },
      allowedOrigins: [],
    });
  });

  it("counts as unsigned where the key requires signed requests", async () => {
    const other = callerKey();
    const scopes = ["payments.write"];
    const publicKeyId = await register(other, { scopes, requestSigning: 3 });
    const { principal } = await resolve(await delegation(other, { kid: publicKeyId, aud: publicUrl, to }));
    const asked = merchants.harness.call("CreatePayment", order(), { as: principal! });
    expect(await reasonOf(asked)).to.equal("REQUEST_SIGNATURE_REQUIRED");
  });

  it("allows its count of 100 calls at the same time on two cores, and no refused one has an effect", async () => {
    const { harness } = merchants;
    await using second = harness.beside(() => [...paymentServices({ publicUrl, paymentTtlSeconds: 900 })]);
    const jti = randomUUID();
    // Two texts of one delegation count together.
    const callers = [await principalOf({ count: 10 }, { jti }), await principalOf({ count: 10 }, { jti })];
    const before = await payments();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        reasonOf(
          (index % 2 === 0 ? harness : second).call("CreatePayment", order(), {
            as: callers[index % 4 < 2 ? 0 : 1] as Principal,
            ...(index % 3 === 0 ? { key: `k${index}-${jti}` } : {}),
          }),
        ),
      ),
    );
    expect(outcomes.filter((one) => one === "done")).to.have.length(10);
    expect(outcomes.filter((one) => one === "DELEGATION_USED_UP")).to.have.length(90);
    expect((await payments()) - before).to.equal(10);
  });

  it("counts a repeat with the same idempotency key once, and reads as well as changes", async () => {
    const as = await principalOf({ operations: ["CreatePayment", "ListPayments"], count: 2 });
    const pay = (request: object, idempotencyKey: string) =>
      merchants.harness.callWhole<CreatePaymentResponse>("CreatePayment", request, {
        as,
        key: idempotencyKey,
      });
    const idempotencyKey = randomUUID();
    const first = await pay(order(), idempotencyKey);
    expect(await reasonOf(merchants.harness.call("ListPayments", { merchantId }, { as }))).to.equal("done");
    const repeat = await pay(order(), idempotencyKey);
    expect([repeat.replayed, repeat.response.payment?.paymentId]).to.deep.equal([
      true,
      first.response.payment?.paymentId,
    ]);
    for (const used of [
      () => pay(order({ amount: "2" }), idempotencyKey),
      () => pay(order(), randomUUID()),
      () => merchants.harness.call("ListPayments", { merchantId }, { as }),
    ])
      expect(await reasonOf(used())).to.equal("DELEGATION_USED_UP");
  });

  it("does not count a call that is not permitted or not valid", async () => {
    const as = await principalOf({ count: 1 });
    const call = (method: string, request: object) =>
      reasonOf(merchants.harness.call(method, request, { as }));
    expect(await call("ListPayments", { merchantId })).to.equal("OPERATION_NOT_ALLOWED");
    expect(await call("CreatePayment", order({ amount: "x" }))).to.not.equal("done");
    expect(await call("CreatePayment", order())).to.equal("done");
    expect(await call("CreatePayment", order())).to.equal("DELEGATION_USED_UP");
  });

  it("forgets the calls of delegations that have ended, and of no others", async () => {
    const { store } = merchants.harness;
    const take = (digest: Buffer, expiresAt: Date) =>
      store.transact((tx) =>
        tx.delegationUses.take({ digest, use: randomBytes(16), countMax: 1, expiresAt }),
      );
    const [ended, lasting] = [randomBytes(32), randomBytes(32)];
    const takeBoth = async () => [
      await take(ended, new Date(Date.now() - 660_000)),
      await take(lasting, new Date(Date.now() + 60_000)),
    ];
    expect(await takeBoth()).to.deep.equal([true, true]);
    expect(await takeBoth()).to.deep.equal([false, false]);
    expect(await forgetDelegationUses(store)()).to.equal(false);
    expect(await takeBoth()).to.deep.equal([true, false]);
  });
});
