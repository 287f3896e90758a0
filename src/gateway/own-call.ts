import type { CoreClient } from "../rpc/client.ts";
import { LightSignal } from "../rpc/light-signal.ts";
import { requestIdOf } from "../rpc/request-id.ts";
import { ANONYMOUS } from "./anonymous.ts";

/** A call that the gateway makes in its own name. */
interface OwnCall {
  readonly path: string;
  readonly request: Uint8Array;
  readonly withinMs: number;
  /** Of the caller's request that the call is a part of; absent for a call that serves several or none. */
  readonly requestId?: string;
  /** Address of the caller that the call is for; absent for a call that serves several or none. */
  readonly address?: string;
  /** Ends the call early. */
  readonly signal?: AbortSignal;
}

/** Asks or tells a core something in the gateway's own name. @returns the encoded answer @throws Failure */
export async function ownCall(
  core: Pick<CoreClient, "call">,
  {
    path,
    request,
    withinMs,
    requestId = requestIdOf(undefined),
    address,
    signal = new LightSignal(),
  }: OwnCall,
): Promise<Uint8Array> {
  const { response } = await core.call(path, request, {
    requestId,
    principal: ANONYMOUS,
    deadlineMs: Date.now() + withinMs,
    signal,
    ...(address === undefined ? {} : { address }),
  });
  return response;
}
