// Signatures that a merchant requires of itself, or of a key of it.
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { RequestSigning } from "../../gen/ts/pda/access/v1/request_signing.ts";
import type {
  CreatedApiKey,
  GetMerchantResponse,
  RotateApiKeyResponse,
  UpdateMerchantResponse,
} from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import type { RegisterMerchantPublicKeyResponse } from "../../gen/ts/pda/merchant/v1/public_key_service.ts";
import { proofOf } from "../support/access-tokens.ts";
import { asMerchant, type CallOptions } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";
import { publicUrl } from "./support/names.ts";
import { newKey, newRequest } from "./support/openssl.ts";

const { REQUEST_SIGNING_OPTIONAL, REQUEST_SIGNING_SENSITIVE_REQUIRED, REQUEST_SIGNING_REQUIRED } =
  RequestSigning;
const managing = ["merchants.read", "merchants.write", "payments.read"];
const required = ["UNAUTHENTICATED", "REQUEST_SIGNATURE_REQUIRED"];

describe("the requirement of signed requests", function () {
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

  const principalOf = async ({ secret }: CreatedApiKey): Promise<Principal> => {
    const from = { credential: secret, address: "203.0.113.7" };
    return (await merchants.harness.call<{ principal: Principal }>("ResolveCredential", from)).principal;
  };
  const signed = (principal: Principal): CallOptions => ({ as: { ...principal, signedBy: "pky_1" } });
  const update = async (
    requestSigning: RequestSigning | undefined,
    by: CallOptions = {},
    over: object = {},
  ) =>
    (
      await merchants.harness.call<UpdateMerchantResponse>(
        "UpdateMerchant",
        { merchantId, requestSigning, ...over },
        by,
      )
    ).merchant;
  const refusal = async (method: string, request: object, as: Principal): Promise<string[]> => {
    const { entry, reason } = await merchants.harness.failure(method, request, { as });
    return [entry, reason];
  };

  describe("of a merchant", () => {
    it("is asked for by a signed request only, is shown, and holds for every key of it", async () => {
      const key = await merchants.key(merchantId, { scopes: managing });
      const before = await principalOf(key);
      expect(before.requestSigning).to.equal(undefined);
      const turnOn = { merchantId, requestSigning: REQUEST_SIGNING_SENSITIVE_REQUIRED };
      expect(await refusal("UpdateMerchant", turnOn, before)).to.deep.equal(required);
      const { merchant } = await merchants.harness.call<GetMerchantResponse>("GetMerchant", { merchantId });
      expect(merchant?.requestSigning).to.equal(REQUEST_SIGNING_OPTIONAL);

      const after = await update(REQUEST_SIGNING_SENSITIVE_REQUIRED, signed(before));
      expect(after?.requestSigning).to.equal(REQUEST_SIGNING_SENSITIVE_REQUIRED);
      expect(after?.version).to.equal((merchant?.version ?? 0) + 1);
      const now = await principalOf(key);
      expect(now.requestSigning).to.equal(REQUEST_SIGNING_SENSITIVE_REQUIRED);
      expect((await principalOf(await merchants.key(merchantId))).requestSigning).to.equal(
        REQUEST_SIGNING_SENSITIVE_REQUIRED,
      );
      // Reading goes on unsigned.
      await merchants.harness.call("GetMerchant", { merchantId }, { as: now });
      const asked = { merchantId, name: "more", scopes: ["payments.read"] };
      expect(await refusal("CreateApiKey", asked, now)).to.deep.equal(required);
      await merchants.harness.call("CreateApiKey", asked, signed(now));
    });

    it("ends by a signed request only, or by the operator", async () => {
      const key = await merchants.key(merchantId, { scopes: managing });
      await update(REQUEST_SIGNING_REQUIRED, signed(await principalOf(key)));
      const by = await principalOf(key);
      const turnOff = { merchantId, requestSigning: REQUEST_SIGNING_OPTIONAL };
      expect(await refusal("UpdateMerchant", turnOff, by)).to.deep.equal(required);
      expect(await refusal("GetMerchant", { merchantId }, by)).to.deep.equal(required);
      // A stale verdict on the key says nothing of signatures; the change itself does.
      expect(await refusal("UpdateMerchant", turnOff, asMerchant(merchantId))).to.deep.equal(required);
      expect(
        await refusal(
          "UpdateMerchant",
          { merchantId, updateMask: ["request_signing"] },
          asMerchant(merchantId),
        ),
      ).to.deep.equal(required);
      expect((await update(REQUEST_SIGNING_OPTIONAL, signed(by)))?.requestSigning).to.equal(
        REQUEST_SIGNING_OPTIONAL,
      );
      await update(REQUEST_SIGNING_REQUIRED);
      expect((await update(undefined, {}, { updateMask: ["request_signing"] }))?.requestSigning).to.equal(
        REQUEST_SIGNING_OPTIONAL,
      );
    });

    it("stays when something else changes, also unsigned", async () => {
      await update(REQUEST_SIGNING_SENSITIVE_REQUIRED);
      const changed = await update(
        undefined,
        { as: asMerchant(merchantId) },
        { website: "https://shop.example" },
      );
      expect(changed).to.include({
        requestSigning: REQUEST_SIGNING_SENSITIVE_REQUIRED,
        website: "https://shop.example",
      });
    });

    it("holds for its certificates, too", async () => {
      await update(REQUEST_SIGNING_SENSITIVE_REQUIRED);
      const key = newKey();
      const { certificate } = await merchants.certificate(merchantId, newRequest(key), undefined, [
        "payments.read",
      ]);
      const der = Buffer.from(certificate.replaceAll(/-----[^-]*-----|\s/g, ""), "base64");
      const { principal } = await merchants.harness.call<{ principal: Principal }>(
        "ResolveCertificate",
        { certificate: der },
        { peer: "gateway" },
      );
      expect(principal.requestSigning).to.equal(REQUEST_SIGNING_SENSITIVE_REQUIRED);
    });

    it("leaves one record of each refused request, and changes nothing", async () => {
      await update(REQUEST_SIGNING_REQUIRED);
      const by = await principalOf(await merchants.key(merchantId, { scopes: managing }));
      const asked = { merchantId, name: "more", scopes: ["payments.read"] };
      await refusal("CreateApiKey", asked, by);
      const { store, audit } = merchants.harness;
      await audit.flush();
      while ((await store.transact((tx) => tx.auditSequencer.advance(100))) > 0);
      const { items } = await store.read.audit.list({ kind: "merchant", merchantId }, {}, { size: 10 });
      expect(items).to.have.length(1);
      expect(JSON.parse(String(items[0]?.bytes))).to.include({
        operation: "CreateApiKey",
        outcome: "refused",
        reason: "REQUEST_SIGNATURE_REQUIRED",
      });
    });
  });

  describe("of a key", () => {
    it("is shown, and holds beside the one of its owner", async () => {
      const key = await merchants.key(merchantId, { requestSigning: REQUEST_SIGNING_SENSITIVE_REQUIRED });
      expect(key.apiKey?.requestSigning).to.equal(REQUEST_SIGNING_SENSITIVE_REQUIRED);
      expect((await principalOf(key)).requestSigning).to.equal(REQUEST_SIGNING_SENSITIVE_REQUIRED);
      await update(REQUEST_SIGNING_REQUIRED);
      expect((await principalOf(key)).requestSigning).to.equal(REQUEST_SIGNING_REQUIRED);
      await update(REQUEST_SIGNING_OPTIONAL);
      expect((await principalOf(key)).requestSigning).to.equal(REQUEST_SIGNING_SENSITIVE_REQUIRED);
    });

    it("is the same for what the key makes, and for its successor", async () => {
      const made = await merchants.key(merchantId, {
        scopes: managing,
        requestSigning: REQUEST_SIGNING_SENSITIVE_REQUIRED,
      });
      const by = signed(await principalOf(made));
      const asked = { merchantId, name: "more", scopes: ["payments.read"] };
      for (const requestSigning of [undefined, REQUEST_SIGNING_OPTIONAL]) {
        const failure = await merchants.harness.failure("CreateApiKey", { ...asked, requestSigning }, by);
        expect([failure.entry, failure.reason]).to.deep.equal(["PERMISSION_DENIED", "LIMITS_EXCEEDED"]);
      }
      for (const requestSigning of [REQUEST_SIGNING_SENSITIVE_REQUIRED, REQUEST_SIGNING_REQUIRED])
        await merchants.harness.call("CreateApiKey", { ...asked, requestSigning }, by);
      const request = {
        merchantId,
        certificateSigningRequest: newRequest(newKey()),
        scopes: ["payments.read"],
      };
      expect((await merchants.harness.failure("IssueMerchantCertificate", request, by)).reason).to.equal(
        "LIMITS_EXCEEDED",
      );
      const { createdApiKey } = await merchants.harness.call<RotateApiKeyResponse>(
        "RotateApiKey",
        { merchantId, apiKeyId: made.apiKey?.apiKeyId },
        by,
      );
      expect(createdApiKey?.apiKey?.requestSigning).to.equal(REQUEST_SIGNING_SENSITIVE_REQUIRED);
    });

    it("of a public key is stored, too", async () => {
      const { privateKey } = generateKeyPairSync("ed25519");
      const publicKey = createPublicKey(privateKey).export({ format: "pem", type: "spki" }).toString();
      const proof = await proofOf({ algorithm: "EdDSA", privateKey, publicKey }, publicUrl, merchantId);
      const { publicKey: made } = await merchants.harness.call<RegisterMerchantPublicKeyResponse>(
        "RegisterMerchantPublicKey",
        {
          merchantId,
          name: "office",
          scopes: ["payments.read"],
          publicKey,
          proof,
          requestSigning: REQUEST_SIGNING_REQUIRED,
        },
      );
      expect(made?.requestSigning).to.equal(REQUEST_SIGNING_REQUIRED);
    });
  });
});
