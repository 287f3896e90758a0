// Credentials that are limited to operations and to an amount of one call: what they may do, and what they may make.
import { randomBytes, sign, X509Certificate } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { CredentialLimits } from "../../gen/ts/pda/access/v1/limits.ts";
import type { MerchantCertificate } from "../../gen/ts/pda/merchant/v1/certificate.ts";
import type {
  GetApiKeyResponse,
  RotateApiKeyResponse,
} from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { RegisterMerchantPublicKeyResponse } from "../../gen/ts/pda/merchant/v1/public_key_service.ts";
import { canonicalAmount, compareAmounts } from "../../src/domain/amount/amount.ts";
import { originProblem } from "../../src/domain/access/limits.ts";
import { accessToken, callerKey, proofOf } from "../support/access-tokens.ts";
import { assetType, publisher } from "../support/fixtures.ts";
import { allScopes, asMerchant, operator, type CallOptions } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";
import { publicUrl } from "./support/names.ts";
import { newKey, newRequest } from "./support/openssl.ts";
import { RefundScene } from "./support/refunds.ts";
import { principalOfProof } from "./support/single-use.ts";

const address = "192.0.2.1";
const manage = ["merchants.read", "merchants.write", "payments.read", "payments.write"];
const atMost = (amount: string, code = "USDX") => ({ amount, assetType: code });
const limitsOf = (over: Partial<CredentialLimits>): CredentialLimits => ({
  operations: [],
  maximumAmount: undefined,
  allowedOrigins: [],
  ...over,
});
const limitedTo = (principal: Principal, over: Partial<CredentialLimits>): CallOptions => ({
  as: { ...principal, limits: limitsOf(over) },
});

