import {
  AllowProgramRequest,
  CheckSignInLinkRequest,
  CheckSignInLinkResponse,
  ConsumeOAuthStateRequest,
  ConsumeOAuthStateResponse,
  DeleteOAuthStateRequest,
  EndOAuthGrantRequest,
  EndSignInSessionRequest,
  GetOAuthStateRequest,
  GetOAuthStateResponse,
  IssueSessionTokenRequest,
  IssueSessionTokenResponse,
  ListSignInSessionsRequest,
  ListSignInSessionsResponse,
  OpenSignInLinkRequest,
  OpenSignInLinkResponse,
  PutOAuthStateRequest,
  RevokeProgramRequest,
  SignInServiceService as service,
  UseSignInSessionRequest,
  UseSignInSessionResponse,
} from "../../../../gen/ts/pda/access/v1/sign_in_service.ts";
import type { CoreClient } from "../../../rpc/client.ts";
import { Failure } from "../../../rpc/failure.ts";
import { ownCall } from "../../own-call.ts";

export const DEADLINE_MS = 5_000;

/** The request of a person or of a person's program. */
export interface Caller {
  readonly requestId: string;
  readonly address: string;
}

/** The questions of the authorisation server to the core about people. Each may throw a Failure. */
export type SignInCore = ReturnType<typeof signInCore>;

/** Makes the questions of the authorisation server to the core about people and what is remembered of their sign-ins. */
export function signInCore(core: Pick<CoreClient, "call">) {
  const ask = (path: string, request: Uint8Array, requestId?: string) =>
    ownCall(core, {
      path,
      request,
      withinMs: DEADLINE_MS,
      ...(requestId === undefined ? {} : { requestId }),
    });
  return {
    /** Returns the credential that a sign-in link would sign in to now. @throws Failure UNAUTHENTICATED for one that would not */
    async checkLink(secret: string, { requestId, address }: Caller): Promise<CheckSignInLinkResponse> {
      const request = CheckSignInLinkRequest.encode({ secret, address }).finish();
      return CheckSignInLinkResponse.decode(await ask(service.checkSignInLink.path, request, requestId));
    },
    /** Opens a sign-in link, or opens it again for the same browser. @throws Failure UNAUTHENTICATED for one that does not count now */
    async openLink(
      opened: Omit<OpenSignInLinkRequest, "address">,
      { requestId, address }: Caller,
    ): Promise<OpenSignInLinkResponse> {
      const request = OpenSignInLinkRequest.encode({ ...opened, address }).finish();
      return OpenSignInLinkResponse.decode(await ask(service.openSignInLink.path, request, requestId));
    },
    /** Returns a session in force, which counts as used; undefined for any other. @param scopes what a program asks for */
    async session(
      sessionId: string,
      scopes: readonly string[] = [],
    ): Promise<UseSignInSessionResponse | undefined> {
      const request = UseSignInSessionRequest.encode({ sessionId, scopes: [...scopes] }).finish();
      const answer = await unlessUnknown(ask(service.useSignInSession.path, request));
      return answer && UseSignInSessionResponse.decode(answer);
    },
    /** Issues an access token. @throws Failure UNAUTHENTICATED when the session is not in force */
    async issue(
      wanted: Omit<IssueSessionTokenRequest, "address">,
      { requestId, address }: Caller,
    ): Promise<IssueSessionTokenResponse> {
      const request = IssueSessionTokenRequest.encode({ ...wanted, address }).finish();
      return IssueSessionTokenResponse.decode(await ask(service.issueSessionToken.path, request, requestId));
    },
    /** Records that a person allows a program to act. @throws Failure UNAUTHENTICATED when the session is not in force */
    async allow(
      allowed: Omit<AllowProgramRequest, "address">,
      { requestId, address }: Caller,
    ): Promise<void> {
      const request = AllowProgramRequest.encode({ ...allowed, address }).finish();
      await ask(service.allowProgram.path, request, requestId);
    },
    /** Lists the sessions of the person of a session. @throws Failure UNAUTHENTICATED when the session is not in force */
    async sessions(sessionId: string): Promise<ListSignInSessionsResponse> {
      const request = ListSignInSessionsRequest.encode({ sessionId }).finish();
      return ListSignInSessionsResponse.decode(await ask(service.listSignInSessions.path, request));
    },
    /** Ends a session of a person, or all other sessions. @throws Failure UNAUTHENTICATED, NOT_FOUND */
    async endSession(
      asked: Omit<EndSignInSessionRequest, "address">,
      { requestId, address }: Caller,
    ): Promise<void> {
      const request = EndSignInSessionRequest.encode({ ...asked, address }).finish();
      await ask(service.endSignInSession.path, request, requestId);
    },
    /** Revokes what a person has allowed to a program. @throws Failure UNAUTHENTICATED, NOT_FOUND */
    async revokeProgram(
      asked: Omit<RevokeProgramRequest, "address">,
      { requestId, address }: Caller,
    ): Promise<void> {
      const request = RevokeProgramRequest.encode({ ...asked, address }).finish();
      await ask(service.revokeProgram.path, request, requestId);
    },
    async putState(state: PutOAuthStateRequest): Promise<void> {
      await ask(service.putOAuthState.path, PutOAuthStateRequest.encode(state).finish());
    },
    /** Returns a state; undefined for one that is unknown or has ended. */
    async getState(kind: string, id: string): Promise<GetOAuthStateResponse | undefined> {
      const request = GetOAuthStateRequest.encode({ kind, id }).finish();
      const answer = await unlessUnknown(ask(service.getOAuthState.path, request));
      return answer && GetOAuthStateResponse.decode(answer);
    },
    /** Consumes a state. @returns true for one of any number of callers */
    async consumeState(kind: string, id: string): Promise<boolean> {
      const request = ConsumeOAuthStateRequest.encode({ kind, id }).finish();
      return ConsumeOAuthStateResponse.decode(await ask(service.consumeOAuthState.path, request)).first;
    },
    async deleteState(kind: string, id: string): Promise<void> {
      await ask(service.deleteOAuthState.path, DeleteOAuthStateRequest.encode({ kind, id }).finish());
    },
    /** Ends a grant with all its tokens. */
    async endGrant(grantId: string, { requestId, address }: Caller): Promise<void> {
      const request = EndOAuthGrantRequest.encode({ grantId, address }).finish();
      await ask(service.endOAuthGrant.path, request, requestId);
    },
  };
}

async function unlessUnknown(answer: Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Failure && error.entry === "NOT_FOUND") return undefined;
    throw error;
  }
}
