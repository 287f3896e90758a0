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
import { isFresh } from "../../../domain/access/sign-in-proof.ts";
import { uuidOf } from "../../../domain/identifier/identifier.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handler } from "../../../rpc/handler.ts";
import { requireFound } from "../../contract/require-found.ts";
import { timestamp } from "../../contract/timestamp.ts";
import { endGrant, endSession } from "./end-grants.ts";
import { missingToAllow } from "./missing-proof.ts";
import type { SessionCalls } from "./session-calls.ts";

/** Makes what people do with their own sessions, and with the programs that they have allowed. */
export function ownSessions({ inSession, record }: SessionCalls) {
  const allowProgram: Handler<AllowProgramRequest, AllowProgramResponse> = async (call) => {
    const { sessionId, address, ...grant } = call.request;
    const { session, credential } = await inSession(call.read, sessionId, address);
    if ((await missingToAllow(call.read, session, grant.scopes)) !== "none")
      throw new Failure("CREDENTIAL_REFUSED");
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
      mayEndOthers: isFresh(session, Date.now()),
      credentialId,
      credentialName: name,
    };
  };

  const endSignInSession: Handler<EndSignInSessionRequest, EndSignInSessionResponse> = async (call) => {
    const { sessionId, endedSessionId, address } = call.request;
    const { session, credential } = await inSession(call.read, sessionId, address);
    if (endedSessionId !== sessionId && !isFresh(session, Date.now()))
      throw new Failure("CREDENTIAL_REFUSED");
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
