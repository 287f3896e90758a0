import type { Principal } from "../../../../gen/ts/pda/access/v1/access.ts";
import { AuditMechanism } from "../../../../gen/ts/pda/audit/v1/audit.ts";
import type { RegisteredCredential } from "../../../domain/access/credential.ts";
import { recordOf } from "../../../rpc/audit/describe.ts";
import type { AuditTrail } from "../../../rpc/audit/trail.ts";
import { Failure } from "../../../rpc/failure.ts";
import { overloaded } from "../../../rpc/overload.ts";
import type { SignInSession, SignInSessionReader } from "../../../store/sign-in-sessions.ts";
import type { Transaction } from "../../../store/store.ts";
import { principalOfRegistered } from "../principal.ts";
import type { SessionCredentials } from "./session-credentials.ts";

interface SessionCallsDeps {
  readonly sessionCredentials: SessionCredentials;
  readonly audit: Pick<AuditTrail, "commit" | "addressHash" | "isFull">;
}

/** What a person or a person's program asks for, as the gateway passes it on. */
interface PersonsCall {
  readonly requestId: string;
  readonly request: { readonly address: string };
}

/** Whose session a call belongs to, and the program that the call is of, or about. */
interface Caller {
  readonly credential: RegisteredCredential;
  readonly sessionId: string;
  readonly clientId?: string;
}

/** A session in force, with the credential that its person has signed in as. */
export interface AcceptedSession {
  readonly session: SignInSession;
  readonly credential: RegisteredCredential;
}

/** Returns the principal of a person, or of a person's program. */
export const principalOfPerson = (
  credential: RegisteredCredential,
  session: { readonly sessionId?: string | undefined; readonly clientId?: string },
): Principal =>
  principalOfRegistered(credential, { mechanism: AuditMechanism.AUDIT_MECHANISM_SESSION, ...session });

/** Accepts calls of people, and records them. The gateway calls in its own name, so the pipeline cannot record whose call it is. */
export type SessionCalls = ReturnType<typeof sessionCalls>;

/** Makes what accepts and records calls of people. */
export function sessionCalls({ sessionCredentials, audit }: SessionCallsDeps) {
  const accepted = async (credentialId: string | undefined, address?: string) => {
    if (audit.isFull) throw overloaded();
    const credential = credentialId === undefined ? undefined : await sessionCredentials.find(credentialId);
    if (!credential) throw new Failure("CREDENTIAL_REFUSED");
    if (address !== undefined) sessionCredentials.use(credential, address);
    return credential;
  };
  return {
    /**
     * Returns a credential that is accepted now. With an address, the credential is used from there.
     * @throws Failure UNAUTHENTICATED, PERMISSION_DENIED for an address from which it may not be used, UNAVAILABLE while the call could leave
     * no record
     */
    accepted,
    /** Returns the session in force of a call. @throws as `accepted` does */
    inSession: async (
      read: { readonly signInSessions: Pick<SignInSessionReader, "find"> },
      sessionId: string,
      address?: string,
    ): Promise<AcceptedSession> => {
      const session = await read.signInSessions.find(sessionId);
      const credential = await accepted(session?.credentialId, address);
      return { session: session as SignInSession, credential };
    },
    /** Records a call with its effect. @param resourceIds what the call has ended */
    record: (
      tx: Pick<Transaction, "auditBatches">,
      operation: string,
      { requestId, request: { address } }: PersonsCall,
      { credential, sessionId, clientId }: Caller,
      resourceIds: readonly string[] = [],
    ): void => {
      const principal = principalOfPerson(credential, {
        sessionId,
        ...(clientId === undefined ? {} : { clientId }),
      });
      const call = { operation, requestId, principal, addressHash: audit.addressHash(address) };
      audit.commit(tx, [recordOf(call, { resourceIds })]);
    },
  };
}
