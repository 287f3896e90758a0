import { PasskeyServiceService } from "../../../../gen/ts/pda/access/v1/passkey_service.ts";
import { type Principal, PrincipalKind } from "../../../../gen/ts/pda/access/v1/access.ts";
import type { RegisteredCredential } from "../../../domain/access/credential.ts";
import { missingProof } from "../../../domain/access/sign-in-proof.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import type { Logger } from "../../../logger.ts";
import { recordOf } from "../../../rpc/audit/describe.ts";
import type { AuditTrail } from "../../../rpc/audit/trail.ts";
import { Failure } from "../../../rpc/failure.ts";
import { type Call, implement, type ServedMethod } from "../../../rpc/handler.ts";
import { type Passkey, PASSKEYS_MAX } from "../../../store/passkeys.ts";
import type { SignInSession } from "../../../store/sign-in-sessions.ts";
import type { Readers, Store, Transaction } from "../../../store/store.ts";
import { requireFound } from "../../contract/require-found.ts";
import { timestamp } from "../../contract/timestamp.ts";
import { guessFrom } from "../guesses.ts";
import type { RateSubjects } from "../quotas.ts";
import { missingProofs } from "./missing-proof.ts";
import { lifetimeOf, openSession } from "./open-session.ts";
import { hashOfState, openState, sealState } from "./sealed-state.ts";
import { type AcceptedSession, principalOfPerson, sessionCalls } from "./session-calls.ts";
import type { SessionCredentials } from "./session-credentials.ts";
import { CHALLENGE_SECONDS, namedIn, type Offer, WebAuthn } from "./web-authn.ts";

/** What passkeys need of the core. */
interface PasskeyDeps {
  readonly publicUrl: string;
  readonly store: Pick<Store, "transact" | "reserved">;
  readonly rateSubjects: RateSubjects;
  readonly sessionCredentials: SessionCredentials;
  readonly audit: Pick<AuditTrail, "note" | "commit" | "addressHash" | "isFull">;
  readonly log: Pick<Logger, "warn">;
}

/** What a challenge is for. One for signing in adds no passkey. */
type Purpose = "PasskeySignIn" | "PasskeyRegistration";

/** What the service remembers of a challenge. */
interface Challenge {
  readonly challenge: string;
  /** The session that the passkey is added in. */
  readonly sessionId?: string;
}

/** Whom a refusal is recorded for. Unknown until the caller is known. */
interface Recorded {
  credential?: RegisteredCredential;
  sessionId?: string;
  passkeyId?: string;
}

/** Identifies a key that does not exist. */
const NO_KEY = "key_00000000000000000000000000";

const ANONYMOUS: Principal = {
  kind: PrincipalKind.PRINCIPAL_KIND_ANONYMOUS,
  tenantId: "",
  credentialId: "",
  scopes: [],
};

