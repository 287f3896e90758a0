// What the core does to sign people in: links, sessions, their tokens, and what the authorisation server remembers.
import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { expect } from "chai";
import { decodeJwt } from "jose";
import pg from "pg";
import type {
  CheckSignInLinkResponse,
  ConsumeOAuthStateResponse,
  GetOAuthStateResponse,
  IssueSessionTokenResponse,
  OpenSignInLinkResponse,
  UseSignInSessionResponse,
} from "../../gen/ts/pda/access/v1/sign_in_service.ts";
import { AuditMechanism, AuditTokenBinding } from "../../gen/ts/pda/audit/v1/audit.ts";
import { hashApiKey, newApiKeySecret } from "../../src/domain/access/api-key.ts";
import { hashOfSecret, newLinkSecret } from "../../src/domain/access/sign-in-link.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { RevokedTokens } from "../../src/services/access/oauth/revoked-tokens.ts";
import { SessionCredentials } from "../../src/services/access/oauth/session-credentials.ts";
import { SessionTokens } from "../../src/services/access/oauth/session-tokens.ts";
import { signInService } from "../../src/services/access/oauth/sign-in.ts";
import { forgetOAuthStates } from "../../src/workers/forget-revoked-tokens.ts";
import { ServiceHarness } from "../support/service.ts";
import { publicUrl } from "./support/names.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** Expects a failure with this reason, or of this entry. */
async function refused(answer: Promise<unknown>, expected: string): Promise<void> {
  const error = await answer.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).to.be.instanceOf(Failure);
  const { entry, reason } = error as Failure;
  expect([entry, reason]).to.include(expected);
}