describe("a credential with limits", function () {
  this.timeout(60_000);
  let merchants: Merchants;
  let merchantId: string;

  before(async () => {
    merchants = await Merchants.start();
    const { store, url } = merchants.harness;
    const publisherId = await publisher(url);
    await assetType(store, publisherId);
    await assetType(store, publisherId, { code: "EURX", networks: ["eip155:31337/erc20:0x01"] });
  });
  beforeEach(async () => {
    ({ merchantId } = await merchants.register());
  });
  after(() => merchants[Symbol.asyncDispose]());

  const principalBy = async (method: string, request: object): Promise<Principal> =>
    (await merchants.harness.call<{ principal: Principal }>(method, request)).principal;
  const limitedKey = async (over: Partial<CredentialLimits>, scopes = manage) => {
    const { apiKey, secret } = await merchants.key(merchantId, { scopes, limits: limitsOf(over) });
    const principal = await principalBy("ResolveCredential", { credential: secret, address });
    return { apiKey: apiKey!, principal, as: { as: principal } };
  };
  const payment = (over: object = {}) => ({ merchantId, amount: "50", assetType: "USDX", ...over });
  const outcome = async (method: string, request: object, by: CallOptions): Promise<string> => {
    try {
      await merchants.harness.call(method, request, by);
      return "done";
    } catch (error) {
      const { entry, reason } = error as { entry?: string; reason?: string };
      if (entry !== "PERMISSION_DENIED") throw error;
      return String(reason);
    }
  };

  describe("of each kind", () => {
    const limits = limitsOf({ operations: ["CreatePayment"], maximumAmount: atMost("50") });

    it("shows its limits, and brings them along as the caller: an API key", async () => {
      const { apiKey, principal } = await limitedKey(limits);
      expect(apiKey.limits).to.deep.equal(limits);
      expect(principal.limits).to.deep.equal(limits);
      const { apiKey: read } = await merchants.harness.call<GetApiKeyResponse>("GetApiKey", {
        merchantId,
        apiKeyId: apiKey.apiKeyId,
      });
      expect(read?.limits).to.deep.equal(limits);
    });

    it("shows its limits, and brings them along as the caller: a public key", async () => {
      const key = callerKey();
      const { publicKey } = await merchants.harness.call<RegisterMerchantPublicKeyResponse>(
        "RegisterMerchantPublicKey",
        {
          merchantId,
          name: "till",
          scopes: manage,
          publicKey: key.publicKey,
          proof: await proofOf(key, publicUrl, merchantId),
          limits,
        },
      );
      expect(publicKey?.limits).to.deep.equal(limits);
      const keyId = publicKey!.publicKeyId;
      const token = await accessToken(key, { kid: keyId, aud: publicUrl });
      expect((await principalBy("ResolveToken", { token, address })).limits).to.deep.equal(limits);
      const base = '"@method": GET\n"@signature-params": ("@method")';
      const signature = sign("sha256", Buffer.from(base), { key: key.privateKey, dsaEncoding: "ieee-p1363" });
      const signed = {
        keyId,
        bases: [base],
        signature,
        nonce: randomBytes(16).toString("base64url"),
        address,
      };
      const signer = await principalOfProof(merchants.harness, { $case: "signature", value: signed });
      expect(signer.limits).to.deep.equal(limits);
    });

    it("shows its limits, and brings them along as the caller: a certificate", async () => {
      const request = {
        merchantId,
        certificateSigningRequest: newRequest(newKey()),
        scopes: ["payments.write"],
        limits,
      };
      const { merchantCertificate } = await merchants.harness.call<{
        merchantCertificate: MerchantCertificate;
      }>("IssueMerchantCertificate", request);
      expect(merchantCertificate.limits).to.deep.equal(limits);
      const certificate = Buffer.from(new X509Certificate(merchantCertificate.certificate).raw);
      expect((await principalBy("ResolveCertificate", { certificate })).limits).to.deep.equal(limits);
    });

    it("is refused to a gateway of the version before, which would pass on no limits", async () => {
      const { secret } = await merchants.key(merchantId, { limits });
      const { reason } = await merchants.harness.failure("ResolveCredential", { credential: secret });
      expect(reason).to.equal("CREDENTIAL_REFUSED");
      const { secret: plain } = await merchants.key(merchantId);
      expect((await principalBy("ResolveCredential", { credential: plain })).tenantId).to.equal(merchantId);
    });

    it("has no limits when the request states none", async () => {
      const { apiKey, secret } = await merchants.key(merchantId, { limits: limitsOf({}) });
      expect(apiKey?.limits).to.equal(undefined);
      const principal = await principalBy("ResolveCredential", { credential: secret, address });
      expect(principal.limits).to.equal(undefined);
    });

    it("keeps its limits when it is replaced", async () => {
      const { apiKey } = await limitedKey(limits);
      const { createdApiKey } = await merchants.harness.call<RotateApiKeyResponse>("RotateApiKey", {
        merchantId,
        apiKeyId: apiKey.apiKeyId,
      });
      expect(createdApiKey?.apiKey?.limits).to.deep.equal(limits);
      const principal = await principalBy("ResolveCredential", {
        credential: createdApiKey!.secret,
        address,
      });
      expect(principal.limits).to.deep.equal(limits);
    });
  });

  it("shows its amount without superfluous zeros", async () => {
    const { apiKey } = await limitedKey({ maximumAmount: atMost("50.500") });
    expect(apiKey.limits?.maximumAmount).to.deep.equal(atMost("50.5"));
  });

  for (const [what, over, field, reason] of [
    ["an unknown operation", { operations: ["CreatePayment", "Pay"] }, "operations[1]", "UNKNOWN_OPERATION"],
    ["an internal operation", { operations: ["ResolveToken"] }, "operations[0]", "UNKNOWN_OPERATION"],
    [
      "an unknown asset type",
      { maximumAmount: atMost("5", "NONE") },
      "maximum_amount.asset_type",
      "UNKNOWN_ASSET_TYPE",
    ],
    ["nothing", { maximumAmount: atMost("0.00") }, "maximum_amount.amount", "AMOUNT_NOT_POSITIVE"],
    ["a path of a site", { allowedOrigins: ["https://a.example/x"] }, "allowed_origins[0]", "NOT_AN_ORIGIN"],
    ["operations that are no names", { operations: ["*"] }, "operations[0]", "WRONG_FORMAT"],
  ] as const)
    it(`is not made for ${what}`, async () => {
      const request = {
        merchantId,
        name: "till",
        scopes: ["payments.write"],
        limits: limitsOf(over as object),
      };
      const failure = await merchants.harness.failure("CreateApiKey", request);
      expect(failure.violations.map((one) => [one.field, one.reason])).to.deep.equal([
        [`limits.${field}`, reason],
      ]);
    });

  it("is no certificate for web pages, because a browser shows a certificate for every page", async () => {
    const request = {
      merchantId,
      certificateSigningRequest: newRequest(newKey()),
      scopes: ["payments.read"],
      limits: limitsOf({ allowedOrigins: ["https://till.shop.example"] }),
    };
    const { reason } = await merchants.harness.failure("IssueMerchantCertificate", request);
    expect(reason).to.equal("NOT_AN_ORIGIN");
  });

  describe("to operations", () => {
    it("calls them, and no other that needs a credential", async () => {
      const { as } = await limitedKey({ operations: ["CreatePayment", "GetMerchant"] });
      expect(await outcome("CreatePayment", payment(), as)).to.equal("done");
      expect(await outcome("GetMerchant", { merchantId }, as)).to.equal("done");
      expect(await outcome("ListPayments", {}, as)).to.equal("OPERATION_NOT_ALLOWED");
      expect(await outcome("CreateApiKey", { merchantId }, as)).to.equal("OPERATION_NOT_ALLOWED");
    });

    it("still needs their scopes", async () => {
      const { as } = await limitedKey({ operations: ["GetMerchant"] }, ["payments.read"]);
      expect(await outcome("GetMerchant", { merchantId }, as)).to.equal("SCOPE_MISSING");
    });

    it("names them in the refusal", async () => {
      const { as } = await limitedKey({ operations: ["CreatePayment", "GetPayment"] });
      const { message } = await merchants.harness.failure("ListPayments", {}, as);
      expect(message).to.contain("limited to CreatePayment, GetPayment").and.to.contain("ListPayments");
    });
  });

  describe("to an amount", () => {
    it("moves as much, and no more", async () => {
      const { as } = await limitedKey({ maximumAmount: atMost("50") });
      for (const amount of ["50", "50.000000", "49.999999", "0.000001"])
        expect(await outcome("CreatePayment", payment({ amount }), as), amount).to.equal("done");
      for (const amount of ["50.000001", "51", "100", "999999999999999999"])
        expect(await outcome("CreatePayment", payment({ amount }), as), amount).to.equal(
          "AMOUNT_ABOVE_LIMIT",
        );
      const { message } = await merchants.harness.failure("CreatePayment", payment({ amount: "51" }), as);
      expect(message).to.contain("at most 50 USDX").and.to.contain("51 USDX");
    });

    it("moves no other asset type", async () => {
      const { as } = await limitedKey({ maximumAmount: atMost("50") });
      const euros = payment({ amount: "1", assetType: "EURX" });
      expect(await outcome("CreatePayment", euros, as)).to.equal("AMOUNT_ABOVE_LIMIT");
    });

    it("gets no stored answer about more, under another key's idempotency key", async () => {
      const large = payment({ amount: "51" });
      await merchants.harness.call("CreatePayment", large, { as: asMerchant(merchantId), key: "large" });
      const { as } = await limitedKey({ maximumAmount: atMost("50") });
      expect(await outcome("CreatePayment", large, { ...as, key: "large" })).to.equal("AMOUNT_ABOVE_LIMIT");
    });

    it("pays nothing where the request does not state the amount", async () => {
      const request = { walletId: "wal_01m7xz42v5fk4a0a6n5ttwrwg3", authorization: "a.b.c" };
      const named = { ...request, paymentId: "pay_01m7xz42v5fk4a0a6n5ttwrwg3" };
      const by = limitedTo({ ...operator, scopes: allScopes }, { maximumAmount: atMost("50") });
      expect(await outcome("AuthorizePayment", named, by)).to.equal("AMOUNT_ABOVE_LIMIT");
    });
  });

  describe("makes", () => {
    const asked = (over: Partial<CredentialLimits> | undefined) => ({
      merchantId,
      name: "new",
      scopes: ["payments.write"],
      ...(over ? { limits: limitsOf(over) } : {}),
    });

    it("credentials for some of its operations only", async () => {
      const { as } = await limitedKey({ operations: ["CreateApiKey", "CreatePayment"] });
      expect(await outcome("CreateApiKey", asked({ operations: ["CreatePayment"] }), as)).to.equal("done");
      for (const wider of [undefined, { operations: ["CreatePayment", "CreateRefund"] }, {}])
        expect(await outcome("CreateApiKey", asked(wider), as)).to.equal("LIMITS_EXCEEDED");
    });

    it("credentials for as much as it may move, or less", async () => {
      const { as } = await limitedKey({ maximumAmount: atMost("50") });
      for (const amount of ["50", "0.5"])
        expect(await outcome("CreateApiKey", asked({ maximumAmount: atMost(amount) }), as)).to.equal("done");
      for (const wider of [
        undefined,
        { maximumAmount: atMost("50.01") },
        { maximumAmount: atMost("1", "EURX") },
      ])
        expect(await outcome("CreateApiKey", asked(wider), as)).to.equal("LIMITS_EXCEEDED");
    });

    it("no successor of a credential with more rights, and one of itself", async () => {
      const { as, apiKey } = await limitedKey({ maximumAmount: atMost("50") });
      const wide = (await merchants.key(merchantId)).apiKey!;
      const rotation = ({ apiKeyId }: { apiKeyId: string }) => ({ merchantId, apiKeyId });
      expect(await outcome("RotateApiKey", rotation(wide), as)).to.equal("LIMITS_EXCEEDED");
      expect(await outcome("RotateApiKey", rotation(apiKey), as)).to.equal("done");
    });

    it("no public key and no certificate with more rights", async () => {
      const { as } = await limitedKey({ maximumAmount: atMost("50") });
      const key = callerKey();
      const proof = await proofOf(key, publicUrl, merchantId);
      const publicKey = (over?: Partial<CredentialLimits>) => ({
        ...asked(over),
        publicKey: key.publicKey,
        proof,
      });
      const certificate = (over?: Partial<CredentialLimits>) => ({
        ...asked(over),
        certificateSigningRequest: newRequest(newKey()),
      });
      const within = { maximumAmount: atMost("5") };
      for (const [method, request] of [
        ["RegisterMerchantPublicKey", publicKey],
        ["IssueMerchantCertificate", certificate],
      ] as const) {
        expect(await outcome(method, request(), as)).to.equal("LIMITS_EXCEEDED");
        expect(await outcome(method, request(within), as)).to.equal("done");
      }
    });

    it("what it makes under another key's idempotency key no wider either", async () => {
      const wide = asked({ maximumAmount: atMost("100") });
      await merchants.harness.call("CreateApiKey", wide, { as: asMerchant(merchantId), key: "wide" });
      const { as } = await limitedKey({ maximumAmount: atMost("50") });
      expect(await outcome("CreateApiKey", wide, { ...as, key: "wide" })).to.equal("LIMITS_EXCEEDED");
    });
  });
});