/** Serves what the gateway asks about people's passkeys. */
export function passkeyService(deps: PasskeyDeps): ServedMethod[] {
  const { store, audit, log } = deps;
  const webAuthn = new WebAuthn(deps.publicUrl);
  const { accepted, inSession, record } = sessionCalls(deps);

  /** The session of a call, with the passkeys of its person. */
  const personOf = async (read: Readers, sessionId: string, address?: string) => {
    const { session, credential } = await inSession(read, sessionId, address);
    const first = await read.passkeys.firstOf(session.credentialId);
    return { session, credential, first, passkeys: await read.passkeys.listOf(first) };
  };

  return implement(PasskeyServiceService, {
    beginPasskeySignIn: async ({ request: { browser }, transact }) => {
      const offer = await webAuthn.offerSignIn();
      return transact((tx) => remember(tx, "PasskeySignIn", browser, offer));
    },

    usePasskey: async (call) => {
      const { browser, answer, address, sessionId, browserSession } = call.request;
      const recorded: Recorded = {};
      return noted("UsePasskey", call, recorded, async () => {
        const kept = await takeChallenge(call.read, "PasskeySignIn", browser);
        const named = namedIn(answer);
        const passkey = named && (await call.read.passkeys.withWebauthnId(named));
        // The same work for a passkey that does not exist.
        const newest = await call.read.passkeys.lastOf(passkey?.firstCredentialId ?? NO_KEY);
        const credential = await deps.sessionCredentials.find(newest);
        Object.assign(recorded, { credential, passkeyId: passkey?.passkeyId });
        const signCount = await webAuthn.used(answer, kept?.challenge ?? "", passkey);
        if (!kept || !passkey || signCount === undefined) {
          const guess = await guessFrom(deps, address, named?.toString("base64url") ?? "");
          throw await guess.wrong(passkey !== undefined);
        }
        await accepted(newest, address);
        const present = sessionId === undefined ? undefined : await inForce(call.read, sessionId);
        if (present) {
          recorded.sessionId = sessionId;
          await requireSameLine(call.read, present.session, passkey);
        }
        return call.transact(async (tx) => {
          await requireGrown(tx, passkey, signCount);
          const proving = {
            present,
            passkey,
            browserSession,
            credential: credential as RegisteredCredential,
          };
          return prove(tx, call, proving);
        });
      });
    },

    beginPasskeyRegistration: async (call) => {
      const { browser, sessionId } = call.request;
      const { session, credential, first, passkeys } = await personOf(call.read, sessionId);
      requireMayChange(session, passkeys);
      requirePlace(passkeys);
      const offer = await webAuthn.offerRegistration(first, credential.name, passkeys);
      return call.transact((tx) => remember(tx, "PasskeyRegistration", browser, offer, sessionId));
    },

    addPasskey: async (call) => {
      const { browser, sessionId, name, answer, address } = call.request;
      const recorded: Recorded = { sessionId };
      return noted("AddPasskey", call, recorded, async () => {
        const { session, credential, first, passkeys } = await personOf(call.read, sessionId, address);
        recorded.credential = credential;
        const kept = await takeChallenge(call.read, "PasskeyRegistration", browser);
        requireMayChange(session, passkeys);
        requirePlace(passkeys);
        const made = kept?.sessionId === sessionId && (await webAuthn.registered(answer, kept.challenge));
        if (!made) throw new Failure("CREDENTIAL_REFUSED");
        const passkeyId = newId("passkey");
        return call.transact(async (tx) => {
          await insert(tx, { passkeyId, firstCredentialId: first, name, ...made });
          record(tx, "AddPasskey", call, { credential, sessionId }, [passkeyId]);
          return { passkeyId };
        });
      });
    },

    listPasskeys: async ({ request: { sessionId }, read }) => {
      const { session, passkeys } = await personOf(read, sessionId);
      return {
        passkeys: passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
          passkeyId,
          name,
          createTime: timestamp(createdAt),
          lastUseTime: lastUsedAt && timestamp(lastUsedAt),
        })),
        missingProof: missingProofs[toChange(session, passkeys)],
      };
    },

    removePasskey: async (call) => {
      const { sessionId, passkeyId, address } = call.request;
      const recorded: Recorded = { sessionId, passkeyId };
      return noted("RemovePasskey", call, recorded, async () => {
        const { session, credential, first, passkeys } = await personOf(call.read, sessionId, address);
        recorded.credential = credential;
        requireMayChange(session, passkeys);
        return call.transact(async (tx) => {
          requireFound((await tx.passkeys.remove(first, passkeyId)) || undefined);
          record(tx, "RemovePasskey", call, { credential, sessionId }, [passkeyId]);
          return {};
        });
      });
    },
  });

  /** Returns the session of a browser; undefined for one that has ended, whose browser begins another one. */
  async function inForce(read: Readers, sessionId: string): Promise<AcceptedSession | undefined> {
    const session = await read.signInSessions.find(sessionId);
    const credential = session && (await deps.sessionCredentials.find(session.credentialId));
    return credential && { session, credential };
  }

  /** Begins a session, or gives a session a new proof. */
  async function prove(
    tx: Transaction,
    call: Parameters<typeof record>[2],
    used: {
      readonly present: AcceptedSession | undefined;
      readonly passkey: Passkey;
      readonly browserSession: string | undefined;
      readonly credential: RegisteredCredential;
    },
  ) {
    const { present, credential, passkey, browserSession } = used;
    const proved = present && (await tx.signInSessions.proveByPasskey(present.session.sessionId));
    if (proved) {
      if (
        browserSession !== undefined &&
        !(await tx.oauthStates.consume(hashOfState("Session", browserSession)))
      )
        throw new Failure("CREDENTIAL_REFUSED");
      const { sessionId } = proved;
      record(tx, "UsePasskey", call, { ...present, sessionId }, [passkey.passkeyId]);
      return { sessionId, lifetimeSeconds: lifetimeOf(proved) };
    }
    const { credentialId } = credential;
    const open = () => tx.signInSessions.openByPasskey(newId("session"), credentialId);
    const { session, ended } = await openSession(tx, credentialId, open);
    const { sessionId } = session;
    record(tx, "UsePasskey", call, { credential, sessionId }, [passkey.passkeyId, ...ended]);
    return { sessionId, lifetimeSeconds: lifetimeOf(session) };
  }

  /** Does the work of a call, and records its refusal with what is known of the caller. */
  async function noted<T>(
    operation: string,
    { requestId, request: { address } }: Pick<Call<{ readonly address: string }, T>, "requestId" | "request">,
    recorded: Recorded,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Failure) {
        const { credential, sessionId, passkeyId } = recorded;
        const principal = credential ? principalOfPerson(credential, { sessionId }) : ANONYMOUS;
        const call = { operation, requestId, principal, addressHash: audit.addressHash(address) };
        audit.note(
          recordOf(call, { resourceIds: passkeyId === undefined ? [] : [passkeyId], failure: error }),
        );
      }
      throw error;
    }
  }

  /** Remembers a challenge for the browser that has the secret. */
  async function remember(
    tx: Pick<Transaction, "oauthStates">,
    kind: Purpose,
    browser: string,
    { challenge, options }: Offer,
    sessionId?: string,
  ): Promise<{ options: string }> {
    const kept: Challenge = { challenge, ...(sessionId === undefined ? {} : { sessionId }) };
    await tx.oauthStates.put({
      hash: hashOfState(kind, browser),
      kind,
      payload: sealState(kind, browser, Buffer.from(JSON.stringify(kept))),
      lifetimeSeconds: CHALLENGE_SECONDS,
    });
    return { options };
  }

  /** Uses a challenge up, in a transaction of its own: also for an answer that does not fit. @returns the challenge for one of any number of callers */
  async function takeChallenge(
    read: Pick<Readers, "oauthStates">,
    kind: Purpose,
    browser: string,
  ): Promise<Challenge | undefined> {
    const hash = hashOfState(kind, browser);
    const found = await read.oauthStates.find(hash);
    if (!found || !(await store.transact((tx) => tx.oauthStates.consume(hash)))) return undefined;
    return JSON.parse(openState(kind, browser, found.payload).toString());
  }

  /** @throws Failure CREDENTIAL_REFUSED when a copy of the authenticator may exist */
  async function requireGrown(
    tx: Pick<Transaction, "passkeys">,
    { passkeyId, signCount: before }: Passkey,
    signCount: number,
  ): Promise<void> {
    if (await tx.passkeys.use(passkeyId, signCount)) return;
    log.warn(
      { passkeyId, before, signCount },
      "the counter of a passkey has not grown, or the passkey is removed",
    );
    throw new Failure("CREDENTIAL_REFUSED");
  }
}

