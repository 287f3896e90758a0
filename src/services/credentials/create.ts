import type { Timestamp } from "../../../gen/ts/google/protobuf/timestamp.ts";
import type { RequestSigning } from "../../../gen/ts/pda/access/v1/request_signing.ts";
import type { CredentialLimits } from "../../../gen/ts/pda/access/v1/limits.ts";
import type { NewCredential } from "../../domain/access/credential.ts";
import { canonicalNetwork } from "../../domain/access/source-network.ts";
import { Failure } from "../../rpc/failure.ts";
import { requireDate } from "../contract/timestamp.ts";

/** The part of a request for a new credential that is the same for every kind of credential and of owner. */
export interface NewCredentialRequest {
  readonly name: string;
  /** Empty when a role is named. */
  readonly scopes: readonly string[];
  readonly role?: string | undefined;
  /** The merchant's terminal that the credential belongs to. */
  readonly deviceId?: string | undefined;
  readonly expireTime?: Timestamp | undefined;
  readonly allowedNetworks: readonly string[];
  readonly requestSigning?: RequestSigning | undefined;
  readonly limits?: CredentialLimits | undefined;
}

/** What a new credential is made with, but for its identifier and what is peculiar to its kind. */
export type CredentialTerms = Omit<NewCredential, "credentialId">;

/**
 * Returns the requested expiry of a credential, if the request has one.
 * @throws Failure INVALID_ARGUMENT about the field unless the expiry is in the future
 */
export function expiryOf(expireTime: Timestamp | undefined, now: Date): { expiresAt?: Date } {
  if (expireTime === undefined) return {};
  const expiresAt = requireDate("expire_time", expireTime);
  if (expiresAt.getTime() <= now.getTime())
    throw Failure.ofField("expire_time", "NOT_AHEAD", "It must be in the future.");
  return { expiresAt };
}

/** @throws Failure NOT_A_NETWORK about the item unless each network is a canonical IP network */
export function requireNetworks(networks: readonly string[]): void {
  for (const [index, network] of networks.entries()) {
    const canonical = canonicalNetwork(network);
    if (canonical === network) continue;
    const advice =
      canonical === undefined
        ? 'It must be an IP network in CIDR form, such as "203.0.113.0/24" or "2001:db8::/32".'
        : `It must be written "${canonical}".`;
    throw Failure.ofField(`allowed_networks[${index}]`, "NOT_A_NETWORK", advice);
  }
}
