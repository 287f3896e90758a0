import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import { type ApiKey, apiKeyIdOf, isAccepted, matchesHash } from "../../domain/access/api-key.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Store } from "../../store/store.ts";
import type { KeyUse } from "./key-use.ts";

/** Stands in for the hash of an unknown key, so that an unknown key takes as long to refuse as a wrong secret. */
const nothing = Buffer.alloc(32);

/**
 * Returns the principal of an API key.
 *
 * @param use records that the key was used
 * @throws Failure UNAUTHENTICATED for a malformed, unknown, wrong, expired or revoked key, and for the key of a suspended or removed
 * terminal. All these cases get the same error.
 */
export async function principalOfCredential(
  store: Pick<Store, "reserved">,
  credential: string,
  use?: Pick<KeyUse, "note">,
): Promise<Principal> {
  const apiKeyId = apiKeyIdOf(credential);
  if (!apiKeyId) throw new Failure("CREDENTIAL_REFUSED");
  const found = await store.reserved.apiKeys.withHash(apiKeyId);
  const matches = matchesHash(credential, found?.secretHash ?? nothing);
  if (!found || !matches || !isAccepted(found.apiKey)) throw new Failure("CREDENTIAL_REFUSED");
  use?.note(apiKeyId);
  return principalOf(found.apiKey);
}

function principalOf(apiKey: ApiKey): Principal {
  const { owner, device } = apiKey;
  const common = { credentialId: apiKey.apiKeyId, scopes: [...apiKey.scopes], deviceId: device?.deviceId };
  switch (owner.kind) {
    case "operator":
      return { ...common, kind: PrincipalKind.PRINCIPAL_KIND_OPERATOR, tenantId: "" };
    case "merchant":
      return { ...common, kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT, tenantId: owner.merchantId };
    case "publisher":
      return { ...common, kind: PrincipalKind.PRINCIPAL_KIND_PUBLISHER, tenantId: owner.publisherId };
  }
}