/** A session is only proved by a passkey of the key that its person has signed in as, or of a key in the same line. */
async function requireSameLine(
  { passkeys }: Pick<Readers, "passkeys">,
  { credentialId }: SignInSession,
  { firstCredentialId }: Passkey,
): Promise<void> {
  if ((await passkeys.firstOf(credentialId)) !== firstCredentialId) throw new Failure("CREDENTIAL_REFUSED");
}

/** Returns the proof that a session lacks to change passkeys: with the first one, a stolen cookie could change no more. */
const toChange = (session: SignInSession, passkeys: readonly Passkey[]) =>
  missingProof(session, { hasPasskeys: passkeys.length > 0, isSensitive: true }, Date.now());

function requireMayChange(session: SignInSession, passkeys: readonly Passkey[]): void {
  if (toChange(session, passkeys) !== "none") throw new Failure("CREDENTIAL_REFUSED");
}

function requirePlace(passkeys: readonly Passkey[]): void {
  if (passkeys.length >= PASSKEYS_MAX) throw new Failure("PASSKEY_LIMIT");
}

/** Stores a passkey. Several that are added at once find their places one after another. @throws Failure */
async function insert(
  tx: Pick<Transaction, "passkeys">,
  passkey: Parameters<Transaction["passkeys"]["insert"]>[0],
): Promise<void> {
  while (!(await tx.passkeys.insert(passkey))) {
    if (await tx.passkeys.withWebauthnId(passkey.webauthnId)) throw new Failure("CREDENTIAL_REFUSED");
    requirePlace(await tx.passkeys.listOf(passkey.firstCredentialId));
  }
}
