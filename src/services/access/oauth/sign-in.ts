import {
  type OpenSignInLinkRequest,
  SignInServiceService,
} from "../../../../gen/ts/pda/access/v1/sign_in_service.ts";
import { hashOfSecret } from "../../../domain/access/sign-in-link.ts";
import type { AuditTrail } from "../../../rpc/audit/trail.ts";
import { Failure } from "../../../rpc/failure.ts";
import { implement, type ServedMethod } from "../../../rpc/handler.ts";
import type { SignInSession } from "../../../store/sign-in-sessions.ts";
import type { Readers, Transaction } from "../../../store/store.ts";
import { requireFound } from "../../contract/require-found.ts";
import { timestamp } from "../../contract/timestamp.ts";
import { endGrant } from "./end-grants.ts";
import { missingProofs, missingToAllow } from "./missing-proof.ts";
import { lifetimeOf, openSession } from "./open-session.ts";
import { ownSessions } from "./own-sessions.ts";
import { hashOfState, openState, sealState } from "./sealed-state.ts";
import { sessionCalls } from "./session-calls.ts";
import type { SessionCredentials } from "./session-credentials.ts";
import type { SessionTokens } from "./session-tokens.ts";

/** Kind of the state that names the session which a browser has opened by a link. */
const OPENING = "SignInLinkOpening";
/** As long as the gateway lets a browser keep its secret. */
const OPENING_SECONDS = 600;

/** What signing people in needs of the core. */
interface SignInDeps {
  readonly sessionCredentials: SessionCredentials;
  readonly sessionTokens: Pick<SessionTokens, "issue">;
  readonly audit: Pick<AuditTrail, "commit" | "addressHash" | "isFull">;
}

/** Serves what the gateway asks to sign people in. */
export function signInService(deps: SignInDeps): ServedMethod[] {
  const { sessionCredentials, sessionTokens } = deps;
  const calls = sessionCalls(deps);
  const { accepted, inSession, record } = calls;
  return implement(SignInServiceService, {
    ...ownSessions(calls),
    checkSignInLink: async ({ request, read }) => {
      const unopened = await read.signInSessions.credentialOfLink(hashOfSecret(request.secret));
      const { credentialId, name } = await accepted(unopened, request.address);
      return { credentialId, credentialName: name };
    },
    openSignInLink: async (call) => {
      const { request } = call;
      const linkHash = hashOfSecret(request.secret);
      const unopened = await call.read.signInSessions.credentialOfLink(linkHash);
      // In this order: what opens the link in between is then found here.
      const before = unopened === undefined ? await openedBefore(call.read, request) : undefined;
      const credential = await accepted(unopened ?? before?.credentialId, request.address);
      if (before) return opened(before);
      const { credentialId } = credential;
      return call.transact(async (tx) => {
        const { session, ended } = await openSession(tx, credentialId, () =>
          tx.signInSessions.open(linkHash),
        );
        if (!session) {
          // The browser has opened the link at the same time.
          const other = await openedBefore(tx, request);
          if (!other) throw new Failure("CREDENTIAL_REFUSED");
          return opened(other);
        }
        const { sessionId } = session;
        await rememberOpening(tx, request, sessionId);
        record(tx, "OpenSignInLink", call, { credential, sessionId }, ended);
        return opened(session);
      });
    },
    useSignInSession: async ({ request, transact }) =>
      transact(async (tx) => {
        const session = requireFound(await tx.signInSessions.use(request.sessionId));
        const { credentialId, expiresAt } = session;
        const { name, scopes } = requireFound(await sessionCredentials.find(credentialId));
        const wanted = scopes.filter((each) => request.scopes.includes(each));
        return {
          credentialId,
          credentialName: name,
          scopes: [...scopes],
          expireTime: timestamp(expiresAt),
          missingProof: missingProofs[await missingToAllow(tx, session, wanted)],
        };
      }),
    issueSessionToken: async (call) => {
      const { request } = call;
      const { sessionId, clientId } = request;
      const { credential } = await inSession(call.read, sessionId, request.address);
      return call.transact(async (tx) => {
        const session = await tx.signInSessions.use(sessionId);
        if (!session) throw new Failure("CREDENTIAL_REFUSED");
        record(tx, "IssueSessionToken", call, { credential, sessionId, clientId });
        return sessionTokens.issue(session, credential, request);
      });
    },
    putOAuthState: async ({ request: { kind, id, payload, lifetimeSeconds, grantId }, transact }) =>
      transact(async (tx) => {
        const sealed = sealState(kind, id, payload);
        await tx.oauthStates.put({
          hash: hashOfState(kind, id),
          kind,
          payload: sealed,
          grantId,
          lifetimeSeconds,
        });
        return {};
      }),
    getOAuthState: async ({ request: { kind, id }, read }) => {
      const found = await read.oauthStates.find(hashOfState(kind, id));
      // The core says so, because a gateway of an earlier version takes a consumed session for one in force.
      const { payload, consumed } = requireFound(kind === "Session" && found?.consumed ? undefined : found);
      return { payload: openState(kind, id, payload), consumed };
    },
    consumeOAuthState: async ({ request: { kind, id }, transact }) =>
      transact(async (tx) => ({ first: await tx.oauthStates.consume(hashOfState(kind, id)) })),
    deleteOAuthState: async ({ request: { kind, id }, transact }) =>
      transact(async (tx) => {
        await tx.oauthStates.delete(hashOfState(kind, id));
        return {};
      }),
    endOAuthGrant: async (call) =>
      call.transact(async (tx) => {
        const ended = await endGrant(tx, call.request.grantId);
        // A person whose key counts no more has no tokens either.
        const credential = ended && (await sessionCredentials.find(ended.credentialId));
        if (credential) {
          const { sessionId, clientId } = ended;
          record(tx, "EndOAuthGrant", call, { credential, sessionId, clientId });
        }
        return {};
      }),
  });
}

const opened = (session: SignInSession) => ({
  sessionId: session.sessionId,
  lifetimeSeconds: lifetimeOf(session),
});

/** Returns what names the opening of a link by a browser; undefined for a browser without a secret. */
const openingOf = ({ secret, browser }: OpenSignInLinkRequest): string | undefined =>
  browser === undefined ? undefined : `${browser} ${secret}`;

/** Remembers which session a browser has opened by a link. */
async function rememberOpening(
  tx: Pick<Transaction, "oauthStates">,
  request: OpenSignInLinkRequest,
  sessionId: string,
): Promise<void> {
  const id = openingOf(request);
  if (id === undefined) return;
  await tx.oauthStates.put({
    hash: hashOfState(OPENING, id),
    kind: OPENING,
    payload: sealState(OPENING, id, Buffer.from(sessionId)),
    lifetimeSeconds: OPENING_SECONDS,
  });
}

/** Returns the session in force that the same browser has opened by the same link. */
async function openedBefore(
  read: Pick<Readers, "oauthStates" | "signInSessions">,
  request: OpenSignInLinkRequest,
): Promise<SignInSession | undefined> {
  const id = openingOf(request);
  if (id === undefined) return undefined;
  const kept = await read.oauthStates.find(hashOfState(OPENING, id));
  return kept && read.signInSessions.find(openState(OPENING, id, kept.payload).toString());
}
