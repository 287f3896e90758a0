// Passkeys in the core: who may add and remove them, which answers sign a person in, and what a grant needs.
import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import { operations } from "../../gen/rest/operations.ts";
import type {
  AddPasskeyResponse,
  ListPasskeysResponse,
  UsePasskeyResponse,
} from "../../gen/ts/pda/access/v1/passkey_service.ts";
import { MissingProof, type UseSignInSessionResponse } from "../../gen/ts/pda/access/v1/sign_in_service.ts";
import { hashApiKey, newApiKeySecret } from "../../src/domain/access/api-key.ts";
import { hashOfSecret, newLinkSecret } from "../../src/domain/access/sign-in-link.ts";
import { newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { logger } from "../../src/logger.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { passkeyService } from "../../src/services/access/oauth/passkeys.ts";
import { RevokedTokens } from "../../src/services/access/oauth/revoked-tokens.ts";
import { SessionCredentials } from "../../src/services/access/oauth/session-credentials.ts";
import { SessionTokens } from "../../src/services/access/oauth/session-tokens.ts";
import { signInService } from "../../src/services/access/oauth/sign-in.ts";
import { PASSKEYS_MAX } from "../../src/store/passkeys.ts";
import { Authenticator, type Said } from "../support/authenticator.ts";
import { rateSubjects } from "../support/rate-subjects.ts";
import { ServiceHarness } from "../support/service.ts";
import { publicUrl } from "./support/names.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const [READING, PAYING] = [["payments.read"], ["payments.read", "payments.write"]];

describe("passkeys, in the core", function () {
  this.timeout(120_000);
  let harness: ServiceHarness;
  let db: pg.Pool;
  // Wrong answers of one address have to wait after a while, so each test has its own.
  let address: string;
  let network = 0;

  before(async () => {
    harness = await ServiceHarness.start((store, _sealer, audit) => {
      const sessionCredentials = new SessionCredentials({ store, ttlMs: 0 });
      const signingKeys = { of: () => ({ keyId: "key", key: privateKey }) };
      const revoked = new RevokedTokens(store, 0);
      const tokens = new SessionTokens({ publicUrl, signingKeys, credentials: sessionCredentials, revoked });
      const log = logger("test", { level: "silent" });
      const deps = { publicUrl, store, rateSubjects, sessionCredentials, sessionTokens: tokens, audit, log };
      return [...signInService(deps), ...passkeyService(deps)];
    });
    db = new pg.Pool({ connectionString: harness.url, max: 1 });
  });
  beforeEach(() => {
    network += 1;
    address = `198.18.${network}.1`;
  });
  after(async () => {
    await db?.end();
    await harness?.[Symbol.asyncDispose]();
  });

  const call = <T>(method: string, request: object) => harness.call<T>(method, request);
  const newKey = async (over: object = {}): Promise<string> => {
    const credentialId = newId("apiKey");
    const key = { credentialId, owner: { kind: "operator" as const }, name: "desk", scopes: PAYING, ...over };
    await harness.store.transact((tx) => tx.apiKeys.insert(key, hashApiKey(newApiKeySecret(credentialId))));
    return credentialId;
  };
  const signIn = async (credentialId: string): Promise<string> => {
    const secret = newLinkSecret();
    await harness.store.transact((tx) =>
      tx.signInSessions.insertLink(newId("session"), credentialId, hashOfSecret(secret), 10),
    );
    return (await call<{ sessionId: string }>("OpenSignInLink", { secret, address })).sessionId;
  };
  const begin = async (method: string, request: object = {}) => {
    const browser = randomBytes(32).toString("base64url");
    const { options } = await call<{ options: string }>(method, { browser, ...request });
    return { browser, options };
  };
  const add = async (
    sessionId: string,
    key = new Authenticator(publicUrl),
    said: Said = {},
    name = "laptop",
  ) => {
    const { browser, options } = await begin("BeginPasskeyRegistration", { sessionId });
    const answer = key.registration(options, said);
    const added = await call<AddPasskeyResponse>("AddPasskey", { browser, sessionId, name, answer, address });
    return { key, ...added };
  };
  const use = async (key: Authenticator, said: Said = {}, sessionId?: string, browserSession?: string) => {
    const { browser, options } = await begin("BeginPasskeySignIn");
    const answer = key.assertion(options, said);
    const used = { browser, answer, sessionId, browserSession, address };
    return call<UsePasskeyResponse>("UsePasskey", used);
  };
  const list = (sessionId: string) => call<ListPasskeysResponse>("ListPasskeys", { sessionId });
  const remove = (sessionId: string, passkeyId: string) =>
    call("RemovePasskey", { sessionId, passkeyId, address });
  const allow = (sessionId: string, scopes: readonly string[]) =>
    call("AllowProgram", { sessionId, grantId: randomUUID(), clientId: "portal", scopes, address });
  const session = (sessionId: string, scopes: readonly string[] = []) =>
    call<UseSignInSessionResponse>("UseSignInSession", { sessionId, scopes });
  const makeOld = (sessionId: string, column: string, minutes: number) =>
    db.query(
      `update sign_in_session set ${column} = now() - make_interval(mins => $2::int) where session_id = $1`,
      [uuidOf("session", sessionId), minutes],
    );
  const refused = async (answer: Promise<unknown>, expected = "CREDENTIAL_REFUSED"): Promise<void> => {
    const error = await answer.then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(error).to.be.instanceOf(Failure);
    expect([(error as Failure).entry, (error as Failure).reason]).to.include(expected);
  };
  /** A person with a passkey. */
  const person = async (over: object = {}) => {
    const keyId = await newKey(over);
    const sessionId = await signIn(keyId);
    return { keyId, sessionId, ...(await add(sessionId)) };
  };

  it("BeginPasskeySignIn and UsePasskey begin a session as the key, and renew the proof of one in force", async () => {
    const { keyId, sessionId, key, passkeyId } = await person();
    const opened = await use(key);
    expect(opened.lifetimeSeconds).to.equal(43_200);
    expect(opened.sessionId).to.not.equal(sessionId);
    expect((await session(opened.sessionId)).credentialId).to.equal(keyId);
    expect((await use(key, {}, sessionId)).sessionId).to.equal(sessionId);
    const { passkeys } = await list(sessionId);
    expect(passkeys.map((each) => [each.passkeyId, each.name])).to.deep.equal([[passkeyId, "laptop"]]);
    expect(passkeys[0]?.lastUseTime).to.not.equal(undefined);
    const [first, second] = await Promise.all([begin("BeginPasskeySignIn"), begin("BeginPasskeySignIn")]);
    const [one, other] = [JSON.parse(first.options), JSON.parse(second.options)];
    expect(one).to.deep.include({ rpId: "localhost", userVerification: "required" });
    expect({ ...one, challenge: "" }).to.deep.equal({ ...other, challenge: "" });
    expect(one.challenge).to.not.equal(other.challenge);
  });

  it("UsePasskey proves a session once for each state of the browser's session", async () => {
    const own = await signIn(await newKey());
    const { key } = await add(own);
    const state = { kind: "Session", id: randomBytes(32).toString("base64url") };
    await call("PutOAuthState", { ...state, payload: Buffer.from("{}"), lifetimeSeconds: 60 });
    await use(key, {}, own, state.id);
    await refused(call("GetOAuthState", state), "NOT_FOUND");
    await makeOld(own, "passkey_used_at", 6);
    for (const id of [state.id, "unknown"]) await refused(use(key, {}, own, id));
    expect((await session(own, PAYING)).missingProof).to.equal(MissingProof.MISSING_PROOF_PASSKEY);
  });

  it("UsePasskey takes no answer of another origin, host, ceremony or person, and none without verification", async () => {
    const { key, sessionId } = await person();
    const other = await person();
    for (const said of [
      { origin: "https://localhost:8444" },
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { type: "webauthn.create" },
      { challenge: randomBytes(32).toString("base64url") },
    ])
      await refused(use(key, said));
    address = "198.19.0.1";
    for (const said of [
      { flags: 0x01 },
      { flags: 0x04 },
      { userHandle: other.key.userHandle },
      { userHandle: "" },
    ])
      await refused(use(key, said));
    address = "198.19.0.2";
    await refused(use(new Authenticator(publicUrl)));
    // A key that is not that of the passkey with this identifier.
    await refused(use(new Authenticator(publicUrl), { id: key.id, userHandle: key.userHandle }));
    await refused(use(other.key, {}, sessionId));
    await refused(
      call("UsePasskey", { browser: randomBytes(32).toString("base64url"), answer: "{}", address }),
    );
    expect((await use(key, {}, sessionId)).sessionId).to.equal(sessionId);
  });

  it("a challenge counts once, for its browser and ceremony, for five minutes, also when an answer is wrong", async () => {
    const { key, sessionId } = await person();
    const { browser, options } = await begin("BeginPasskeySignIn");
    const answer = key.assertion(options);
    const other = await begin("BeginPasskeySignIn");
    await refused(call("UsePasskey", { browser: other.browser, answer, address }));
    const all = await Promise.allSettled(
      Array.from({ length: 3 }, () => call("UsePasskey", { browser, answer, address })),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    await refused(call("UsePasskey", { browser, answer, address }));
    address = "198.19.0.3";
    const wrong = await begin("BeginPasskeySignIn");
    await refused(call("UsePasskey", { ...wrong, answer: key.assertion(options), address }));
    await refused(call("UsePasskey", { ...wrong, answer: key.assertion(wrong.options), address }));
    const late = await begin("BeginPasskeySignIn");
    await db.query("update oauth_state set expires_at = now() where kind = 'PasskeySignIn'");
    await refused(call("UsePasskey", { ...late, answer: key.assertion(late.options), address }));
    const registering = await begin("BeginPasskeyRegistration", { sessionId: (await use(key)).sessionId });
    await refused(
      call("UsePasskey", { ...registering, answer: key.assertion(registering.options), address }),
    );
    const { rows } = await db.query(
      "select max(expires_at - now()) <= interval '5 minutes' as short from oauth_state where kind like 'Passkey%'",
    );
    expect(rows).to.deep.equal([{ short: true }]);
    expect((await session(sessionId)).credentialName).to.equal("desk");
  });

  it("UsePasskey refuses a counter that has not grown, and answers many wrong ones with a wait", async () => {
    const { key } = await person();
    await use(key, { counter: 7 });
    await refused(use(key, { counter: 7 }));
    await refused(use(key, { counter: 6 }));
    await refused(use(key, { counter: 0 }));
    await use(key, { counter: 8 });
    const { browser, options } = await begin("BeginPasskeySignIn");
    const twin = await begin("BeginPasskeySignIn");
    const copies = [
      { browser, answer: key.assertion(options, { counter: 9 }) },
      { browser: twin.browser, answer: key.assertion(twin.options, { counter: 9 }) },
    ];
    const all = await Promise.allSettled(copies.map((copy) => call("UsePasskey", { ...copy, address })));
    expect(all.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    for (let at = 0; at < 5; at += 1) await refused(use(key, { origin: "https://evil.example" }));
    await refused(use(key, { origin: "https://evil.example" }), "CREDENTIAL_DELAYED");
    // Nobody delays the person by wrong answers.
    await use(key, { counter: 10 });
  });

  it("a passkey signs nobody in once it is removed, or its key is revoked or used from another network", async () => {
    const { key, passkeyId, sessionId } = await person();
    const proved = (await use(key, {}, sessionId)).sessionId;
    await remove(proved, passkeyId);
    await refused(use(key));
    await refused(remove(await signIn(await newKey()), passkeyId), "NOT_FOUND");
    const revoked = await person();
    await harness.store.transact((tx) => tx.apiKeys.revoke(revoked.keyId));
    await refused(use(revoked.key));
    const bound = await person({ allowedNetworks: [`${address}/32`] });
    await use(bound.key);
    address = "198.19.0.4";
    await refused(use(bound.key), "NETWORK_NOT_ALLOWED");
  });

  it("passkeys follow a key to the keys that replace it, during the overlap and afterwards", async () => {
    const { key, keyId, sessionId, passkeyId } = await person();
    const second = await newKey({ replaces: keyId });
    const third = await newKey({ replaces: second });
    const opened = await use(key);
    expect((await session(opened.sessionId)).credentialId).to.equal(third);
    for (const each of [sessionId, await signIn(second), opened.sessionId])
      expect((await list(each)).passkeys.map((one) => one.passkeyId)).to.deep.equal([passkeyId]);
    expect((await use(key, {}, sessionId)).sessionId).to.equal(sessionId);
    await harness.store.transact((tx) => tx.apiKeys.revoke(keyId));
    expect((await session((await use(key)).sessionId)).credentialId).to.equal(third);
    await harness.store.transact((tx) => tx.apiKeys.revoke(third));
    await refused(use(key));
  });

  it("AddPasskey needs a fresh proof, by a passkey once the person has one; so does RemovePasskey", async () => {
    const keyId = await newKey();
    const old = await signIn(keyId);
    await makeOld(old, "opened_at", 16);
    expect((await list(old)).missingProof).to.equal(MissingProof.MISSING_PROOF_ANY);
    await refused(begin("BeginPasskeyRegistration", { sessionId: old }));
    const sessionId = await signIn(keyId);
    const { browser, options } = await begin("BeginPasskeyRegistration", { sessionId });
    const another = await begin("BeginPasskeyRegistration", { sessionId });
    const { key, passkeyId } = await add(sessionId);
    expect((await list(sessionId)).missingProof).to.equal(MissingProof.MISSING_PROOF_PASSKEY);
    await refused(begin("BeginPasskeyRegistration", { sessionId }));
    const thief = new Authenticator(publicUrl).registration(options);
    await refused(call("AddPasskey", { browser, sessionId, name: "thief", answer: thief, address }));
    await refused(remove(sessionId, passkeyId));
    const proved = (await use(key)).sessionId;
    const foreign = new Authenticator(publicUrl).registration(another.options);
    await refused(
      call("AddPasskey", {
        browser: another.browser,
        sessionId: proved,
        name: "x",
        answer: foreign,
        address,
      }),
    );
    for (const said of [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { flags: 0x01 },
      { id: key.id },
    ])
      await refused(add(proved, new Authenticator(publicUrl), said));
    await add(proved);
    await makeOld(proved, "passkey_used_at", 6);
    await refused(begin("BeginPasskeyRegistration", { sessionId: proved }));
    await refused(remove(proved, passkeyId));
  });

  it(`a person has ${PASSKEYS_MAX} passkeys at most, also when many are added at once`, async () => {
    const { key, sessionId } = await person();
    const proved = (await use(key)).sessionId;
    const offers = await Promise.all(
      Array.from({ length: PASSKEYS_MAX + 2 }, () =>
        begin("BeginPasskeyRegistration", { sessionId: proved }),
      ),
    );
    const all = await Promise.allSettled(
      offers.map(({ browser, options }) => {
        const answer = new Authenticator(publicUrl).registration(options);
        return call("AddPasskey", { browser, sessionId: proved, name: "many", answer, address });
      }),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).to.have.length(PASSKEYS_MAX - 1);
    for (const each of all)
      if (each.status === "rejected") expect((each.reason as Failure).reason).to.equal("PASSKEY_LIMIT");
    expect((await list(sessionId)).passkeys).to.have.length(PASSKEYS_MAX);
    await refused(begin("BeginPasskeyRegistration", { sessionId: proved }), "PASSKEY_LIMIT");
  });

  it("AllowProgram needs a proof of the last 15 minutes, and of a passkey for what could move money", async () => {
    const sessionId = await signIn(await newKey());
    await allow(sessionId, PAYING);
    await makeOld(sessionId, "opened_at", 16);
    expect((await session(sessionId, READING)).missingProof).to.equal(MissingProof.MISSING_PROOF_ANY);
    for (const scopes of [READING, PAYING]) await refused(allow(sessionId, scopes));
    const own = await person();
    await allow(own.sessionId, READING);
    expect((await session(own.sessionId, PAYING)).missingProof).to.equal(MissingProof.MISSING_PROOF_PASSKEY);
    await refused(allow(own.sessionId, PAYING));
    await use(own.key, {}, own.sessionId);
    await allow(own.sessionId, PAYING);
    await makeOld(own.sessionId, "passkey_used_at", 6);
    await refused(allow(own.sessionId, PAYING));
    await allow(own.sessionId, READING);
    // Derived from the contract, so that a new operation cannot be forgotten.
    await use(own.key, {}, own.sessionId);
    await makeOld(own.sessionId, "passkey_used_at", 6);
    const sensitive = operations.filter((each) => each.sensitive || each.moves);
    expect(sensitive.length).to.be.above(5);
    for (const { access } of sensitive)
      if (access.kind === "scope") await refused(allow(own.sessionId, [access.scope]));
  });
});