describe("refunds by a credential with a highest amount", function () {
  this.timeout(60_000);
  let scene: RefundScene;
  before(async () => {
    scene = await RefundScene.start();
  });
  after(() => scene[Symbol.asyncDispose]());

  it("state the asset type, which must be that of the payment", async () => {
    const merchantId = await scene.merchant();
    const { transactionId } = await scene.pay(merchantId, 100_000_000n);
    const by = (code: string) =>
      limitedTo(asMerchant(merchantId), { maximumAmount: { amount: "10", assetType: code } });
    const refund = (refundAmount: string, code?: string) => ({
      originalTransaction: transactionId,
      refundAmount,
      reason: "returned",
      assetType: code,
    });
    const reasonOf = async (request: object, as: CallOptions) =>
      (await scene.harness.failure("CreateRefund", request, as)).reason;
    expect(await reasonOf(refund("10"), by("USDX"))).to.equal("AMOUNT_ABOVE_LIMIT");
    expect(await reasonOf(refund("10.01", "USDX"), by("USDX"))).to.equal("AMOUNT_ABOVE_LIMIT");
    expect(await reasonOf(refund("10", "EURX"), by("EURX"))).to.equal("OTHER_ASSET_TYPE");
    expect(await scene.balances(merchantId)).to.include({ merchant: 100_000_000n });
    await scene.harness.call("CreateRefund", refund("10", "USDX"), by("USDX"));
    expect(await scene.balances(merchantId)).to.include({ merchant: 90_000_000n });
  });
});

