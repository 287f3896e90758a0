import type { AuditEntry } from "../../../domain/audit/record.ts";
import { recordOf } from "../../../rpc/audit/describe.ts";
import type { AuditTrail } from "../../../rpc/audit/trail.ts";
import { overloaded } from "../../../rpc/overload.ts";
import type { OAuthClient } from "./clients.ts";
import type { OwnTokens } from "./own-tokens.ts";

/** What an OAuth client asks for, as the gateway passes it on. */
interface ClientCall {
  readonly requestId: string;
  readonly request: { readonly clientId: string; readonly address: string };
}

/** An accepted call of an OAuth client, and its record in case that it succeeds. */
interface AcceptedCall {
  readonly client: OAuthClient;
  readonly record: AuditEntry;
}

/**
 * Accepts a call of a client that the gateway has authenticated. The gateway calls in its own name, so the pipeline cannot record whose call
 * it is; the gateway itself records those that are refused.
 *
 * @throws Failure UNAUTHENTICATED for a client that is not accepted any more, PERMISSION_DENIED for an address from which it may not be used,
 * UNAVAILABLE while so many records wait that this call could leave none
 */
export async function acceptCall(
  { ownTokens, audit }: { ownTokens: OwnTokens; audit: Pick<AuditTrail, "isFull" | "addressHash"> },
  operation: string,
  { requestId, request: { clientId, address } }: ClientCall,
): Promise<AcceptedCall> {
  if (audit.isFull) throw overloaded();
  const client = await ownTokens.requireClient(clientId);
  client.use(address);
  const call = {
    operation,
    requestId,
    principal: client.principal([], client.authentication),
    addressHash: audit.addressHash(address),
  };
  return { client, record: recordOf(call, { resourceIds: [] }) };
}
