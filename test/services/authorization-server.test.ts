// What the core does for the embedded authorisation server, and whose tokens it accepts.
import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";
import { expect } from "chai";
import { decodeJwt } from "jose";
import { Authentication, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { ResolveTokenResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import type {
  GetOAuthClientResponse,
  IntrospectAccessTokenResponse,
  ListAccessTokenKeysResponse,
} from "../../gen/ts/pda/access/v1/authorization_server_service.ts";
import {
  AuditCaller,
  AuditMechanism,
  AuditOutcome,
  AuditTokenBinding,
} from "../../gen/ts/pda/audit/v1/audit.ts";
import type { ListAuditRecordsResponse } from "../../gen/ts/pda/audit/v1/audit_service.ts";
import { RequestSigning } from "../../gen/ts/pda/access/v1/request_signing.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { Issuers } from "../../src/services/access/oauth/issuers.ts";
import { RevokedTokens } from "../../src/services/access/oauth/revoked-tokens.ts";
import { type Jws, readJws } from "../../src/trust/jws.ts";
import { signToken } from "../../src/trust/signed-token.ts";
import { forgetRevokedTokens } from "../../src/workers/forget-revoked-tokens.ts";
import { seconds } from "../support/access-tokens.ts";
import { publicUrl } from "./support/names.ts";
import { certificateId, der, fingerprint, gateway, tokenKey, TokenService } from "./support/token-service.ts";

describe("the authorisation server, in the core", function () {
  this.timeout(60_000);
  let service: TokenService;
  let harness: TokenService["harness"];
  let merchantId: string;
  let clientId: string;

  before(async () => {
    service = await TokenService.start();
    ({ harness, merchantId, clientId } = service);
  });
  after(() => service?.[Symbol.asyncDispose]());

  const register = (over?: object) => service.register(over);
  const wanted = (over?: object) => service.wanted(over);
  const issue = (over?: object) => service.issue(over);
  const resolve = (token: string, over?: object) => service.resolve(token, over);
  const reasonOf = (token: string, over?: object) => service.reasonOf(token, over);
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
        issuedToken: { names: [decodeJwt(accessToken).jti], keyId: tokenKey.keyId },
        tokenExpireTime: undefined,
        authentication: Authentication.fromPartial({
          mechanism: AuditMechanism.AUDIT_MECHANISM_EMBEDDED_ACCESS_TOKEN,
          clientId,
          tokenBinding: AuditTokenBinding.AUDIT_TOKEN_BINDING_MTLS,
        }),
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
    expect(await reasonOf(signToken({ typ: "at+jwt", kid: tokenKey.keyId }, claims, other))).to.equal(
      "CREDENTIAL_REFUSED",
    );
    // A key that signs receipts signs no tokens.
    expect(
      await reasonOf(signToken({ typ: "at+jwt", kid: "receipts" }, claims, tokenKey.privateKey)),
    ).to.equal("CREDENTIAL_REFUSED");
    const late = { ...claims, iat: seconds() - 600, exp: seconds() - 300 };
    expect(
      await reasonOf(signToken({ typ: "at+jwt", kid: tokenKey.keyId }, late, tokenKey.privateKey)),
    ).to.equal("TOKEN_EXPIRED");
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
      { token: signToken({ typ: "at+jwt", kid: tokenKey.keyId }, expired, tokenKey.privateKey) },
      { token: signToken({ typ: "at+jwt", kid: tokenKey.keyId }, claims, other) },
      { token: signToken({ typ: "pda-receipt+jwt", kid: tokenKey.keyId }, claims, tokenKey.privateKey) },
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

  it("has a record of each token that a client gets, reads and revokes, and of a token that is none", async () => {
    const credentialId = await register({ allowedNetworks: ["192.0.2.0/24"] });
    const { accessToken: token } = await issue({ clientId: credentialId });
    const asked = { clientId: credentialId, token, address: "192.0.2.1" };
    await harness.call("IntrospectAccessToken", asked, gateway);
    await harness.failure("IntrospectAccessToken", { ...asked, token: "nonsense" }, gateway);
    await harness.call("RevokeAccessToken", asked, gateway);
    await harness.call("RevokeAccessToken", { ...asked, token: "nonsense" }, gateway);
    for (const method of ["IntrospectAccessToken", "RevokeAccessToken"])
      expect((await harness.failure(method, { ...asked, address: "" }, gateway)).reason).to.equal(
        "NETWORK_NOT_ALLOWED",
      );
    await harness.audit.flush();
    while ((await harness.store.transact((tx) => tx.auditSequencer.advance(100))) > 0);
    const { items } = await harness.call<ListAuditRecordsResponse>("ListAuditRecords", { credentialId });
    expect(items.map(({ operation }) => operation).toSorted()).to.deep.equal([
      "IntrospectAccessToken",
      "IntrospectAccessToken",
      "IssueAccessToken",
      "RevokeAccessToken",
      "RevokeAccessToken",
    ]);
    for (const item of items)
      expect(item).to.deep.include({
        caller: AuditCaller.AUDIT_CALLER_MERCHANT,
        tenantId: merchantId,
        mechanism: AuditMechanism.AUDIT_MECHANISM_SELF_SIGNED_JWT,
        outcome: AuditOutcome.AUDIT_OUTCOME_SUCCEEDED,
        requestId: "test",
        addressHash: harness.audit.addressHash("192.0.2.1"),
        resourceIds: [],
      });
  });

  it("forgets revoked tokens that have ended anyway", async () => {
    const [old, recent, present] = [randomUUID(), randomUUID(), randomUUID()];
    const ends = { [old]: -11, [recent]: -9, [present]: 5 };
    await harness.store.transact(async ({ revokedAccessTokens }) => {
      for (const [tokenId, minutes] of Object.entries(ends))
        await revokedAccessTokens.revoke({ tokenId, expiresAt: new Date(Date.now() + minutes * 60_000) });
    });
    await forgetRevokedTokens(harness.store)();
    const kept = await harness.store.reserved.revokedAccessTokens.list(1_000);
    expect(kept).to.include.members([recent, present]);
    expect(kept).not.to.include(old);
  });

  it("keeps no more revoked tokens in memory than 10,000, and knows all others, too", async () => {
    const { revokedAccessTokens: stored } = harness.store.reserved;
    let read = 0;
    const list = async (limit: number): Promise<string[]> => {
      const found = await stored.list(limit);
      read = Math.max(read, found.length);
      return found;
    };
    const reserved = {
      ...harness.store.reserved,
      revokedAccessTokens: { list, has: stored.has.bind(stored) },
    };
    const known = new RevokedTokens({ reserved } as never, 60_000);
    const tokenIds = Array.from({ length: 12_000 }, () => randomUUID());
    const outcomes = () =>
      Promise.all([tokenIds[0], tokenIds.at(-1), randomUUID()].map(async (each) => known.has(each ?? "")));
    expect(await outcomes()).to.deep.equal([false, false, false]);
    const expiresAt = new Date(Date.now() + 300_000);
    await harness.store.transact(async ({ revokedAccessTokens }) => {
      for (const tokenId of tokenIds) await revokedAccessTokens.revoke({ tokenId, expiresAt });
    });
    known.readAgain();
    expect(await outcomes()).to.deep.equal([true, true, false]);
    expect(read).to.equal(10_001);
    expect((await issue()).accessToken).to.be.a("string");
  });

  it("counts only tokens that are bound to a key where the settings demand it", async () => {
    await using strict = new Issuers([], {
      publicUrl,
      binding: "dpop",
      own: service.ownTokens,
      signingOf: async () => "optional",
    });
    const keyThumbprint = "k".repeat(43);
    const ofCertificate = (await issue()).accessToken;
    const ofKey = (await issue({ binding: { $case: "keyThumbprint", value: keyThumbprint } })).accessToken;
    const judged = async (token: string, proof: object): Promise<string> => {
      const asked = strict.principalOf(token, readJws(token) as Jws, { address: "192.0.2.1", ...proof });
      return asked.then(
        () => "accepted",
        ({ reason }: Failure) => reason,
      );
    };
    expect(await judged(ofKey, { keyThumbprint })).to.equal("accepted");
    expect(await judged(ofCertificate, { certificateFingerprint: fingerprint })).to.equal("TOKEN_NOT_BOUND");
  });

  it("issues no token over a certificate of another owner", async () => {
    const holder = (over: object) => ({
      certificateHolder: {
        kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
        tenantId: merchantId,
        credentialId: certificateId,
        scopes: [],
        ...over,
      },
    });
    expect((await issue(holder({}))).accessToken).to.be.a("string");
    for (const other of [
      { tenantId: newId("merchant") },
      { kind: PrincipalKind.PRINCIPAL_KIND_PUBLISHER },
      { deviceId: newId("device") },
    ])
      expect((await harness.failure("IssueAccessToken", wanted(holder(other)), gateway)).reason).to.equal(
        "CREDENTIALS_DISAGREE",
      );
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
    expect(keys).to.deep.equal([{ keyId: tokenKey.keyId, x: tokenKey.jwk.x, y: tokenKey.jwk.y }]);
  });
});
