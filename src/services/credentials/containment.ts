import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { CredentialLimits as LimitsMessage } from "../../../gen/ts/pda/access/v1/limits.ts";
import { isApiKeyId } from "../../domain/access/api-key.ts";
import type { RegisteredCredential } from "../../domain/access/credential.ts";
import { amountWithin, operationsWithin } from "../../domain/access/limits.ts";
import { isPublicKeyId } from "../../domain/access/public-key.ts";
import { isAsStrict } from "../../domain/access/request-signing.ts";
import { networksWithin } from "../../domain/access/source-network.ts";
import { Failure } from "../../rpc/failure.ts";
import type { CredentialReader } from "../../store/credentials.ts";

/** What limits the use of a credential besides its scopes: where, until when, for what, and whether unsigned. */
export type Limits = Pick<
  RegisteredCredential,
  "allowedNetworks" | "expiresAt" | "limits" | "requestSigning"
>;

/** Where the maker of a credential is found. */
type Registry = {
  readonly [Kind in "apiKeys" | "publicKeys"]: Pick<CredentialReader<RegisteredCredential, object>, "find">;
};

/**
 * Checks that a credential is usable nowhere, at no time, for nothing and not unsigned where the one that makes it is not. Else whoever
 * steals a limited credential could make an unlimited one with it. Only API keys and public keys have networks, an end and a requirement of
 * signatures that the maker chose.
 *
 * @throws Failure PERMISSION_DENIED
 */
export async function requireContained(
  { apiKeys, publicKeys }: Registry,
  { credentialId, limits }: Principal,
  made: Limits,
): Promise<void> {
  if (limits) requireLimitsWithin(limits, made.limits);
  const keys = isApiKeyId(credentialId) ? apiKeys : isPublicKeyId(credentialId) ? publicKeys : undefined;
  const maker = await keys?.find(credentialId);
  if (!maker) return;
  requireNetworksWithin(maker, made);
  if (!isAsStrict(made.requestSigning, maker.requestSigning))
    throw exceeded(
      "The key of this request requires signed requests, so what it makes must require as much. Give a key the same requestSigning. A certificate cannot require signatures, so use another key for it.",
    );
  const { expiresAt: end } = maker;
  if (end && (made.expiresAt === undefined || made.expiresAt > end))
    throw exceeded(
      `The key of this request expires at ${end.toISOString()}, so what it makes must expire no later. Give an earlier expireTime, or use a key without an end.`,
    );
}

/** Checks that a credential is usable nowhere where the key that makes it is not. @throws Failure PERMISSION_DENIED */
export function requireNetworksWithin(
  maker: Pick<Limits, "allowedNetworks">,
  made: Pick<Limits, "allowedNetworks">,
): void {
  if (networksWithin(made.allowedNetworks, maker.allowedNetworks)) return;
  throw exceeded(
    `The key of this request may be used from ${maker.allowedNetworks.join(", ")} only, so what it makes must be limited to networks inside. Give such allowedNetworks, or use another key.`,
  );
}

/**
 * Checks that a credential may do nothing that its maker may not do. Origins play no part: they protect the user of a browser, and a thief
 * sends none.
 */
function requireLimitsWithin(maker: LimitsMessage, made: Limits["limits"]): void {
  if (!operationsWithin(made, maker))
    throw exceeded(
      `The credential of this request is limited to the operations ${maker.operations.join(", ")}, so what it makes must be limited to some of them. Give such limits.operations, or use another credential.`,
    );
  const { maximumAmount: most } = maker;
  if (most && !amountWithin(made?.maximumAmount, most))
    throw exceeded(
      `The credential of this request moves at most ${most.amount} ${most.assetType} a call, so what it makes must be limited to that or less. Give such a limits.maximumAmount, or use another credential.`,
    );
}

export const exceeded = (message: string): Failure => new Failure("LIMITS_EXCEEDED", { message });
