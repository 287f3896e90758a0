// What people do with their own sessions, in the core: they see them, end them, and revoke what they have allowed to programs.
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import type {
  IssueSessionTokenResponse,
  ListSignInSessionsResponse,
} from "../../gen/ts/pda/access/v1/sign_in_service.ts";
import { hashApiKey, newApiKeySecret } from "../../src/domain/access/api-key.ts";
import { hashOfSecret, newLinkSecret, SESSIONS_MAX } from "../../src/domain/access/sign-in-link.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { RevokedTokens } from "../../src/services/access/oauth/revoked-tokens.ts";
import { SessionCredentials } from "../../src/services/access/oauth/session-credentials.ts";
import { SessionTokens } from "../../src/services/access/oauth/session-tokens.ts";
import { signInService } from "../../src/services/access/oauth/sign-in.ts";
import { ServiceHarness } from "../support/service.ts";
import { publicUrl } from "./support/names.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const address = "192.0.2.1";

describe("people's own sessions, in the core", function () {
  this.timeout(120_000);
  let harness: ServiceHarness;
  let revoked: RevokedTokens;
  let db: pg.Pool;

  before(async () => {
    harness = await ServiceHarness.start((store, _sealer, audit) => {
      const sessionCredentials = new SessionCredentials({ store, ttlMs: 0 });
      revoked = new RevokedTokens(store, 0);
      const signingKeys = { of: () => ({ keyId: "key", key: privateKey }) };
      const options = { publicUrl, signingKeys, credentials: sessionCredentials, revoked };
      return signInService({ sessionCredentials, sessionTokens: new SessionTokens(options), audit });
    });
    db = new pg.Pool({ connectionString: harness.url, max: 1 });
  });
  after(async () => {
    await db?.end();
    await harness?.[Symbol.asyncDispose]();
  });

  const call = <T>(method: string, request: object) => harness.call<T>(method, request);
  const refused = async (answer: Promise<unknown>, expected: string): Promise<void> => {
    const error = await answer.then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(error).to.be.instanceOf(Failure);
    expect([(error as Failure).entry, (error as Failure).reason]).to.include(expected);
  };
  const newKey = async (): Promise<string> => {
    const credentialId = newId("apiKey");
    const key = {
      credentialId,
      owner: { kind: "operator" as const },
      name: "desk",
      allowedNetworks: ["192.0.2.0/24"],
      scopes: ["payments.read", "refunds.read"],
    };
    const hash = hashApiKey(newApiKeySecret(credentialId));
    await harness.store.transact((tx) => tx.apiKeys.insert(key, hash));
    return credentialId;
  };
  const newLink = async (credentialId: string): Promise<string> => {
    const secret = newLinkSecret();
    const hash = hashOfSecret(secret);
    await harness.store.transact((tx) =>
      tx.signInSessions.insertLink(newId("session"), credentialId, hash, 10),
    );
    return secret;
  };
  const open = async (secret: string): Promise<string> =>
    (await call<{ sessionId: string }>("OpenSignInLink", { secret, address })).sessionId;
  const signIn = async (credentialId: string): Promise<string> => open(await newLink(credentialId));
  const allow = async (sessionId: string, over: object = {}): Promise<string> => {
    const grantId = randomUUID();
    const given = { sessionId, grantId, clientId: "portal", scopes: ["payments.read"], address };
    await call("AllowProgram", { ...given, ...over });
    return grantId;
  };
  const list = (sessionId: string) => call<ListSignInSessionsResponse>("ListSignInSessions", { sessionId });
  const idsOf = async (sessionId: string) => (await list(sessionId)).sessions.map((each) => each.sessionId);
  const end = (sessionId: string, endedSessionId?: string, from = address) =>
    call("EndSignInSession", { sessionId, endedSessionId, address: from });
  const revoke = (sessionId: string, grantId: string) =>
    call("RevokeProgram", { sessionId, grantId, address });
  const makeOld = (sessionId: string) =>
    db.query("update sign_in_session set opened_at = now() - interval '16 minutes' where session_id = $1", [
      uuidOf("session", sessionId),
    ]);

  it("ListSignInSessions shows the sessions of the key, newest first, with what AllowProgram has recorded", async () => {
    const [own, other] = [await newKey(), await newKey()];
    const [first, second] = [await signIn(own), await signIn(own)];
    await allow(await signIn(other));
    const grantId = await allow(first);
    await call("AllowProgram", { sessionId: first, grantId, clientId: "portal", scopes: [], address });
    const { sessions, ...rest } = await list(second);
    expect(rest).to.deep.equal({ mayEndOthers: true, credentialId: own, credentialName: "desk" });
    expect(sessions.map((each) => each.sessionId)).to.deep.equal([second, first]);
    const [, shown] = sessions;
    expect(shown?.programs).to.have.length(1);
    expect(shown?.programs[0]).to.deep.include({ grantId, clientId: "portal", scopes: ["payments.read"] });
  });

  it("EndSignInSession ends the own session, another, or all others, and none of another person", async () => {
    const own = await newKey();
    const [first, second, third] = [await signIn(own), await signIn(own), await signIn(own)];
    const foreign = await signIn(await newKey());
    await refused(end(first, foreign), "NOT_FOUND");
    await refused(end(first, newId("session")), "NOT_FOUND");
    await end(first, second);
    await refused(end(first, second), "NOT_FOUND");
    expect(await idsOf(first)).to.deep.equal([third, first]);
    await end(first);
    expect(await idsOf(first)).to.deep.equal([first]);
    await end(first, first);
    await refused(list(first), "CREDENTIAL_REFUSED");
    expect(await idsOf(foreign)).to.deep.equal([foreign]);
    for (const each of [first, second, third])
      expect(await revoked.has(uuidOf("session", each)), each).to.equal(true);
    expect(await revoked.has(uuidOf("session", foreign))).to.equal(false);
  });

  it("EndSignInSession ends other sessions only soon after signing in, and the own one always", async () => {
    const own = await newKey();
    const [first, second] = [await signIn(own), await signIn(own)];
    await makeOld(first);
    expect((await list(first)).mayEndOthers).to.equal(false);
    await refused(end(first, second), "CREDENTIAL_REFUSED");
    await refused(end(first), "CREDENTIAL_REFUSED");
    await end(first, first);
    expect(await idsOf(second)).to.deep.equal([second]);
  });

  it("RevokeProgram ends a grant of the person, with its tokens, and no other", async () => {
    const own = await newKey();
    const [first, second] = [await signIn(own), await signIn(own)];
    const [gone, stays] = [await allow(first), await allow(first)];
    const foreign = await allow(await signIn(await newKey()));
    await refused(revoke(second, foreign), "NOT_FOUND");
    await refused(revoke(second, randomUUID()), "NOT_FOUND");
    await revoke(second, gone);
    await refused(revoke(second, gone), "NOT_FOUND");
    const programs = (await list(second)).sessions.flatMap((each) => each.programs);
    expect(programs.map(({ grantId }) => grantId)).to.deep.equal([stays]);
    const known = await Promise.all([gone, stays, foreign].map((each) => revoked.has(each)));
    expect(known).to.deep.equal([true, false, false]);
  });

  it("a grant that its program has given back, or that ended by a code that came again, is shown no more", async () => {
    const session = await signIn(await newKey());
    const grantId = await allow(session);
    await call("EndOAuthGrant", { grantId });
    expect((await list(session)).sessions[0]?.programs).to.deep.equal([]);
  });

  it("nothing is done from an address where the key may not be used, or in a session that has ended", async () => {
    const own = await newKey();
    const [first, second] = [await signIn(own), await signIn(own)];
    const grantId = await allow(first);
    const elsewhere = "198.51.100.1";
    await refused(end(first, first, elsewhere), "NETWORK_NOT_ALLOWED");
    await refused(allow(first, { address: elsewhere }), "NETWORK_NOT_ALLOWED");
    await refused(
      call("RevokeProgram", { sessionId: first, grantId, address: elsewhere }),
      "NETWORK_NOT_ALLOWED",
    );
    await end(second, first);
    for (const ask of [
      () => list(first),
      () => end(first, first),
      () => allow(first),
      () => revoke(first, grantId),
    ])
      await refused(ask(), "CREDENTIAL_REFUSED");
  });

  it(`a person has ${SESSIONS_MAX} sessions at most, also when many links are opened at once`, async () => {
    const own = await newKey();
    const oldest = await signIn(own);
    const used = await signIn(own);
    await db.query(
      "update sign_in_session set last_used_at = now() - interval '2 minutes' where session_id = $1",
      [uuidOf("session", oldest)],
    );
    const issued = await call<IssueSessionTokenResponse>("IssueSessionToken", {
      sessionId: used,
      grantId: await allow(used),
      clientId: "portal",
      scopes: ["payments.read"],
      keyThumbprint: "k".repeat(43),
      address,
    });
    expect(issued.scopes).to.deep.equal(["payments.read"]);
    const links = await Promise.all(Array.from({ length: SESSIONS_MAX - 1 }, () => newLink(own)));
    const opened = await Promise.all(links.map(open));
    expect(await idsOf(used)).to.have.members([used, ...opened]);
    await refused(list(oldest), "CREDENTIAL_REFUSED");
    expect(await revoked.has(uuidOf("session", oldest))).to.equal(true);
    const more = await Promise.all((await Promise.all(links.map(() => newLink(own)))).map(open));
    const last = await idsOf(more.at(-1) as string);
    expect(last).to.have.length(SESSIONS_MAX);
    expect(last).to.include.members(more);
  });
});
