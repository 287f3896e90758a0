// What the core does for the embedded authorisation server, and whose tokens it accepts.
import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";
import { expect } from "chai";
import { decodeJwt } from "jose";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { ResolveTokenResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import type {
  GetOAuthClientResponse,
  IntrospectAccessTokenResponse,
  IssueAccessTokenResponse,
  ListAccessTokenKeysResponse,
} from "../../gen/ts/pda/access/v1/authorization_server_service.ts";
import { RequestSigning } from "../../gen/ts/pda/access/v1/request_signing.ts";
import type { RegisterMerchantPublicKeyResponse } from "../../gen/ts/pda/merchant/v1/public_key_service.ts";
import type { PresentedCertificate } from "../../src/domain/access/certificate.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { logger } from "../../src/logger.ts";
import { accessService } from "../../src/services/access/index.ts";
import { authorizationServerService } from "../../src/services/access/oauth/authorization-server.ts";
import { Issuers } from "../../src/services/access/oauth/issuers.ts";
import { OAuthClients } from "../../src/services/access/oauth/clients.ts";
import { OwnTokens } from "../../src/services/access/oauth/own-tokens.ts";
import { RevokedTokens } from "../../src/services/access/oauth/revoked-tokens.ts";
import { RegisteredKeys } from "../../src/services/access/registered-keys.ts";
import { publicKeyServices } from "../../src/services/credentials/index.ts";
import { merchantService } from "../../src/services/merchant/index.ts";
import { p256PublicKey } from "../../src/trust/jwk.ts";
import { signToken } from "../../src/trust/signed-token.ts";
import { forgetRevokedTokens } from "../../src/workers/forget-revoked-tokens.ts";
import { callerKey, proofOf, seconds } from "../support/access-tokens.ts";
import { rateSubjects } from "../support/rate-subjects.ts";
import { ServiceHarness } from "../support/service.ts";
import { networks } from "./support/merchants.ts";
import { publicUrl } from "./support/names.ts";
import { tokenCheck } from "./support/token-check.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const known = p256PublicKey(privateKey)!;
const keyId = known.thumbprint;

/** The signing keys of a service: that of tokens, and one of receipts with the same private key. */
const signingKeys = {
  of: () => ({ keyId, key: privateKey }),
  published: () => [
    { purpose: "access_token" as const, keyId, publicKey: known.jwk, signsFrom: new Date(0) },
    { purpose: "receipt" as const, keyId: "receipts", publicKey: known.jwk, signsFrom: new Date(0) },
  ],
};

describe("the authorisation server, in the core", function () {
  this.timeout(60_000);
  const gateway = { peer: "gateway" };
  const fingerprint = createHash("sha256").update("a certificate").digest();
  let harness: ServiceHarness;
  let merchantId: string;
  let clientId: string;

  const certificateId = newId("certificate");
  const der = Buffer.from("a client's certificate");
  /** An access certificate in force, as the registry has it. */
  const certificate = (): PresentedCertificate => ({
    certificateId,
    certificate: der,
    holder: { kind: "merchant", merchantId },
    scopes: ["payments.read", "refunds.read"],
    status: "active",
    issuer: Buffer.alloc(0),
    notBefore: new Date(0),
    notAfter: new Date(),
    createdAt: new Date(0),
    requestSigningOfOwner: "optional",
  });

  before(async () => {
    harness = await ServiceHarness.start((store, _sealer, audit) => {
      const ownTokens = new OwnTokens({
        publicUrl,
        signingKeys,
        revoked: new RevokedTokens(store, 0),
        clients: new OAuthClients({
          keys: new RegisteredKeys(store, 0),
          certificates: { findInForce: async (id) => (id === certificateId ? certificate() : undefined) },
        }),
      });
      const tokens = { ...tokenCheck(store), issuers: new Issuers([], publicUrl, "optional", ownTokens) };
      const log = logger("test", { level: "silent" });
      return [
        ...merchantService({ networks }),
        ...publicKeyServices({ publicUrl }),
        ...accessService({
          store,
          trust: undefined as never,
          log,
          rateSubjects,
          tokens,
          audit,
          signingKeys: undefined as never,
        }),
        ...authorizationServerService({ ownTokens, tokens }),
      ];
    });
    const registered = await harness.call<{ merchant?: { merchantId: string } }>("RegisterMerchant", {
      name: "Shop",
    });
    merchantId = registered.merchant?.merchantId ?? "";
    clientId = await register();
  });
  after(() => harness[Symbol.asyncDispose]());

  const register = async (over: object = {}): Promise<string> => {
    const key = callerKey();
    const scopes = ["payments.read", "payments.write"];
    const proof = await proofOf(key, publicUrl, merchantId);
    const request = { merchantId, name: "office", scopes, publicKey: key.publicKey, proof, ...over };
    const answer = await harness.call<RegisterMerchantPublicKeyResponse>(
      "RegisterMerchantPublicKey",
      request,
    );
    return answer.publicKey!.publicKeyId;
  };
  const wanted = (over: object = {}) => ({
    clientId,
    scopes: ["payments.read"],
    binding: { $case: "certificateFingerprint", value: fingerprint },
    address: "192.0.2.1",
    ...over,
  });
  const issue = (over: object = {}) =>
    harness.call<IssueAccessTokenResponse>("IssueAccessToken", wanted(over), gateway);
  const resolve = (token: string, over: object = {}) => ({
    token,
    certificateFingerprint: fingerprint,
    address: "192.0.2.1",
    ...over,
  });
  const reasonOf = async (token: string, over: object = {}): Promise<string> =>
    (await harness.failure("ResolveToken", resolve(token, over), gateway)).reason;
  const revoke = (publicKeyId: string) =>
    harness.call("RevokeMerchantPublicKey", { merchantId, publicKeyId });

  it("knows registered keys as clients, while they are accepted", async () => {
    const found = await harness.call<GetOAuthClientResponse>("GetOAuthClient", { clientId }, gateway);
    expect(found.scopes).to.deep.equal(["payments.read", "payments.write"]);
    expect(found.authentication?.value).to.include({ algorithm: "ES256" });
    const revoked = await register();
    await revoke(revoked);
    for (const nobody of [revoked, newId("publicKey"), merchantId, "nobody"])
      expect((await harness.failure("GetOAuthClient", { clientId: nobody }, gateway)).reason).to.equal(
        "NOT_FOUND",
      );
  });

  it("issues tokens that stand for the key, and for no more than was asked and the key has", async () => {
    const { accessToken, lifetimeSeconds, scopes } = await issue();
    expect([lifetimeSeconds, scopes]).to.deep.equal([300, ["payments.read"]]);
    expect(decodeJwt(accessToken)).to.include({ pda_tenant: merchantId, scope: "payments.read" });
    const resolved = await harness.call<ResolveTokenResponse>("ResolveToken", resolve(accessToken), gateway);
    expect(resolved).to.deep.equal({
      principal: {
        kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
        tenantId: merchantId,
        credentialId: clientId,
        scopes: ["payments.read"],
        deviceId: undefined,
        limits: undefined,
        delegation: undefined,
        requestSigning: undefined,
        signedBy: undefined,
      },
      reusable: false,
      bound: true,
    });
    expect((await issue({ scopes: [] })).scopes).to.deep.equal(["payments.read", "payments.write"]);
    expect((await issue({ scopes: ["merchants.admin"] })).scopes).to.deep.equal([]);
  });

  it("accepts no token on another connection, and none that another key has signed", async () => {
    const { accessToken } = await issue();
    expect(await reasonOf(accessToken, { certificateFingerprint: Buffer.alloc(0) })).to.equal("TOKEN_BOUND");
    expect(await reasonOf(accessToken, { certificateFingerprint: Buffer.alloc(32) })).to.equal("TOKEN_BOUND");
    const claims = decodeJwt(accessToken);
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    expect(await reasonOf(signToken({ typ: "at+jwt", kid: keyId }, claims, other))).to.equal(
      "CREDENTIAL_REFUSED",
    );
    // A key that signs receipts signs no tokens.
    expect(await reasonOf(signToken({ typ: "at+jwt", kid: "receipts" }, claims, privateKey))).to.equal(
      "CREDENTIAL_REFUSED",
    );
    const late = { ...claims, iat: seconds() - 600, exp: seconds() - 300 };
    expect(await reasonOf(signToken({ typ: "at+jwt", kid: keyId }, late, privateKey))).to.equal(
      "TOKEN_EXPIRED",
    );
  });

  it("binds a token to a key, whose verdict counts for further requests", async () => {
    const keyThumbprint = createHash("sha256").update("a key").digest("base64url");
    const { accessToken } = await issue({ binding: { $case: "keyThumbprint", value: keyThumbprint } });
    expect(decodeJwt(accessToken).cnf).to.deep.equal({ jkt: keyThumbprint });
    const found = await harness.call<ResolveTokenResponse>(
      "ResolveToken",
      resolve(accessToken, { keyThumbprint }),
      gateway,
    );
    expect([found.principal?.credentialId, found.reusable, found.bound]).to.deep.equal([
      clientId,
      true,
      false,
    ]);
    expect(await reasonOf(accessToken)).to.equal("TOKEN_BOUND");
    expect(await reasonOf(accessToken, { keyThumbprint: "A".repeat(43) })).to.equal("TOKEN_BOUND");
    const unbound = await harness.failure("IssueAccessToken", wanted({ binding: undefined }), gateway);
    expect(unbound.entry).to.equal("INVALID_ARGUMENT");
  });

  it("knows an access certificate in force as a client, and binds its tokens to this certificate or a key", async () => {
    const own = createHash("sha256").update(der).digest();
    const found = await harness.call<GetOAuthClientResponse>(
      "GetOAuthClient",
      { clientId: certificateId },
      gateway,
    );
    expect(found).to.deep.equal({
      scopes: ["payments.read", "refunds.read"],
      authentication: { $case: "certificateFingerprint", value: own },
    });
    const asked = { clientId: certificateId, binding: { $case: "certificateFingerprint", value: own } };
    const { accessToken } = await issue(asked);
    const { principal } = await harness.call<ResolveTokenResponse>(
      "ResolveToken",
      resolve(accessToken, { certificateFingerprint: own }),
      gateway,
    );
    expect(principal).to.deep.include({
      tenantId: merchantId,
      credentialId: certificateId,
      scopes: ["payments.read"],
    });
    const other = { ...asked, binding: { $case: "certificateFingerprint", value: fingerprint } };
    expect((await harness.failure("IssueAccessToken", wanted(other), gateway)).reason).to.equal(
      "CREDENTIAL_REFUSED",
    );
    const jkt = createHash("sha256").update("a key").digest("base64url");
    const byKey = await issue({ ...asked, binding: { $case: "keyThumbprint", value: jkt } });
    expect(decodeJwt(byKey.accessToken).cnf).to.deep.equal({ jkt });
  });

  it("issues no token to a revoked key, and accepts none of those that it has", async () => {
    const other = await register();
    const { accessToken } = await issue({ clientId: other });
    await revoke(other);
    expect(await reasonOf(accessToken)).to.equal("CREDENTIAL_REFUSED");
    expect((await harness.failure("IssueAccessToken", wanted({ clientId: other }), gateway)).reason).to.equal(
      "CREDENTIAL_REFUSED",
    );
  });

  it("keeps tokens to the limits of the key", async () => {
    const limited = await register({ limits: { operations: ["GetPayment"], allowedOrigins: [] } });
    const { accessToken } = await issue({ clientId: limited });
    const { principal } = await harness.call<ResolveTokenResponse>(
      "ResolveToken",
      resolve(accessToken),
      gateway,
    );
    expect(principal?.limits?.operations).to.deep.equal(["GetPayment"]);
  });

  it("requires signed requests where the key or its owner does", async () => {
    const strict = await register({ requestSigning: RequestSigning.REQUEST_SIGNING_REQUIRED });
    const { accessToken } = await issue({ clientId: strict });
    const { principal } = await harness.call<ResolveTokenResponse>(
      "ResolveToken",
      resolve(accessToken),
      gateway,
    );
    expect(principal?.requestSigning).to.equal(RequestSigning.REQUEST_SIGNING_REQUIRED);
  });

  it("keeps tokens to the networks of the key", async () => {
    const limited = await register({ allowedNetworks: ["192.0.2.0/24"] });
    const { accessToken } = await issue({ clientId: limited });
    expect(await reasonOf(accessToken, { address: "198.51.100.1" })).to.equal("NETWORK_NOT_ALLOWED");
    expect(await reasonOf(accessToken, { address: "" })).to.equal("NETWORK_NOT_ALLOWED");
    const elsewhere = wanted({ clientId: limited, address: "198.51.100.1" });
    expect((await harness.failure("IssueAccessToken", elsewhere, gateway)).reason).to.equal(
      "NETWORK_NOT_ALLOWED",
    );
  });

  it("reads and revokes tokens for their client alone", async () => {
    const { accessToken: token } = await issue();
    const asked = { clientId, token };
    const read = await harness.call<IntrospectAccessTokenResponse>("IntrospectAccessToken", asked, gateway);
    expect(read).to.deep.include({
      scopes: ["payments.read"],
      certificateThumbprint: fingerprint.toString("base64url"),
      keyThumbprint: "",
    });
    const reading = async (over: object = {}): Promise<string> =>
      (await harness.failure("IntrospectAccessToken", { ...asked, ...over }, gateway)).reason;
    const expired = { ...decodeJwt(token), iat: seconds() - 600, exp: seconds() - 300 };
    const claims = decodeJwt(token);
    const { privateKey: other } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    for (const over of [
      { clientId: await register() },
      { token: signToken({ typ: "at+jwt", kid: keyId }, expired, privateKey) },
      { token: signToken({ typ: "at+jwt", kid: keyId }, claims, other) },
      { token: signToken({ typ: "pda-receipt+jwt", kid: keyId }, claims, privateKey) },
      { token: "nonsense" },
    ]) {
      expect(await reading(over)).to.equal("NOT_FOUND");
      await harness.call("RevokeAccessToken", { ...asked, ...over }, gateway);
    }
    await harness.call("ResolveToken", resolve(token), gateway);
    for (let time = 0; time < 2; time += 1) await harness.call("RevokeAccessToken", asked, gateway);
    expect(await reading()).to.equal("NOT_FOUND");
    expect(await reasonOf(token)).to.equal("CREDENTIAL_REFUSED");
    expect((await issue()).accessToken).not.to.equal(token);
  });

  it("forgets revoked tokens that have ended anyway", async () => {
    const { revokedAccessTokens } = harness.store.reserved;
    const [old, recent, present] = [randomUUID(), randomUUID(), randomUUID()];
    const ends = { [old]: -11, [recent]: -9, [present]: 5 };
    for (const [tokenId, minutes] of Object.entries(ends))
      await revokedAccessTokens.revoke({ tokenId, expiresAt: new Date(Date.now() + minutes * 60_000) });
    await forgetRevokedTokens(harness.store)();
    const kept = await revokedAccessTokens.list();
    expect(kept).to.include.members([recent, present]);
    expect(kept).not.to.include(old);
  });

  it("uses an assertion once, also when it comes at once", async () => {
    const expireTime = { seconds: BigInt(seconds() + 60), nanos: 0 };
    const request = { clientId, tokenId: randomUUID(), expireTime };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => harness.call("SpendClientAssertion", request, gateway)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    expect((await harness.failure("SpendClientAssertion", request, gateway)).reason).to.equal(
      "TOKEN_REPLAYED",
    );
  });

  it("publishes the keys of tokens, and no others", async () => {
    const { keys } = await harness.call<ListAccessTokenKeysResponse>("ListAccessTokenKeys", {}, gateway);
    expect(keys).to.deep.equal([{ keyId, x: known.jwk.x, y: known.jwk.y }]);
  });
});
