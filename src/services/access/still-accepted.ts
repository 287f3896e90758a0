import { type Delegation, type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import { isApiKeyId } from "../../domain/access/api-key.ts";
import { isAccepted, type RegisteredCredential } from "../../domain/access/credential.ts";
import { isPublicKeyId } from "../../domain/access/public-key.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Store } from "../../store/store.ts";
import type { OwnTokens } from "./oauth/own-tokens.ts";
import type { RevokedTokens } from "./oauth/revoked-tokens.ts";
import type { RegisteredCertificates } from "./registered-certificates.ts";
import { isDelegationRevoked } from "./revoked-delegations.ts";

/** Checks once more that the caller is accepted. @throws Failure CREDENTIAL_REFUSED */
export type StillAccepted = (principal: Principal) => Promise<void>;

interface StillAcceptedOptions {
  readonly store: Pick<Store, "reserved">;
  readonly certificates: Pick<RegisteredCertificates, "findInForce">;
  readonly revoked: Pick<RevokedTokens, "has">;
  /** The keys of the access tokens of this service. */
  readonly tokenKeys: Pick<OwnTokens, "published">;
}

/**
 * Makes the check for calls that wait: what the caller has presented must not be revoked when they answer. That is its credential, the key that
 * signed the request, a delegation, and an access token of this service with the key that signed it: whoever has stolen that key can make tokens
 * for each credential. A holder's key must still be that of its wallet. A delegation, and a token of another issuer, must not have ended either.
 * The grant of a service can be revoked, too, but has a check of its own, `stillGranted` of the call: a service may present another's credential.
 */
export function stillAccepted({
  store,
  certificates,
  revoked,
  tokenKeys,
}: StillAcceptedOptions): StillAccepted {
  const { apiKeys, publicKeys, wallets } = store.reserved;
  const isStill = async (credentialId: string): Promise<boolean> => {
    if (credentialId.startsWith("crt_")) return (await certificates.findInForce(credentialId)) !== undefined;
    if (isApiKeyId(credentialId)) return isAcceptedNow(await apiKeys.find(credentialId));
    if (isPublicKeyId(credentialId)) return isAcceptedNow(await publicKeys.find(credentialId));
    return true;
  };
  /** The key of a holder names itself by its thumbprint. A holder may replace a key that somebody else has. */
  const isStillOf = async (walletId: string, keyThumbprint: string): Promise<boolean> =>
    (await wallets.getByThumbprint(keyThumbprint))?.walletId === walletId;
  const isPublished = (wanted: string): boolean =>
    tokenKeys.published().some(({ keyId }) => keyId === wanted);
  return async ({ kind, tenantId, credentialId, signedBy, delegation, issuedToken, tokenExpireTime }) => {
    const isHolder = kind === PrincipalKind.PRINCIPAL_KIND_WALLET;
    if (tokenExpireTime && isOver(tokenExpireTime)) throw new Failure("CREDENTIAL_REFUSED");
    const { keyId } = issuedToken ?? {};
    if (keyId !== undefined && !isPublished(keyId)) throw new Failure("CREDENTIAL_REFUSED");
    const good = await Promise.all([
      isHolder ? isStillOf(tenantId, credentialId) : isStill(credentialId),
      signedBy === undefined || isStill(signedBy),
      delegation === undefined ||
        (!hasEnded(delegation) &&
          isDelegationRevoked(store, { credentialId, delegationId: delegation.delegationId }).then(not)),
      ...(issuedToken?.names ?? []).map((name) => revoked.has(name).then(not)),
    ]);
    if (good.includes(false)) throw new Failure("CREDENTIAL_REFUSED");
  };
}

/** A delegation without an end counts as ended. */
const hasEnded = ({ expireTime }: Pick<Delegation, "expireTime">): boolean =>
  expireTime === undefined || isOver(expireTime);

/** Delegations and tokens end by real time. */
const isOver = ({ seconds }: { readonly seconds: bigint }): boolean => Number(seconds) * 1_000 <= Date.now();

const not = (is: boolean): boolean => !is;

const isAcceptedNow = (credential: RegisteredCredential | undefined): boolean =>
  credential !== undefined && isAccepted(credential);
