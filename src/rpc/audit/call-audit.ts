import type { Operation } from "../../../gen/rest/operations.ts";
import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { AuditEntry } from "../../domain/audit/record.ts";
import type { Transaction } from "../../store/store.ts";
import type { CallResult } from "../call.ts";
import type { Failure } from "../failure.ts";
import type { ServedMethod } from "../handler.ts";
import type { Outcome } from "../outcome.ts";
import { recordOf } from "./describe.ts";
import { type ResourceIds, resourceIdsOf } from "./resource-ids.ts";
import type { AuditTrail } from "./trail.ts";

/** What a record says of a call, whether it succeeds or not. */
export interface Caused {
  readonly principal: Principal;
  readonly requestId: string;
  readonly address?: string | undefined;
  /** Absent when the request was refused before it was decoded. */
  readonly request?: unknown;
}

/** Keeps the records of the calls of one method. */
export class CallAudit {
  readonly #method: ServedMethod;
  readonly #operation: Operation;
  readonly #trail: AuditTrail;
  readonly #resourceIds: ResourceIds;

  constructor(operation: Operation, method: ServedMethod, trail: AuditTrail) {
    this.#operation = operation;
    this.#method = method;
    this.#trail = trail;
    this.#resourceIds = resourceIdsOf(operation);
  }

  /** Adds the records of the calls that succeeded to their transaction. The others have no effect, and are noted when they have failed. */
  commit(
    tx: Pick<Transaction, "auditBatches">,
    calls: readonly Caused[],
    outcomes: readonly Outcome<CallResult>[],
  ): void {
    const records: AuditEntry[] = [];
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status !== "fulfilled") continue;
      records.push(this.#succeeded(calls[index] as Caused, outcome.value));
      outcome.value.recorded = true;
    }
    this.#trail.commit(tx, records);
  }

  /** Notes a call that succeeded, unless its record has committed with its effect. */
  succeeded(call: Caused, result: CallResult): void {
    if (!result.recorded) this.#trail.note(this.#succeeded(call, result));
  }

  failed(call: Caused, failure: Failure): void {
    const resourceIds = call.request === undefined ? [] : this.#resourceIds(call.request);
    this.#trail.note(recordOf(this.#audited(call), { resourceIds, failure }));
  }

  #succeeded(call: Caused, { replayed, message, response }: CallResult): AuditEntry {
    // Only a stored answer has to be decoded.
    const answer = message ?? (replayed ? this.#method.decodeResponse(response) : undefined);
    return recordOf(this.#audited(call), { resourceIds: this.#resourceIds(call.request, answer), replayed });
  }

  #audited({ principal, requestId, address }: Caused) {
    const addressHash = this.#trail.addressHash(address);
    return { operation: this.#operation.method, principal, requestId, addressHash };
  }
}
