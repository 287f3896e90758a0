import { catalogue, type ErrorName, type ErrorReason } from "../../../gen/errors/catalogue.ts";
import type {
  RecordRefusalsRequest,
  RecordRefusalsResponse,
  RefusedCall,
} from "../../../gen/ts/pda/access/v1/access_service.ts";
import type { AuditEntry } from "../../domain/audit/record.ts";
import { recordOf } from "../../rpc/audit/describe.ts";
import type { AuditTrail } from "../../rpc/audit/trail.ts";
import { overloaded } from "../../rpc/overload.ts";

type Trail = Pick<AuditTrail, "note" | "addressHash" | "isFull">;

/** Notes the calls that a gateway has answered by itself. @throws Failure UNAVAILABLE while too many records wait */
export function recordRefusals(trail: Trail, { calls }: RecordRefusalsRequest): RecordRefusalsResponse {
  if (trail.isFull) throw overloaded();
  for (const call of calls) trail.note(refusalRecord(trail, call));
  return {};
}

function refusalRecord(trail: Trail, call: RefusedCall): AuditEntry {
  const { callTime, requestId, operation = "unknown", principal, address, resourceIds, callCount } = call;
  if (!callTime || !principal) throw new Error("a refused call has a time and a principal");
  const time = new Date(Number(callTime.seconds) * 1000 + Math.floor(callTime.nanos / 1_000_000));
  const addressHash = trail.addressHash(address);
  // A gateway of another version may know errors that this core does not know.
  const entry = Object.hasOwn(catalogue, call.error) ? (call.error as ErrorName) : "INTERNAL";
  const failure = { entry, reason: call.reason as ErrorReason };
  const record = recordOf({ operation, principal, requestId, addressHash, time }, { resourceIds, failure });
  return callCount > 1 ? { ...record, callCount } : record;
}
