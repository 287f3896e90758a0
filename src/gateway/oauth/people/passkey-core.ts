import {
  AddPasskeyRequest,
  BeginPasskeyRegistrationRequest,
  BeginPasskeyRegistrationResponse,
  BeginPasskeySignInRequest,
  BeginPasskeySignInResponse,
  ListPasskeysRequest,
  ListPasskeysResponse,
  PasskeyServiceService as service,
  RemovePasskeyRequest,
  UsePasskeyRequest,
  UsePasskeyResponse,
} from "../../../../gen/ts/pda/access/v1/passkey_service.ts";
import type { CoreClient } from "../../../rpc/client.ts";
import { type Caller, DEADLINE_MS } from "./core.ts";
import { ownCall } from "../../own-call.ts";

/** The questions of the authorisation server to the core about passkeys. Each may throw a Failure. */
export type PasskeyCore = ReturnType<typeof passkeyCore>;

/** Makes the questions of the authorisation server to the core about passkeys. */
export function passkeyCore(core: Pick<CoreClient, "call">) {
  const ask = (path: string, request: Uint8Array, requestId?: string) =>
    ownCall(core, {
      path,
      request,
      withinMs: DEADLINE_MS,
      ...(requestId === undefined ? {} : { requestId }),
    });
  return {
    /** Makes a challenge to sign in. @returns the options of the browser's call as JSON */
    async beginSignIn(browser: string): Promise<string> {
      const request = BeginPasskeySignInRequest.encode({ browser }).finish();
      return BeginPasskeySignInResponse.decode(await ask(service.beginPasskeySignIn.path, request)).options;
    },
    /** Begins a session by a passkey, or gives a session a new proof. @throws Failure UNAUTHENTICATED, RATE_LIMITED */
    async use(
      used: Omit<UsePasskeyRequest, "address">,
      { requestId, address }: Caller,
    ): Promise<UsePasskeyResponse> {
      const request = UsePasskeyRequest.encode({ ...used, address }).finish();
      return UsePasskeyResponse.decode(await ask(service.usePasskey.path, request, requestId));
    },
    /** Makes a challenge to add a passkey. @returns the options of the browser's call as JSON @throws Failure UNAUTHENTICATED, LIMIT_REACHED */
    async beginRegistration(browser: string, sessionId: string): Promise<string> {
      const request = BeginPasskeyRegistrationRequest.encode({ browser, sessionId }).finish();
      const answer = await ask(service.beginPasskeyRegistration.path, request);
      return BeginPasskeyRegistrationResponse.decode(answer).options;
    },
    /** Adds a passkey. @throws Failure UNAUTHENTICATED, LIMIT_REACHED */
    async add(added: Omit<AddPasskeyRequest, "address">, { requestId, address }: Caller): Promise<void> {
      await ask(service.addPasskey.path, AddPasskeyRequest.encode({ ...added, address }).finish(), requestId);
    },
    /** Lists the passkeys of the person of a session. @throws Failure UNAUTHENTICATED */
    async list(sessionId: string): Promise<ListPasskeysResponse> {
      const request = ListPasskeysRequest.encode({ sessionId }).finish();
      return ListPasskeysResponse.decode(await ask(service.listPasskeys.path, request));
    },
    /** Removes a passkey. @throws Failure UNAUTHENTICATED, NOT_FOUND */
    async remove(
      removed: Omit<RemovePasskeyRequest, "address">,
      { requestId, address }: Caller,
    ): Promise<void> {
      const request = RemovePasskeyRequest.encode({ ...removed, address }).finish();
      await ask(service.removePasskey.path, request, requestId);
    },
  };
}