describe("amounts in whole units", () => {
  it("are compared by their value, not by their text", () => {
    const units = fc.bigInt(0n, 10n ** 20n);
    const textOf = (value: bigint, zeros: number): string => {
      const digits = value.toString().padStart(9, "0");
      return `${digits.slice(0, -8)}.${digits.slice(-8)}${"0".repeat(zeros)}`;
    };
    const zeros = fc.nat(10);
    fc.assert(
      fc.property(units, units, zeros, zeros, (left, right, one, other) => {
        const sign = left < right ? -1 : left > right ? 1 : 0;
        expect(compareAmounts(textOf(left, one), textOf(right, other))).to.equal(sign);
        expect(canonicalAmount(textOf(left, one))).to.equal(canonicalAmount(textOf(left, other)));
      }),
    );
  });
});

describe("origins that a credential can allow", () => {
  it("are https origins as browsers write them", () => {
    for (const good of [
      "https://till.shop.example",
      "https://shop.example:8443",
      "https://[2001:db8::1]",
      "https://xn--bcher-kva.example",
    ])
      expect(originProblem(good), good).to.equal(undefined);
    for (const bad of [
      "http://shop.example",
      "https://shop.example/",
      "https://shop.example:443",
      "https://Shop.example",
      "https://*.shop.example",
      "https://user@shop.example",
      "shop.example",
      "null",
      "*",
      "",
    ])
      expect(originProblem(bad), bad).to.be.a("string");
  });
});
