import { compareAmounts } from "../amount/amount.ts";

/** What limits the use of a credential besides its scopes. */
export interface CredentialLimits {
  /** Names of the operations that the credential may call. Empty: every operation that its scopes allow. */
  readonly operations: readonly string[];
  /** The most that one call may move. Absent: any amount. */
  readonly maximumAmount?: MaximumAmount;
  /** Origins of the web pages whose scripts may use the credential. Empty: no page. */
  readonly allowedOrigins: readonly string[];
}

/** The most that one call may move, in the only asset type that it may move. */
export interface MaximumAmount {
  /** Decimal string in whole units. */
  readonly amount: string;
  readonly assetType: string;
}

/** Tells whether a credential may call an operation that needs a credential. */
export function allowsOperation(limits: CredentialLimits | undefined, operation: string): boolean {
  return !limits || limits.operations.length === 0 || limits.operations.includes(operation);
}

/** Tells whether the operations of a credential are among those of another credential. */
export function operationsWithin(
  inner: CredentialLimits | undefined,
  { operations }: CredentialLimits,
): boolean {
  if (operations.length === 0) return true;
  const asked = inner?.operations ?? [];
  return asked.length > 0 && asked.every((operation) => operations.includes(operation));
}

/**
 * Returns the limits that a credential has when it is narrowed further: what both allow.
 * @param inner no operations: every operation that its scopes allow
 * @returns undefined when they have no operation, or no asset type, in common
 */
export function narrowed(
  outer: CredentialLimits | undefined,
  inner: Pick<CredentialLimits, "operations" | "maximumAmount">,
): CredentialLimits | undefined {
  const operations =
    inner.operations.length === 0
      ? (outer?.operations ?? [])
      : inner.operations.filter((operation) => allowsOperation(outer, operation));
  // An empty list would mean every operation.
  if (operations.length === 0 && inner.operations.length > 0) return undefined;
  const most = outer?.maximumAmount;
  const wanted = inner.maximumAmount ?? most;
  if (most && wanted && wanted.assetType !== most.assetType) return undefined;
  const maximumAmount = most && !amountWithin(wanted, most) ? most : wanted;
  return { operations, allowedOrigins: outer?.allowedOrigins ?? [], ...(maximumAmount && { maximumAmount }) };
}

/** Tells whether an amount is within a limit: in its asset type, and not above it. An absent amount is not. */
export function amountWithin(asked: Partial<MaximumAmount> | undefined, limit: MaximumAmount): boolean {
  return (
    asked?.amount !== undefined &&
    asked.assetType === limit.assetType &&
    compareAmounts(asked.amount, limit.amount) <= 0
  );
}

/**
 * Returns why a text is no origin that a credential can allow; undefined for an `https` origin as browsers write it (RFC 6454 section 6.2):
 * in lower case, without the default port, without a path.
 */
export function originProblem(text: string): string | undefined {
  const advice = 'It must be an origin such as "https://till.shop.example".';
  if (text.includes("*")) return "It must be one origin, without wildcards.";
  if (!URL.canParse(text)) return advice;
  const { protocol, origin } = new URL(text);
  if (protocol !== "https:") return advice;
  return origin === text ? undefined : `It must be written "${origin}".`;
}
