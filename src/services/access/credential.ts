import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import { type ApiKey, apiKeyIdOf, isAccepted, matchesHash } from "../../domain/access/api-key.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Store } from "../../store/store.ts";
import type { KeyUse } from "./key-use.ts";

/** What is compared when there is no such key, so that an unknown key costs what a wrong secret does. */
const nothing = Buffer.alloc(32);

/**
 * The principal of an API key.
 *
 * @param use where it is noted that the key was used
 * @throws Failure UNAUTHENTICATED, the same for malformed, unknown, wrong, expired and revoked, and for a key of a terminal out of use
 */
export async function principalOfCredential(
  store: Pick<Store, "reserved">,
  credential: string,
  use?: Pick<KeyUse, "note">,
): Promise<Principal> {
  const apiKeyId = apiKeyIdOf(credential);
  if (!apiKeyId) throw new Failure("UNAUTHENTICATED");
  const found = await store.reserved.apiKeys.withHash(apiKeyId);
  const matches = matchesHash(credential, found?.secretHash ?? nothing);
  if (!found || !matches || !isAccepted(found.apiKey)) throw new Failure("UNAUTHENTICATED");
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
