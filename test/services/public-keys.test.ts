// Public keys as a resource: who registers which, and how they end and are replaced.
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import { type PublicKey, PublicKeyStatus } from "../../gen/ts/pda/access/v1/public_key.ts";
import type {
  ListMerchantPublicKeysResponse,
  RegisterMerchantPublicKeyResponse,
} from "../../gen/ts/pda/merchant/v1/public_key_service.ts";
import type { RegisterPublisherPublicKeyResponse } from "../../gen/ts/pda/publisher/v1/public_key_service.ts";
import type { RegisterPublisherResponse } from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { isDelegationRevoked } from "../../src/services/access/revoked-delegations.ts";
import { timestamp } from "../../src/services/contract/timestamp.ts";
import { accessToken, type CallerKey, callerKey, proofOf, seconds } from "../support/access-tokens.ts";
import { dateOf } from "../support/date-of.ts";
import { asMerchant, type CallOptions } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";
import { publicUrl } from "./support/names.ts";

describe("public keys", function () {
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

  const requestOf = async (key: CallerKey, over: object = {}) => ({
    merchantId,
    name: "back office",
    scopes: ["payments.read"],
    publicKey: key.publicKey,
    proof: await proofOf(key, publicUrl, merchantId),
    ...over,
  });
  const register = async (
    key = callerKey(),
    over: object = {},
    options: CallOptions = {},
  ): Promise<PublicKey> =>
    (
      await merchants.harness.call<RegisterMerchantPublicKeyResponse>(
        "RegisterMerchantPublicKey",
        await requestOf(key, over),
        options,
      )
    ).publicKey!;
  const refusal = async (key: CallerKey, over: object = {}, options: CallOptions = {}) =>
    merchants.harness.failure("RegisterMerchantPublicKey", await requestOf(key, over), options);
  const get = async (publicKeyId: string): Promise<PublicKey> =>
    (
      await merchants.harness.call<RegisterMerchantPublicKeyResponse>("GetMerchantPublicKey", {
        merchantId,
        publicKeyId,
      })
    ).publicKey!;
  const rotate = async (publicKeyId: string, key: CallerKey, over: object = {}): Promise<PublicKey> =>
    (
      await merchants.harness.call<RegisterMerchantPublicKeyResponse>("RotateMerchantPublicKey", {
        merchantId,
        publicKeyId,
        publicKey: key.publicKey,
        proof: await proofOf(key, publicUrl, merchantId),
        ...over,
      })
    ).publicKey!;
  /** Whether a JWT of the key opens the door. */
  const opens = async (key: CallerKey, { publicKeyId }: Pick<PublicKey, "publicKeyId">): Promise<boolean> => {
    const token = await accessToken(key, { kid: publicKeyId, aud: publicUrl });
    try {
      await merchants.harness.call("ResolveToken", { token, address: "192.0.2.1" });
      return true;
    } catch (error) {
      expect(error).to.include({ entry: "UNAUTHENTICATED", reason: "CREDENTIAL_REFUSED" });
      return false;
    }
  };

  for (const algorithm of ["ES256", "EdDSA", "PS256"] as const)
    it(`of type ${algorithm} are registered, shown, listed and used`, async () => {
      const key = callerKey(algorithm);
      const registered = await register(key, { allowedNetworks: ["192.0.2.0/24"] });
      expect(registered).to.deep.include({
        merchantId,
        publisherId: undefined,
        name: "back office",
        scopes: ["payments.read"],
        status: PublicKeyStatus.PUBLIC_KEY_STATUS_ACTIVE,
        algorithm,
        publicKey: key.publicKey,
        allowedNetworks: ["192.0.2.0/24"],
        expireTime: undefined,
        lastUseTime: undefined,
      });
      expect(await get(registered.publicKeyId)).to.deep.equal(registered);
      const second = await register();
      const listed = await merchants.harness.call<ListMerchantPublicKeysResponse>("ListMerchantPublicKeys", {
        merchantId,
      });
      expect(listed.items).to.deep.equal([second, registered]);
      expect(await opens(key, registered)).to.equal(true);
      await merchants.keyUse.record();
      const used = await get(registered.publicKeyId);
      expect(used.lastUseAddress).to.equal("192.0.2.1");
      expect(Math.abs(Date.now() - dateOf(used.lastUseTime!).getTime())).to.be.lessThan(60_000);
    });

  it("are of a type that the service takes, and public", async () => {
    const pem = (type: "spki" | "pkcs8", { publicKey, privateKey }: ReturnType<typeof generateKeyPairSync>) =>
      (type === "spki" ? publicKey : privateKey).export({ format: "pem", type }).toString();
    const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const other = callerKey();
    const cases: [string, string][] = [
      [pem("pkcs8", p256), "PUBLIC_KEY_UNREADABLE"],
      [pem("spki", p256).repeat(2), "PUBLIC_KEY_UNREADABLE"],
      [pem("spki", p256).replace(/-----[A-Z ]+-----/g, ""), "PUBLIC_KEY_UNREADABLE"],
      [pem("spki", p256).replace("MFkw", "MFkx"), "PUBLIC_KEY_UNREADABLE"],
      ["junk", "PUBLIC_KEY_UNREADABLE"],
      [pem("spki", generateKeyPairSync("ec", { namedCurve: "P-384" })), "PUBLIC_KEY_TYPE_NOT_ALLOWED"],
      [pem("spki", generateKeyPairSync("ec", { namedCurve: "secp256k1" })), "PUBLIC_KEY_TYPE_NOT_ALLOWED"],
      [pem("spki", generateKeyPairSync("rsa", { modulusLength: 1024 })), "PUBLIC_KEY_TYPE_NOT_ALLOWED"],
      [pem("spki", generateKeyPairSync("rsa-pss", { modulusLength: 2048 })), "PUBLIC_KEY_TYPE_NOT_ALLOWED"],
      [pem("spki", generateKeyPairSync("x25519")), "PUBLIC_KEY_TYPE_NOT_ALLOWED"],
      [pem("spki", generateKeyPairSync("ed448")), "PUBLIC_KEY_TYPE_NOT_ALLOWED"],
    ];
    for (const [publicKey, reason] of cases) {
      const failure = await refusal(other, { publicKey });
      expect([failure.entry, failure.reason, failure.violations[0]?.field], publicKey).to.deep.equal([
        "INVALID_ARGUMENT",
        reason,
        "public_key",
      ]);
    }
    // An odd number of 4,104 bits is a modulus, as far as anybody can tell.
    const modulus = Buffer.concat([Buffer.alloc(512, 0xa7), Buffer.of(1)]);
    const jwk = { kty: "RSA", n: modulus.toString("base64url"), e: "AQAB" };
    const publicKey = createPublicKey({ key: jwk, format: "jwk" }).export({ format: "pem", type: "spki" });
    expect((await refusal(other, { publicKey: publicKey.toString() })).reason).to.equal(
      "PUBLIC_KEY_TYPE_NOT_ALLOWED",
    );
  });

  it("need a proof by their private key, for this service and this owner, now", async () => {
    const key = callerKey();
    const { merchantId: foreign } = await merchants.register();
    const now = seconds();
    const proofs = [
      await proofOf(callerKey(), publicUrl, merchantId),
      await proofOf(key, "https://elsewhere.example", merchantId),
      await proofOf(key, publicUrl, foreign),
      await proofOf(key, publicUrl, merchantId, { iat: now - 200, exp: now - 100 }),
      await proofOf(key, publicUrl, merchantId, { iat: now + 200, exp: now + 260 }),
      await proofOf(key, publicUrl, merchantId, { exp: now + 301, iat: now }),
      await proofOf(key, publicUrl, merchantId, { exp: undefined }),
      await proofOf(key, publicUrl, merchantId, { jti: "1" }),
      await accessToken(key, { kid: newId("publicKey"), aud: publicUrl }),
      "junk",
    ];
    for (const proof of proofs) {
      const failure = await refusal(key, { proof });
      expect([failure.entry, failure.reason, failure.violations[0]?.field]).to.deep.equal([
        "EVIDENCE_REFUSED",
        "KEY_PROOF_REFUSED",
        "proof",
      ]);
    }
    await register(key);
  });

  it("are registered once, to one owner, for ever", async () => {
    const key = callerKey();
    const { publicKeyId } = await register(key);
    const { merchantId: other } = await merchants.register();
    const toOther = { merchantId: other, proof: await proofOf(key, publicUrl, other) };
    const revoke = () =>
      merchants.harness.call<RegisterMerchantPublicKeyResponse>("RevokeMerchantPublicKey", {
        merchantId,
        publicKeyId,
      });
    for (const over of [{}, toOther]) {
      const failure = await refusal(key, over);
      expect([failure.entry, failure.violations[0]?.field]).to.deep.equal(["ALREADY_EXISTS", "public_key"]);
    }
    expect(await opens(key, { publicKeyId })).to.equal(true);
    const revoked = await revoke();
    expect(revoked.publicKey?.status).to.equal(PublicKeyStatus.PUBLIC_KEY_STATUS_REVOKED);
    expect(await revoke()).to.deep.equal(revoked);
    expect(await opens(key, { publicKeyId })).to.equal(false);
    expect((await refusal(key)).entry).to.equal("ALREADY_EXISTS");
  });

  it("are registered once by a request that is repeated, which gets the first answer", async () => {
    const request = await requestOf(callerKey());
    const call = () =>
      merchants.harness.callWhole<RegisterMerchantPublicKeyResponse>("RegisterMerchantPublicKey", request, {
        key: "register-1",
      });
    const first = await call();
    const again = await call();
    expect(again.replayed).to.equal(true);
    expect(again.response).to.deep.equal(first.response);
  });

  it("give nobody more than their owner may have, nor than their registrant has", async () => {
    const unknown = await refusal(callerKey(), { scopes: ["merchants.admin"] });
    expect([unknown.entry, unknown.violations[0]?.field]).to.deep.equal(["UNKNOWN_REFERENCE", "scopes"]);
    const as = asMerchant(merchantId, ["merchants.write"]);
    expect(await refusal(callerKey(), {}, { as })).to.include({
      entry: "PERMISSION_DENIED",
      reason: "SCOPE_MISSING",
    });
    expect((await refusal(callerKey(), { allowedNetworks: ["192.0.2.1/24"] })).reason).to.equal(
      "NOT_A_NETWORK",
    );
    const { deviceId } = await merchants.device(merchantId);
    expect((await refusal(callerKey(), { deviceId, scopes: ["merchants.write"] })).entry).to.equal(
      "UNKNOWN_REFERENCE",
    );
    const { merchantId: other } = await merchants.register();
    const mine = await register();
    const { publicKeyId } = mine;
    for (const method of ["GetMerchantPublicKey", "RevokeMerchantPublicKey"])
      for (const request of [
        { merchantId, publicKeyId },
        { merchantId: other, publicKeyId },
      ])
        expect(
          (await merchants.harness.failure(method, request, { as: asMerchant(other) })).entry,
          method,
        ).to.equal(request.merchantId === other ? "NOT_FOUND" : "PERMISSION_DENIED");
    expect(await get(publicKeyId)).to.deep.equal(mine);
  });

  it("of a terminal work while the terminal does, and end with it", async () => {
    const { deviceId } = await merchants.device(merchantId);
    const key = callerKey("EdDSA");
    const registered = await register(key, { deviceId });
    expect(registered.deviceId).to.equal(deviceId);
    const change = (verb: string) =>
      merchants.harness.call(`${verb}MerchantDevice`, { merchantId, deviceId });
    expect(await opens(key, registered)).to.equal(true);
    await change("Suspend");
    expect(await opens(key, registered)).to.equal(false);
    await change("Resume");
    expect(await opens(key, registered)).to.equal(true);
    await change("Remove");
    expect(await opens(key, registered)).to.equal(false);
    expect((await get(registered.publicKeyId)).status).to.equal(PublicKeyStatus.PUBLIC_KEY_STATUS_REVOKED);
  });

  it("end when they were said to", async () => {
    const now = await merchants.harness.store.read.clock.now();
    const key = callerKey();
    const registered = await register(key, { expireTime: timestamp(new Date(now.getTime() + 3_600_000)) });
    expect(await opens(key, registered)).to.equal(true);
    await merchants.advance(3601);
    expect(await opens(key, registered)).to.equal(false);
    expect((await get(registered.publicKeyId)).status).to.equal(PublicKeyStatus.PUBLIC_KEY_STATUS_EXPIRED);
  });

  it("are replaced once, by a key that does the same, with an overlap", async () => {
    const [old, fresh] = [callerKey(), callerKey("EdDSA")];
    const registered = await register(old, { allowedNetworks: ["192.0.2.0/24"] });
    const next = await rotate(registered.publicKeyId, fresh, { overlapSeconds: 3600 });
    expect(next).to.deep.include({
      name: "back office",
      scopes: ["payments.read"],
      allowedNetworks: ["192.0.2.0/24"],
      algorithm: "EdDSA",
      replacesPublicKeyId: registered.publicKeyId,
    });
    expect((await get(registered.publicKeyId)).replacedByPublicKeyId).to.equal(next.publicKeyId);
    expect([await opens(old, registered), await opens(fresh, next)]).to.deep.equal([true, true]);
    const again = async (publicKeyId: string, key = callerKey()) =>
      merchants.harness.failure("RotateMerchantPublicKey", {
        merchantId,
        publicKeyId,
        publicKey: key.publicKey,
        proof: await proofOf(key, publicUrl, merchantId),
      });
    expect(await again(registered.publicKeyId)).to.include({
      entry: "ALREADY_DONE",
      reason: "PUBLIC_KEY_ROTATED",
    });
    // A key does not replace itself.
    expect((await again(next.publicKeyId, fresh)).entry).to.equal("ALREADY_EXISTS");
    await merchants.advance(3600);
    expect([await opens(old, registered), await opens(fresh, next)]).to.deep.equal([false, true]);
    await merchants.harness.call("RevokeMerchantPublicKey", { merchantId, publicKeyId: next.publicKeyId });
    expect(await again(next.publicKeyId)).to.include({
      entry: "STATE_FINAL",
      reason: "PUBLIC_KEY_NOT_ACTIVE",
    });
  });

  it("are the same for publishers", async () => {
    const { harness } = merchants;
    const { publisher } = await harness.call<RegisterPublisherResponse>("RegisterPublisher", {
      name: "Press",
    });
    const { publisherId } = publisher!;
    const [old, fresh] = [callerKey(), callerKey()];
    const given = async (key: CallerKey) => ({
      publisherId,
      publicKey: key.publicKey,
      proof: await proofOf(key, publicUrl, publisherId),
    });
    const call = async (method: string, request: object) =>
      (await harness.call<RegisterPublisherPublicKeyResponse>(method, request)).publicKey!;
    const registered = await call("RegisterPublisherPublicKey", {
      ...(await given(old)),
      name: "press",
      scopes: ["publishers.issue"],
    });
    const { publicKeyId } = registered;
    expect(registered).to.deep.include({ publisherId, merchantId: undefined, deviceId: undefined });
    const next = await call("RotatePublisherPublicKey", {
      ...(await given(fresh)),
      publicKeyId,
      overlapSeconds: 0,
    });
    expect([await opens(old, registered), await opens(fresh, next)]).to.deep.equal([false, true]);
    expect(
      (await call("GetPublisherPublicKey", { publisherId, publicKeyId })).replacedByPublicKeyId,
    ).to.equal(next.publicKeyId);
    const delegation = { publicKeyId: next.publicKeyId, delegationId: "one" };
    const ended = await call("RevokePublisherDelegation", { publisherId, ...delegation });
    expect(ended.publicKeyId).to.equal(next.publicKeyId);
    const named = { credentialId: next.publicKeyId, delegationId: "one" };
    expect(await isDelegationRevoked(harness.store, named)).to.equal(true);
    await call("RevokePublisherPublicKey", { publisherId, publicKeyId: next.publicKeyId });
    expect(await opens(fresh, next)).to.equal(false);
    const { items } = await harness.call<ListMerchantPublicKeysResponse>("ListPublisherPublicKeys", {
      publisherId,
    });
    expect(items.map((item) => item.publicKeyId)).to.deep.equal([next.publicKeyId, publicKeyId]);
    // A key of a publisher is none of a merchant's.
    expect((await harness.failure("GetMerchantPublicKey", { merchantId, publicKeyId })).entry).to.equal(
      "NOT_FOUND",
    );
  });
});
