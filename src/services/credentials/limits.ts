import { operations, streams } from "../../../gen/rest/operations.ts";
import type { CredentialLimits as LimitsMessage } from "../../../gen/ts/pda/access/v1/limits.ts";
import { canonicalAmount } from "../../domain/amount/amount.ts";
import { type CredentialLimits, originProblem } from "../../domain/access/limits.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Readers } from "../../store/store.ts";
import { requireAssetType } from "../asset/asset-types.ts";

/** The operations that a credential can be limited to: those of callers. */
const known: ReadonlySet<string> = new Set(
  operations.flatMap(({ access, method }) => (access.kind === "peer" ? [] : [method])),
);

const methodOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** A stream calls an operation again and again, and has its limits. By the name of the stream, that of the operation. */
const calledBy: ReadonlyMap<string, string> = new Map(
  streams.flatMap(({ path, each, pagesOf = each }) =>
    pagesOf === undefined ? [] : [[methodOf(path), methodOf(pagesOf)]],
  ),
);

/** Says why a credential cannot be limited to an operation of this name. */
const unknownText = (name: string): string => {
  const called = calledBy.get(name);
  return called === undefined
    ? `The service has no operation ${name}.`
    : `${name} is a stream of ${called} calls. Name ${called}.`;
};

/**
 * Returns the limits that a request for a new credential states, as the property of the credential: nothing when they limit nothing.
 * @throws Failure UNKNOWN_REFERENCE, INVALID_ARGUMENT about the field
 */
export async function limitsOf(
  { limits }: { readonly limits?: LimitsMessage | undefined },
  { assetTypes }: Pick<Readers, "assetTypes">,
): Promise<{ limits?: CredentialLimits }> {
  if (!limits) return {};
  const { operations: named, maximumAmount, allowedOrigins } = limits;
  for (const [index, name] of named.entries())
    if (!known.has(name))
      throw Failure.ofField(`limits.operations[${index}]`, "UNKNOWN_OPERATION", unknownText(name));
  for (const [index, origin] of allowedOrigins.entries()) {
    const problem = originProblem(origin);
    if (problem !== undefined)
      throw Failure.ofField(`limits.allowed_origins[${index}]`, "NOT_AN_ORIGIN", problem);
  }
  if (named.length === 0 && allowedOrigins.length === 0 && !maximumAmount) return {};
  const plain = { operations: named, allowedOrigins };
  if (!maximumAmount) return { limits: plain };
  const { amount, assetType } = maximumAmount;
  await requireAssetType(assetTypes, assetType, "limits.maximum_amount.asset_type");
  return { limits: { ...plain, maximumAmount: { amount: canonicalAmount(amount), assetType } } };
}

/** Returns limits as the contract shows them; undefined for a credential without limits. */
export function limitsToProto(limits: CredentialLimits | undefined): LimitsMessage | undefined {
  return (
    limits && {
      operations: [...limits.operations],
      maximumAmount: limits.maximumAmount && { ...limits.maximumAmount },
      allowedOrigins: [...limits.allowedOrigins],
    }
  );
}
