import { operations } from "../../../gen/rest/operations.ts";
import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import { type Outcome, OutcomeStatus } from "../../../gen/ts/pda/access/v1/outcome.ts";
import type { OutcomeServiceService } from "../../../gen/ts/pda/access/v1/outcome_service.ts";
import { keyPathOf } from "../../rpc/operation.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { answerOf } from "../../rpc/idempotent.ts";
import type { Sealer } from "../../rpc/seal.ts";
import { idempotencyCaller } from "../../rpc/tenant.ts";
import type { IdempotencyKeyUse } from "../../store/idempotency.ts";
import { timestamp } from "../contract/timestamp.ts";
import { resourceIdOf } from "./resource-id.ts";

/** The operations that take an idempotency key, by the path under which the key is stored. */
const effects = new Map(
  operations
    .filter(({ readOnly, access }) => !readOnly && access.kind !== "peer")
    .map((operation) => [keyPathOf(operation), operation]),
);

/** Returns the outcome of the caller's request with a given idempotency key. */
export const getOutcome =
  ({ sealer }: { sealer: Sealer }): Handlers<typeof OutcomeServiceService>["getOutcome"] =>
  async ({ request, principal, read }) => {
    const { idempotencyKey: key, operation: wanted } = request;
    const asked = [...effects].filter(([, { method }]) => wanted === undefined || method === wanted);
    const paths = asked.map(([path]) => path);
    const usesOf = async (caller: string) =>
      (await read.idempotency.uses(caller, paths, key)).map((use) => ({ caller, use }));
    const uses = (await Promise.all(callersOf(principal).map(usesOf))).flat();
    const [last] = uses.sort((a, b) => endOf(b.use) - endOf(a.use));
    if (!last) throw new Failure("NOT_FOUND", { message: "Nothing was executed under this key up to now." });
    return { outcome: outcomeOf(last.use, { caller: last.caller, key }, sealer) };
  };

/** Returns the owners of the caller's keys. Before a holder had the wallet, the holder's key was the caller. */
function callersOf(principal: Principal): string[] {
  const caller = idempotencyCaller(principal);
  const isHolder = principal.kind === PrincipalKind.PRINCIPAL_KIND_WALLET;
  return isHolder && caller !== principal.credentialId ? [caller, principal.credentialId] : [caller];
}

function outcomeOf(
  use: IdempotencyKeyUse,
  { caller, key }: { caller: string; key: string },
  sealer: Sealer,
): Outcome {
  const operation = effects.get(use.operation);
  if (!operation) throw new Error(`no operation keeps its keys under ${use.operation}`);
  const common = { idempotencyKey: key, operation: operation.method };
  if (use.answer === "in_flight")
    return {
      ...common,
      status: OutcomeStatus.OUTCOME_STATUS_IN_PROGRESS,
      resourceId: undefined,
      endTime: undefined,
    };
  const { cancelledAt, endedAt } = use.answer;
  const response = answerOf(use.answer, { caller, operation: use.operation, key }, sealer);
  return {
    ...common,
    status: cancelledAt ? OutcomeStatus.OUTCOME_STATUS_CANCELLED : OutcomeStatus.OUTCOME_STATUS_COMPLETED,
    resourceId: resourceIdOf(operation, response),
    endTime: timestamp(endedAt),
  };
}

/** A request in progress counts as later than any request that has ended. */
function endOf({ answer }: IdempotencyKeyUse): number {
  return answer === "in_flight" ? Number.POSITIVE_INFINITY : answer.endedAt.getTime();
}
