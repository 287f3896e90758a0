import type { Operation } from "../../gen/rest/operations.ts";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import { allowsOperation, amountWithin } from "../domain/access/limits.ts";
import { Failure } from "./failure.ts";
import { camel } from "./update-mask.ts";

/**
 * Checks that the credential of a caller is not limited to other operations. What is open to callers without a credential stays open.
 *
 * @param closed public operations that this deployment has closed to callers without a credential
 * @throws Failure PERMISSION_DENIED
 */
export function requireOperation(
  { access, method }: Operation,
  { limits }: Principal,
  closed: readonly string[],
): void {
  const isOpen = access.kind === "peer" || (access.kind === "public" && !closed.includes(method));
  if (isOpen || allowsOperation(limits, method)) return;
  throw new Failure("OPERATION_NOT_ALLOWED", {
    message: `The credential is limited to ${limits?.operations.join(", ")}, so it cannot call ${method}. Use another credential.`,
  });
}

/**
 * Makes the check of the amount that an operation moves; undefined for an operation that moves none.
 * @returns a function that takes a decoded, valid request, and throws Failure PERMISSION_DENIED for more than the credential may move
 */
export function amountCheck({
  moves,
}: Operation): ((request: Record<string, unknown>, principal: Principal) => void) | undefined {
  if (!moves) return undefined;
  const amountField = camel(moves.amount ?? "");
  const typeField = camel(moves.assetType ?? "");
  const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
  return (request, { limits }) => {
    const most = limits?.maximumAmount;
    if (!most) return;
    const amount = textOf(request[amountField]);
    const assetType = textOf(request[typeField]);
    if (amount !== undefined && assetType !== undefined && amountWithin({ amount, assetType }, most)) return;
    throw new Failure("AMOUNT_ABOVE_LIMIT", {
      message: `The credential moves at most ${most.amount} ${most.assetType} a call, and ${askedOf(amount, assetType)}. Ask for less, or use another credential.`,
    });
  };
}

function askedOf(amount: string | undefined, assetType: string | undefined): string {
  if (amount === undefined) return "a request of this operation states no amount";
  if (assetType === undefined) return "the request states no asset type";
  return `the request is for ${amount} ${assetType}`;
}
