import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { AuditMechanism } from "../../../gen/ts/pda/audit/v1/audit.ts";
import { apiKeyIdOf, matchesHash } from "../../domain/access/api-key.ts";
import { isAccepted } from "../../domain/access/credential.ts";
import { addressTest, canonicalAddress } from "../../domain/access/source-network.ts";
import { Failure } from "../../rpc/failure.ts";
import { sourceCheck } from "../../rpc/source-network.ts";
import { type GuessDeps, guessFrom, requireNoDelay } from "./guesses.ts";
import type { KeyUse } from "./key-use.ts";
import { principalOfRegistered } from "./principal.ts";

const authentication = { mechanism: AuditMechanism.AUDIT_MECHANISM_API_KEY };

/** Stands in for the hash of an unknown key, so that an unknown key takes as long to refuse as a wrong secret. */
const nothing = Buffer.alloc(32);

/** The owner of a credential, and the networks from which the credential may be used: empty for everywhere. */
interface ResolvedCredential {
  readonly principal: Principal;
  readonly allowedNetworks: readonly string[];
}

/** What checking a credential needs. */
export interface CredentialCheck extends GuessDeps {
  /** Records that the key was used. */
  readonly keyUse?: Pick<KeyUse, "note">;
}

/**
 * Returns the principal of an API key. A caller that keeps the answer must check the address of each use, because the answer is the same
 * for an address outside the networks. Such an address is not recorded.
 *
 * @param from address of the caller; an unknown one only for a key without networks and limits
 * @throws Failure UNAUTHENTICATED for a malformed, unknown, wrong, expired or revoked key, and for the key of a suspended or removed
 * terminal. All these cases get the same error.
 * @throws Failure CREDENTIAL_DELAYED after too many wrong credentials from the address; the credential is then not checked
 */
export async function resolveCredential(
  { store, keyUse, rateSubjects }: CredentialCheck,
  credential: string,
  from: string | undefined,
): Promise<ResolvedCredential> {
  const apiKeyId = apiKeyIdOf(credential);
  if (!apiKeyId) throw new Failure("CREDENTIAL_REFUSED");
  const [found, guess] = await Promise.all([
    store.reserved.apiKeys.withHash(apiKeyId),
    from === undefined ? undefined : guessFrom({ store, rateSubjects }, from, apiKeyId),
  ]);
  if (guess) requireNoDelay(guess);
  const matches = matchesHash(credential, found?.secretHash ?? nothing);
  if (!found || !matches)
    throw (await guess?.wrong(found !== undefined)) ?? new Failure("CREDENTIAL_REFUSED");
  if (!isAccepted(found.apiKey)) throw new Failure("CREDENTIAL_REFUSED");
  const { allowedNetworks, limits } = found.apiKey;
  // A gateway that does not state the address checks no networks either, and passes on no limits.
  if (from === undefined && (allowedNetworks.length > 0 || limits)) throw new Failure("CREDENTIAL_REFUSED");
  const address = from === undefined ? undefined : canonicalAddress(from);
  if (addressTest(allowedNetworks)(address ?? "")) keyUse?.note(apiKeyId, address);
  return { principal: principalOfRegistered(found.apiKey, authentication), allowedNetworks };
}

/** Returns the principal of an API key that is used from an address. @throws Failure UNAUTHENTICATED, PERMISSION_DENIED */
export async function principalOfCredential(
  check: CredentialCheck,
  credential: string,
  address: string,
): Promise<Principal> {
  const { principal, allowedNetworks } = await resolveCredential(check, credential, address);
  sourceCheck(allowedNetworks)(address);
  return principal;
}
