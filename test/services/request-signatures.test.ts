// What the core says of the signature of a request, and what the holder of a wallet may do with it.
import {
  constants,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import { expect } from "chai";
import { Authentication, type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { RequestSignature } from "../../gen/ts/pda/access/v1/access_service.ts";
import type { RegisterMerchantPublicKeyResponse } from "../../gen/ts/pda/merchant/v1/public_key_service.ts";
import type { CreateWalletResponse, GetWalletResponse } from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { AuditMechanism } from "../../gen/ts/pda/audit/v1/audit.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { AuditTrail } from "../../src/rpc/audit/trail.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { logger } from "../../src/logger.ts";
import { Notices } from "../../src/rpc/notices.ts";
import { accessService } from "../../src/services/access/index.ts";
import { walletService } from "../../src/services/wallet/index.ts";
import { walletKeyService } from "../../src/services/wallet-keys/index.ts";
import type { Store } from "../../src/store/store.ts";
import { principalOfProof } from "./support/single-use.ts";
import { tokenCheck } from "./support/token-check.ts";
import { proofOf } from "../support/access-tokens.ts";
import { Merchants } from "./support/merchants.ts";
import { publicUrl as nameOfService } from "./support/names.ts";
import { holderKey, wallet } from "../support/fixtures.ts";
import { rateSubjects } from "../support/rate-subjects.ts";
import { ServiceHarness } from "../support/service.ts";

const publicUrl = "https://pay.example";
const services = (store: Store, _sealer: unknown, audit: AuditTrail) => [
  ...accessService({
    signingKeys: undefined as never,
    store,
    audit,
    trust: undefined as never,
    log: logger("test", { level: "silent" }),
    rateSubjects,
    tokens: tokenCheck(store),
  }),
  ...walletService({ publicUrl }),
  ...walletKeyService({
    publicUrl,
    recoveryDelaySeconds: 3600,
    notices: new Notices(logger("test", { level: "silent" })),
  }),
];

/** Signs with the only algorithm of a key (RFC 9421 section 3.3). */
function signatureOf(base: string, key: KeyObject): Buffer {
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 };
  if (key.asymmetricKeyType === "rsa") return sign("sha512", Buffer.from(base), { key, ...padding });
  const digest = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  return sign(digest, Buffer.from(base), { key, dsaEncoding: "ieee-p1363" });
}

describe("signatures of requests, in the core", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  before(async () => {
    harness = await ServiceHarness.start(services);
  });
  after(() => harness[Symbol.asyncDispose]());

  interface Given {
    readonly keyId?: string;
    readonly algorithm?: string;
    readonly nonce?: string;
    readonly newKey?: string;
    /** Signed in place of the base. */
    readonly signs?: string;
  }
  const base = '"@method": GET\n"@signature-params": ("@method")';
  const request = (key: KeyObject, keyId: string, { signs = base, ...given }: Given = {}) => ({
    keyId,
    bases: ["another", base],
    signature: signatureOf(signs, key),
    nonce: randomBytes(16).toString("base64url"),
    ...given,
  });
  const resolve = (asked: RequestSignature, core = harness): Promise<Principal> =>
    principalOfProof(core, { $case: "signature", value: asked });
  const refusal = (asked: RequestSignature): Promise<string> =>
    resolve(asked).then(
      () => "accepted",
      ({ reason }: Failure) => reason,
    );
  const holder = async () => {
    const { walletId, privateKey, jwk } = await wallet(harness.store);
    const keyId =
      (await harness.call<GetWalletResponse>("GetWallet", { walletId })).wallet?.keyThumbprint ?? "";
    return { walletId, privateKey, jwk, keyId };
  };

  it("name the wallet of the key, with the scopes of holders", async () => {
    const { walletId, privateKey, keyId } = await holder();
    expect(await resolve(request(privateKey, keyId))).to.deep.equal({
      kind: PrincipalKind.PRINCIPAL_KIND_WALLET,
      tenantId: walletId,
      credentialId: keyId,
      scopes: ["audit.read", "events.read", "events.write", "wallets.pay", "wallets.read", "wallets.write"],
      deviceId: undefined,
      limits: undefined,
      delegation: undefined,
      requestSigning: undefined,
      signedBy: keyId,
      issuedToken: undefined,
      tokenExpireTime: undefined,
      authentication: Authentication.fromPartial({
        mechanism: AuditMechanism.AUDIT_MECHANISM_REQUEST_SIGNATURE,
      }),
    });
  });

  it("are refused alike when the key is unknown, another's, or has signed something else", async () => {
    const [ann, ben] = [await holder(), await holder()];
    const unknown = holderKey();
    const ed25519 = generateKeyPairSync("ed25519").privateKey;
    for (const asked of [
      request(unknown.privateKey, unknown.thumbprint),
      request(ben.privateKey, ann.keyId),
      request(ann.privateKey, ann.keyId, { signs: "something else" }),
      request(ann.privateKey, ann.keyId, { algorithm: "hmac-sha256" }),
      request(ann.privateKey, ann.walletId),
      { ...request(ann.privateKey, ann.keyId), signature: sign(null, Buffer.from(base), ed25519) },
      { ...request(ann.privateKey, ann.keyId), signature: Buffer.alloc(64) },
    ])
      expect(await refusal(asked)).to.equal("REQUEST_SIGNATURE_REFUSED");
  });

  it("count once, whichever core is asked, and a refused one leaves its nonce unused", async () => {
    const [ann, ben] = [await holder(), await holder()];
    await using other = harness.beside(services);
    const nonce = randomBytes(16).toString("base64url");
    expect(await refusal(request(ben.privateKey, ann.keyId, { nonce }))).to.equal(
      "REQUEST_SIGNATURE_REFUSED",
    );
    const asked = request(ann.privateKey, ann.keyId, { nonce });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => resolve(asked, index % 2 === 0 ? harness : other)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    const reasons = new Set(
      outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.reason] : [])),
    );
    expect([...reasons]).to.deep.equal(["REQUEST_SIGNATURE_REPLAYED"]);
    // Another key may use the same nonce.
    expect((await resolve(request(ben.privateKey, ben.keyId, { nonce })))?.tenantId).to.equal(ben.walletId);
  });

  it("are asked about by gateways only", async () => {
    const { privateKey, keyId } = await holder();
    const proofs = [{ proof: { $case: "signature", value: request(privateKey, keyId) } }];
    const failure = await harness.failure("ResolveSingleUse", { proofs }, { peer: "service" });
    expect(failure.reason).to.equal("INTERNAL_OPERATION");
  });

  it("of a new key name its holder, who creates the wallet of this key and of no other", async () => {
    const { privateKey, jwk, thumbprint } = holderKey();
    const newKey = JSON.stringify(jwk);
    const as = await resolve(request(privateKey, thumbprint, { newKey }));
    expect(as).to.include({ tenantId: "", credentialId: thumbprint });
    if (!as) throw new Error("no principal");

    const foreign = await harness.failure("CreateWallet", { holderKey: holderKey().jwk }, { as });
    expect([foreign.entry, foreign.reason]).to.deep.equal(["PERMISSION_DENIED", "OTHER_TENANT"]);
    const existing = await holder();
    for (const walletId of [existing.walletId, newId("wallet")])
      expect((await harness.failure("GetWallet", { walletId }, { as })).reason).to.equal("OTHER_TENANT");

    const create = () =>
      harness.callWhole<CreateWalletResponse>("CreateWallet", { holderKey: jwk }, { as, key: "my-wallet" });
    const { response } = await create();
    const walletId = response.wallet?.walletId ?? "";
    // An answer that was lost: the holder repeats, with a new signature of the same key.
    expect(await create()).to.deep.include({ replayed: true, response });
    const own = await resolve(request(privateKey, thumbprint));
    expect(own?.tenantId).to.equal(walletId);
    const second = await harness.failure("CreateWallet", { holderKey: holderKey().jwk }, { as: own });
    expect(second.reason).to.equal("OTHER_TENANT");
  });

  it("of a new key are refused when the key is another, or none of a wallet", async () => {
    const { privateKey, jwk, thumbprint } = holderKey();
    const { d } = privateKey.export({ format: "jwk" });
    for (const [at, newKey] of [
      JSON.stringify(holderKey().jwk),
      JSON.stringify({ ...jwk, d }),
      JSON.stringify({ ...jwk, y: jwk.x }),
      JSON.stringify({ ...jwk, crv: "P-384" }),
      JSON.stringify(jwk).slice(0, -1),
      "null",
      "[]",
      "",
    ].entries()) {
      // Each from an address of its own, because wrong signatures of one address slow down.
      const refused = await refusal({
        ...request(privateKey, thumbprint, { newKey }),
        address: `192.0.2.${at}`,
      });
      expect(refused, newKey).to.equal("REQUEST_SIGNATURE_REFUSED");
    }
  });

  describe("of registered public keys", () => {
    const registered = async (key: KeyObject, over: object = {}) => {
      const { merchantId } = await merchants.register();
      const publicKey = createPublicKey(key).export({ format: "pem", type: "spki" }).toString();
      const type = key.asymmetricKeyType;
      const algorithm = type === "ed25519" ? "EdDSA" : type === "rsa" ? "PS256" : "ES256";
      const proof = await proofOf({ algorithm, privateKey: key, publicKey }, nameOfService, merchantId);
      const asked = { merchantId, name: "office", scopes: ["payments.read"], publicKey, proof, ...over };
      const made = await merchants.harness.call<RegisterMerchantPublicKeyResponse>(
        "RegisterMerchantPublicKey",
        asked,
      );
      return { merchantId, publicKeyId: made.publicKey?.publicKeyId ?? "" };
    };
    const address = "192.0.2.1";
    const pairs = {
      "ecdsa-p256-sha256": () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
      ed25519: () => generateKeyPairSync("ed25519").privateKey,
      "rsa-pss-sha512": () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey,
    };
    let merchants: Merchants;
    before(async () => {
      merchants = await Merchants.start();
    });
    after(() => merchants[Symbol.asyncDispose]());
    const ask = (asked: RequestSignature): Promise<Principal> => resolve(asked, merchants.harness);
    const refused = async (asked: RequestSignature): Promise<string> =>
      ask(asked).then(
        () => "accepted",
        ({ reason }: Failure) => reason,
      );

    for (const [algorithm, pair] of Object.entries(pairs))
      it(`name its owner, once, by ${algorithm}`, async () => {
        const key = pair();
        const { merchantId, publicKeyId } = await registered(key);
        const asked = { ...request(key, publicKeyId, { algorithm }), address };
        expect(await ask(asked)).to.deep.equal({
          kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
          tenantId: merchantId,
          credentialId: publicKeyId,
          scopes: ["payments.read"],
          deviceId: undefined,
          limits: undefined,
          delegation: undefined,
          requestSigning: undefined,
          signedBy: publicKeyId,
          issuedToken: undefined,
          tokenExpireTime: undefined,
          authentication: Authentication.fromPartial({
            mechanism: AuditMechanism.AUDIT_MECHANISM_REQUEST_SIGNATURE,
          }),
        });
        expect(await refused(asked)).to.equal("REQUEST_SIGNATURE_REPLAYED");
        const other = algorithm === "ed25519" ? "ecdsa-p256-sha256" : "ed25519";
        expect(await refused({ ...request(key, publicKeyId, { algorithm: other }), address })).to.equal(
          "REQUEST_SIGNATURE_REFUSED",
        );
      });

    it("are refused when the key is unknown, another, or revoked, and by another algorithm of RSA", async () => {
      const key = pairs.ed25519();
      const { merchantId, publicKeyId } = await registered(key);
      const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
      const ofRsa = await registered(rsa);
      for (const asked of [
        request(key, newId("publicKey")),
        request(pairs.ed25519(), publicKeyId),
        { ...request(rsa, ofRsa.publicKeyId), signature: sign("sha256", Buffer.from(base), rsa) },
        request(rsa, ofRsa.publicKeyId, { algorithm: "rsa-v1_5-sha256" }),
      ])
        expect(await refused({ ...asked, address })).to.equal("REQUEST_SIGNATURE_REFUSED");
      await merchants.harness.call("RevokeMerchantPublicKey", { merchantId, publicKeyId });
      expect(await refused({ ...request(key, publicKeyId), address })).to.equal("REQUEST_SIGNATURE_REFUSED");
    });

    it("slow down by address and key when they are wrong, and a good one never waits", async () => {
      const key = pairs.ed25519();
      const { publicKeyId } = await registered(key);
      const from = "203.0.113.99";
      const wrong = { ...request(pairs.ed25519(), publicKeyId), address: from };
      const reasons: string[] = [];
      for (let repeat = 0; repeat < 10; repeat += 1) reasons.push(await refused(wrong));
      expect(reasons.slice(0, 5)).to.deep.equal(Array.from({ length: 5 }, () => "REQUEST_SIGNATURE_REFUSED"));
      expect(reasons).to.include("CREDENTIAL_DELAYED");
      expect((await ask({ ...request(key, publicKeyId), address: from }))?.credentialId).to.equal(
        publicKeyId,
      );
      expect(await refused({ ...wrong, address: "198.51.100.99" })).to.equal("REQUEST_SIGNATURE_REFUSED");
    });

    it("count from the key's networks only, and leave the nonce unused elsewhere", async () => {
      const key = pairs.ed25519();
      const { publicKeyId } = await registered(key, { allowedNetworks: ["192.0.2.0/24"] });
      const asked = request(key, publicKeyId);
      expect(await refused({ ...asked, address: "198.51.100.1" })).to.equal("NETWORK_NOT_ALLOWED");
      expect(await refused(asked)).to.equal("NETWORK_NOT_ALLOWED");
      expect((await ask({ ...asked, address }))?.credentialId).to.equal(publicKeyId);
    });
  });

  it("are refused from the moment on when the wallet has another key", async () => {
    const { walletId, privateKey, keyId } = await holder();
    const next = holderKey();
    const client = harness.store;
    expect((await resolve(request(privateKey, keyId)))?.tenantId).to.equal(walletId);
    await client.transact(async (tx) => {
      const held = await tx.wallets.lockForKey(walletId);
      if (!held) throw new Error("no wallet");
      await tx.wallets.replaceKey(held, { holderKey: next.jwk, keyThumbprint: next.thumbprint }, "rotation");
    });
    expect(await refusal(request(privateKey, keyId))).to.equal("REQUEST_SIGNATURE_REFUSED");
    expect((await resolve(request(next.privateKey, next.thumbprint)))?.tenantId).to.equal(walletId);
  });
});