describe("signing people in, in the core", function () {
  this.timeout(60_000);
  const jkt = "k".repeat(43);
  let harness: ServiceHarness;
  let tokens: SessionTokens;
  let db: pg.Pool;

  before(async () => {
    harness = await ServiceHarness.start((store, _sealer, audit) => {
      const sessionCredentials = new SessionCredentials({ store, ttlMs: 0 });
      const revoked = new RevokedTokens(store, 0);
      tokens = new SessionTokens({
        publicUrl,
        signingKeys: { of: () => ({ keyId: "key", key: privateKey }) },
        credentials: sessionCredentials,
        revoked,
      });
      return signInService({ sessionCredentials, sessionTokens: tokens, audit });
    });
  });
  before(() => {
    db = new pg.Pool({ connectionString: harness.url, max: 1 });
  });
  after(async () => {
    await db?.end();
    await harness?.[Symbol.asyncDispose]();
  });

  const call = <T>(method: string, request: object) => harness.call<T>(method, request);
  const newKey = async (allowedNetworks: readonly string[] = []): Promise<string> => {
    const credentialId = newId("apiKey");
    const key = { credentialId, owner: { kind: "operator" as const }, name: "desk", allowedNetworks };
    const scopes = ["payments.read", "refunds.read"];
    const hash = hashApiKey(newApiKeySecret(credentialId));
    await harness.store.transact((tx) => tx.apiKeys.insert({ ...key, scopes }, hash));
    return credentialId;
  };
  const newLink = async (credentialId: string, minutes = 10) => {
    const secret = newLinkSecret();
    const sessionId = newId("session");
    await harness.store.transact((tx) =>
      tx.signInSessions.insertLink(sessionId, credentialId, hashOfSecret(secret), minutes),
    );
    return { secret, sessionId };
  };
  const open = (secret: string, address = "192.0.2.1") =>
    call<OpenSignInLinkResponse>("OpenSignInLink", { secret, address });
  const openIn = (secret: string, browser: string, address = "192.0.2.1") =>
    call<OpenSignInLinkResponse>("OpenSignInLink", { secret, address, browser });
  const check = (secret: string, address = "192.0.2.1") =>
    call<CheckSignInLinkResponse>("CheckSignInLink", { secret, address });
  const use = (sessionId: string) => call<UseSignInSessionResponse>("UseSignInSession", { sessionId });
  const issue = (sessionId: string, over: object = {}) =>
    call<IssueSessionTokenResponse>("IssueSessionToken", {
      sessionId,
      grantId: randomUUID(),
      clientId: "console",
      scopes: ["payments.read", "payments.write"],
      keyThumbprint: jkt,
      address: "192.0.2.1",
      ...over,
    });
  const sql = async (text: string, values: unknown[] = []) => (await db.query(text, values)).rows;

  it("opens a link once, for twelve hours", async () => {
    const keyId = await newKey();
    const { secret, sessionId } = await newLink(keyId);
    await refused(use(sessionId), "NOT_FOUND");
    const named = { credentialId: keyId, credentialName: "desk" };
    for (let at = 0; at < 3; at += 1) expect(await check(secret)).to.deep.equal(named);
    const opened = await Promise.allSettled(Array.from({ length: 20 }, () => open(secret)));
    const good = opened.filter((each) => each.status === "fulfilled").map(({ value }) => value);
    expect(good).to.deep.equal([{ sessionId, lifetimeSeconds: 43_200 }]);
    for (const asked of [open, check]) await refused(asked(secret), "CREDENTIAL_REFUSED");
    const session = await use(sessionId);
    expect(session).to.deep.include(named);
    expect(session.scopes).to.deep.equal(["payments.read", "refunds.read"]);
  });

  it("opens a link again for the browser that has opened it, while the session is in force", async () => {
    const [own, other] = ["o".repeat(43), "x".repeat(43)];
    const { secret, sessionId } = await newLink(await newKey(["192.0.2.0/24"]));
    const opened = await Promise.all(Array.from({ length: 10 }, () => openIn(secret, own)));
    expect(new Set(opened.map((each) => each.sessionId))).to.deep.equal(new Set([sessionId]));
    await refused(openIn(secret, other), "CREDENTIAL_REFUSED");
    await refused(open(secret), "CREDENTIAL_REFUSED");
    await refused(openIn(secret, own, "198.51.100.7"), "NETWORK_NOT_ALLOWED");
    await sql("update oauth_state set expires_at = expires_at - interval '9 minutes'");
    expect(await openIn(secret, own)).to.deep.equal({ sessionId, lifetimeSeconds: 43_200 });
    await sql("update oauth_state set expires_at = expires_at - interval '1 minute'");
    await refused(openIn(secret, own), "CREDENTIAL_REFUSED");

    const ended = await newLink(await newKey());
    await openIn(ended.secret, own);
    await harness.store.transact((tx) => tx.signInSessions.revoke(ended.sessionId));
    await refused(openIn(ended.secret, own), "CREDENTIAL_REFUSED");
  });

  it("opens no link that is unknown, has expired, or is for a revoked key or another network", async () => {
    const revoked = await newKey();
    const { secret } = await newLink(revoked);
    await harness.store.transact((tx) => tx.apiKeys.revoke(revoked));
    const expired = (await newLink(await newKey(), 0)).secret;
    const bound = await newLink(await newKey(["198.51.100.0/24"]));
    for (const asked of [open, check]) {
      for (const each of [newLinkSecret(), expired, secret]) await refused(asked(each), "CREDENTIAL_REFUSED");
      for (const address of ["192.0.2.1", ""])
        await refused(asked(bound.secret, address), "NETWORK_NOT_ALLOWED");
    }
    await check(bound.secret, "198.51.100.7");
    expect((await open(bound.secret, "198.51.100.7")).sessionId).to.equal(bound.sessionId);
  });

  for (const [what, change] of [
    ["was idle for half an hour", "last_used_at = now() - interval '31 minutes'"],
    ["has lasted for twelve hours", "expires_at = now()"],
    ["is revoked", "revoked_at = now()"],
  ] as const)
    it(`accepts no session that ${what}`, async () => {
      const { secret, sessionId } = await newLink(await newKey());
      await open(secret);
      await use(sessionId);
      await sql(`update sign_in_session set ${change} where link_hash = $1`, [hashOfSecret(secret)]);
      await refused(use(sessionId), "NOT_FOUND");
      await refused(issue(sessionId), "CREDENTIAL_REFUSED");
    });

  it("issues tokens with the scopes that the key has, until the session ends", async () => {
    const keyId = await newKey();
    const { secret, sessionId } = await newLink(keyId);
    await open(secret);
    const { accessToken, lifetimeSeconds, scopes } = await issue(sessionId);
    expect([lifetimeSeconds, scopes]).to.deep.equal([300, ["payments.read"]]);
    expect(decodeJwt(accessToken)).to.deep.include({
      iss: publicUrl,
      sub: keyId,
      client_id: "console",
      sid: sessionId,
      cnf: { jkt },
      scope: "payments.read",
    });
    await sql("update sign_in_session set expires_at = now() + interval '60 seconds' where link_hash = $1", [
      hashOfSecret(secret),
    ]);
    expect((await issue(sessionId)).lifetimeSeconds).to.be.within(50, 60);
  });

  it("accepts tokens as the key, until the grant, the session or the key ends", async () => {
    const keyId = await newKey();
    const { secret, sessionId } = await newLink(keyId);
    await open(secret);
    const grantId = randomUUID();
    const token = {
      sessionId,
      grantId,
      credentialId: keyId,
      tokenId: randomUUID(),
      keyId: "signing-key",
      scopes: ["payments.read", "payments.write"],
      address: "192.0.2.1",
      clientId: "console",
      tokenBinding: AuditTokenBinding.AUDIT_TOKEN_BINDING_DPOP,
    };
    const principal = await tokens.principalOf(token);
    expect(principal).to.deep.include({ credentialId: keyId, scopes: ["payments.read"] });
    expect(principal.issuedToken?.names).to.include.members([token.tokenId, grantId]).and.have.length(3);
    expect(principal.issuedToken?.keyId).to.equal("signing-key");
    expect(principal.authentication).to.deep.equal({
      mechanism: AuditMechanism.AUDIT_MECHANISM_SESSION,
      tokenBinding: AuditTokenBinding.AUDIT_TOKEN_BINDING_DPOP,
      clientId: "console",
      sessionId,
    });
    await call("EndOAuthGrant", { grantId });
    await call("EndOAuthGrant", { grantId });
    await refused(tokens.principalOf(token), "CREDENTIAL_REFUSED");
    const other = { ...token, grantId: randomUUID() };
    await tokens.principalOf(other);
    await harness.store.transact((tx) => tx.apiKeys.revoke(keyId));
    await refused(tokens.principalOf(other), "CREDENTIAL_REFUSED");
  });

  describe("remembers a state", () => {
    const put = (over: object = {}) => {
      const state = {
        kind: "RefreshToken",
        id: randomBytes(16).toString("base64url"),
        payload: Buffer.from("what it says"),
        lifetimeSeconds: 60,
        ...over,
      };
      return call("PutOAuthState", state).then(() => state);
    };
    const get = ({ kind, id }: { kind: string; id: string }) =>
      call<GetOAuthStateResponse>("GetOAuthState", { kind, id });
    const consume = async ({ kind, id }: { kind: string; id: string }) =>
      (await call<ConsumeOAuthStateResponse>("ConsumeOAuthState", { kind, id })).first;

    it("that only its identifier can find and read", async () => {
      const state = await put();
      const { payload, consumed } = await get(state);
      expect([payload.toString(), consumed]).to.deep.equal(["what it says", false]);
      await refused(get({ ...state, kind: "AuthorizationCode" }), "NOT_FOUND");
      await refused(get({ ...state, id: `${state.id}x` }), "NOT_FOUND");
      const rows = await sql("select o::text as whole from oauth_state o");
      const all = rows.map(({ whole }) => whole).join();
      expect(all).to.not.include(state.id).and.to.not.include(Buffer.from("what it says").toString("hex"));
    });

    it("that one of many consumes, and that stays consumed", async () => {
      const state = await put();
      const firsts = await Promise.all(Array.from({ length: 20 }, () => consume(state)));
      expect(firsts.filter((first) => first)).to.have.length(1);
      await call("PutOAuthState", state);
      expect((await get(state)).consumed).to.equal(true);
      expect(await consume(state)).to.equal(false);
      expect(await consume({ ...state, id: "unknown" })).to.equal(false);
    });

    it("a browser's session until it is consumed, whatever version of a gateway asks", async () => {
      const state = await put({ kind: "Session" });
      expect((await get(state)).consumed).to.equal(false);
      await consume(state);
      await call("PutOAuthState", state);
      await refused(get(state), "NOT_FOUND");
    });

    it("until it is deleted, or its grant ends", async () => {
      const [grantId, otherGrant] = [randomUUID(), randomUUID()];
      const [one, two, other] = [
        await put({ grantId }),
        await put({ grantId }),
        await put({ grantId: otherGrant }),
      ];
      await call("DeleteOAuthState", { kind: one.kind, id: one.id });
      await refused(get(one), "NOT_FOUND");
      await get(two);
      await call("EndOAuthGrant", { grantId });
      await refused(get(two), "NOT_FOUND");
      await get(other);
    });

    it("for its time, after which a worker deletes it", async () => {
      const ended = await put({ kind: "Ended" });
      const kept = await put();
      await sql("update oauth_state set expires_at = now() where kind = 'Ended'");
      await refused(get(ended), "NOT_FOUND");
      expect(await consume(ended)).to.equal(false);
      await forgetOAuthStates(harness.store)();
      expect(await sql("select 1 from oauth_state where kind = 'Ended'")).to.deep.equal([]);
      await get(kept);
    });
  });
});
