import { AuditMechanism } from "../../../../gen/ts/pda/audit/v1/audit.ts";
import { SignInServiceService } from "../../../../gen/ts/pda/access/v1/sign_in_service.ts";
import type { RegisteredCredential } from "../../../domain/access/credential.ts";
import { hashOfSecret } from "../../../domain/access/sign-in-link.ts";
import { recordOf } from "../../../rpc/audit/describe.ts";
import type { AuditTrail } from "../../../rpc/audit/trail.ts";
import { Failure } from "../../../rpc/failure.ts";
import { implement, type ServedMethod } from "../../../rpc/handler.ts";
import { overloaded } from "../../../rpc/overload.ts";
import { requireFound } from "../../contract/require-found.ts";
import type { Transaction } from "../../../store/store.ts";
import { timestamp } from "../../contract/timestamp.ts";
import { principalOfRegistered } from "../principal.ts";
import { LIFETIME_SECONDS } from "./token-form.ts";
import { hashOfState, openState, sealState } from "./sealed-state.ts";
import type { SessionCredentials } from "./session-credentials.ts";
import type { SessionTokens } from "./session-tokens.ts";

/** What signing people in needs of the core. */
interface SignInDeps {
  readonly sessionCredentials: SessionCredentials;
  readonly sessionTokens: Pick<SessionTokens, "issue">;
  readonly audit: Pick<AuditTrail, "commit" | "addressHash" | "isFull">;
}

/** Whose session a call belongs to, and the program that makes the call for the person. */
interface Caller {
  readonly credential: RegisteredCredential;
  readonly sessionId: string;
  readonly clientId?: string;
}

/** Serves what the gateway asks to sign people in. The gateway calls in its own name, so the records of people's calls are made here. */
export function signInService({ sessionCredentials, sessionTokens, audit }: SignInDeps): ServedMethod[] {
  /** Records a call with its effect. */
  const record = (
    tx: Pick<Transaction, "auditBatches">,
    operation: string,
    { requestId, request: { address } }: { requestId: string; request: { address: string } },
    { credential, ...session }: Caller,
  ): void => {
    const mechanism = AuditMechanism.AUDIT_MECHANISM_SESSION;
    const principal = principalOfRegistered(credential, { mechanism, ...session });
    const call = { operation, requestId, principal, addressHash: audit.addressHash(address) };
    audit.commit(tx, [recordOf(call, { resourceIds: [] })]);
  };
  const accepted = async (credentialId: string | undefined): Promise<RegisteredCredential> => {
    if (audit.isFull) throw overloaded();
    const credential = credentialId === undefined ? undefined : await sessionCredentials.find(credentialId);
    if (!credential) throw new Failure("CREDENTIAL_REFUSED");
    return credential;
  };
  return implement(SignInServiceService, {
    openSignInLink: async (call) => {
      const { secret, address } = call.request;
      const linkHash = hashOfSecret(secret);
      const credential = await accepted(await call.read.signInSessions.credentialOfLink(linkHash));
      sessionCredentials.use(credential, address);
      return call.transact(async (tx) => {
        const session = await tx.signInSessions.open(linkHash);
        if (!session) throw new Failure("CREDENTIAL_REFUSED");
        const { sessionId, openedAt, expiresAt } = session;
        record(tx, "OpenSignInLink", call, { credential, sessionId });
        const lifetimeSeconds = Math.floor((expiresAt.getTime() - openedAt.getTime()) / 1000);
        return { sessionId, lifetimeSeconds };
      });
    },
    useSignInSession: async ({ request, transact }) =>
      transact(async (tx) => {
        const { credentialId, expiresAt } = requireFound(await tx.signInSessions.use(request.sessionId));
        const { name, scopes } = requireFound(await sessionCredentials.find(credentialId));
        return {
          credentialId,
          credentialName: name,
          scopes: [...scopes],
          expireTime: timestamp(expiresAt),
        };
      }),
    issueSessionToken: async (call) => {
      const { request } = call;
      const { sessionId, clientId } = request;
      const found = await call.read.signInSessions.find(sessionId);
      const credential = await accepted(found?.credentialId);
      sessionCredentials.use(credential, request.address);
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
      const { payload, consumed } = requireFound(await read.oauthStates.find(hashOfState(kind, id)));
      return { payload: openState(kind, id, payload), consumed };
    },
    consumeOAuthState: async ({ request: { kind, id }, transact }) =>
      transact(async (tx) => ({ first: await tx.oauthStates.consume(hashOfState(kind, id)) })),
    deleteOAuthState: async ({ request: { kind, id }, transact }) =>
      transact(async (tx) => {
        await tx.oauthStates.delete(hashOfState(kind, id));
        return {};
      }),
    endOAuthGrant: async ({ request: { grantId }, transact }) =>
      transact(async (tx) => {
        await tx.oauthStates.deleteGrant(grantId);
        // A token that is being issued now outlives those issued before.
        const expiresAt = new Date(Date.now() + 2 * LIFETIME_SECONDS * 1000);
        await tx.revokedAccessTokens.revoke({ tokenId: grantId, expiresAt });
        return {};
      }),
  });
}
