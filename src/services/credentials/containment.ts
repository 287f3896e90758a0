import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { isApiKeyId } from "../../domain/access/api-key.ts";
import type { RegisteredCredential } from "../../domain/access/credential.ts";
import { isPublicKeyId } from "../../domain/access/public-key.ts";
import { isAsStrict } from "../../domain/access/request-signing.ts";
import { networksWithin } from "../../domain/access/source-network.ts";
import { Failure } from "../../rpc/failure.ts";
import type { CredentialReader } from "../../store/credentials.ts";

/** What limits the use of a credential besides its scopes. */
export type Limits = Pick<RegisteredCredential, "allowedNetworks" | "expiresAt" | "requestSigning">;

/** Where the maker of a credential is found. */
type Registry = {
  readonly [Kind in "apiKeys" | "publicKeys"]: Pick<CredentialReader<RegisteredCredential, object>, "find">;
};

/**
 * Checks that a credential is usable nowhere, at no time and not without a signature where the key that makes it is not. Else whoever steals a limited key could
 * make an unlimited one with it. Other credentials than API keys and public keys have no such limits.
 *
 * @throws Failure PERMISSION_DENIED
 */
export async function requireContained(
  { apiKeys, publicKeys }: Registry,
  { credentialId }: Principal,
  made: Limits,
): Promise<void> {
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

export const exceeded = (message: string): Failure => new Failure("LIMITS_EXCEEDED", { message });
