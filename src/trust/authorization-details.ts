import type { MaximumAmount } from "../domain/access/limits.ts";
import type { DelegatedRights } from "../domain/access/delegation.ts";
import { canonicalAmount } from "../domain/amount/amount.ts";
import { isObject, type JsonObject, type JsonValue } from "../json/value.ts";

const TYPE = "pda";
const OPERATIONS_MAX = 32;
const OPERATION = /^[A-Z][A-Za-z]{1,63}$/;
const AMOUNT = /^(?=.*[1-9])(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/;
const ASSET_TYPE = /^[A-Z][A-Z0-9]{1,15}$/;
/** Each use is kept until the delegation ends, so that a repeat of a request does not count again. */
const COUNT_MAX = 1_000;

/**
 * Reads the claim `authorization_details` of a delegation (RFC 9396): one object of type `pda`. An unknown member is refused, because the
 * signer would rely on a limit that nobody keeps.
 * @returns the problem for people when the claim is not of this form
 */
export function readAuthorizationDetails(claim: JsonValue | undefined): DelegatedRights | string {
  const [details, second] = Array.isArray(claim) ? claim : [];
  if (!isObject(details) || second !== undefined || details.type !== TYPE)
    return `The authorization_details of the delegation must be an array of one object of type "${TYPE}".`;
  const { type: _, operations, maximumAmount, count, ...unknown } = details;
  const [name] = Object.keys(unknown);
  if (name !== undefined)
    return "The authorization_details of the delegation have a member other than type, operations, maximumAmount and count.";
  if (!areOperations(operations))
    return `operations in the authorization_details must be 1 to ${OPERATIONS_MAX} different names of operations such as "CreatePayment".`;
  if (maximumAmount !== undefined && !isMaximumAmount(maximumAmount))
    return 'maximumAmount in the authorization_details must be {"amount": "50", "assetType": "USDX"}: a decimal text above zero and an asset type.';
  if (count !== undefined && !isCount(count))
    return `count in the authorization_details must be a whole number from 1 to ${COUNT_MAX}.`;
  return {
    operations,
    ...(maximumAmount && {
      maximumAmount: { ...maximumAmount, amount: canonicalAmount(maximumAmount.amount) },
    }),
    ...(count !== undefined && { count }),
  };
}

function areOperations(value: JsonValue | undefined): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= OPERATIONS_MAX &&
    value.every((name) => typeof name === "string" && OPERATION.test(name)) &&
    new Set(value).size === value.length
  );
}

function isMaximumAmount(value: JsonValue): value is JsonObject & MaximumAmount {
  if (!isObject(value) || Object.keys(value).length !== 2) return false;
  const { amount, assetType } = value;
  return (
    typeof amount === "string" &&
    AMOUNT.test(amount) &&
    typeof assetType === "string" &&
    ASSET_TYPE.test(assetType)
  );
}

const isCount = (value: JsonValue): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= COUNT_MAX;
