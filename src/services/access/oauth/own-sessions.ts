import type {
  AllowProgramRequest,
  AllowProgramResponse,
  EndSignInSessionRequest,
  EndSignInSessionResponse,
  ListSignInSessionsRequest,
  ListSignInSessionsResponse,
  RevokeProgramRequest,
  RevokeProgramResponse,
} from "../../../../gen/ts/pda/access/v1/sign_in_service.ts";
import { uuidOf } from "../../../domain/identifier/identifier.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handler } from "../../../rpc/handler.ts";
import type { SignInSession } from "../../../store/sign-in-sessions.ts";
import { requireFound } from "../../contract/require-found.ts";
import { timestamp } from "../../contract/timestamp.ts";
import { endGrant, endSession } from "./end-grants.ts";
import type { SessionCalls } from "./session-calls.ts";

/** A person ends other sessions within this time after signing in (OWASP ASVS 7.5.2). */
const FRESH_MS = 900_000;

const isFresh = ({ openedAt }: SignInSession): boolean => Date.now() - openedAt.getTime() < FRESH_MS;

/** Makes what people do with their own sessions, and with the programs that they have allowed. */
export function ownSessions({ inSession, record }: SessionCalls) {
  const allowProgram: Handler<AllowProgramRequest, AllowProgramResponse> = async (call) => {
    const { sessionId, address, ...grant } = call.request;
    const { credential } = await inSession(call.read, sessionId, address);
    return call.transact(async (tx) => {
      await tx.signInGrants.insert(sessionId, grant);
      record(tx, "AllowProgram", call, { credential, sessionId, clientId: grant.clientId });
      return {};
    });
  };

  const revokeProgram: Handler<RevokeProgramRequest, RevokeProgramResponse> = async (call) => {
    const { sessionId, grantId, address } = call.request;
    const { session, credential } = await inSession(call.read, sessionId, address);
    return call.transact(async (tx) => {
      const clientId = requireFound(await tx.signInGrants.endOf(session.credentialId, grantId));
      await endGrant(tx, grantId);
      record(tx, "RevokeProgram", call, { credential, sessionId, clientId });
      return {};
    });
  };

  const listSignInSessions: Handler<ListSignInSessionsRequest, ListSignInSessionsResponse> = async ({
    request: { sessionId },
    read,
  }) => {
    const { session, credential } = await inSession(read, sessionId);
    const { credentialId, name } = credential;
    const sessions = await read.signInSessions.listOf(credentialId);
    const grants = await read.signInGrants.listOf(sessions.map((each) => each.sessionId));
    return {
      sessions: sessions.map((each) => ({
        sessionId: each.sessionId,
        openTime: timestamp(each.openedAt),
        lastUseTime: timestamp(each.lastUsedAt),
        expireTime: timestamp(each.expiresAt),
        programs: grants
          .filter((grant) => grant.session === uuidOf("session", each.sessionId))
          .map(({ grantId, clientId, scopes, allowedAt }) => ({
            grantId,
            clientId,
            scopes: [...scopes],
            allowTime: timestamp(allowedAt),
          })),
      })),
      mayEndOthers: isFresh(session),
      credentialId,
      credentialName: name,
    };
  };

  const endSignInSession: Handler<EndSignInSessionRequest, EndSignInSessionResponse> = async (call) => {
    const { sessionId, endedSessionId, address } = call.request;
    const { session, credential } = await inSession(call.read, sessionId, address);
    if (endedSessionId !== sessionId && !isFresh(session)) throw new Failure("CREDENTIAL_REFUSED");
    return call.transact(async (tx) => {
      const own = (await tx.signInSessions.listOf(session.credentialId)).map((each) => each.sessionId);
      const ended = own.filter((each) =>
        endedSessionId === undefined ? each !== sessionId : each === endedSessionId,
      );
      if (endedSessionId !== undefined) requireFound(ended[0]);
      for (const each of ended) await endSession(tx, each);
      record(tx, "EndSignInSession", call, { credential, sessionId }, ended);
      return {};
    });
  };

  return { allowProgram, revokeProgram, listSignInSessions, endSignInSession };
}
