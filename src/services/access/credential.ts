import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import { type ApiKey, apiKeyIdOf, matchesHash } from "../../domain/access/api-key.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Store } from "../../store/store.ts";

/** What is compared when there is no such key, so that an unknown key costs what a wrong secret does. */
const nothing = Buffer.alloc(32);

/**
 * The principal of an API key.
 *
 * @throws Failure UNAUTHENTICATED, the same for malformed, unknown, wrong and revoked
 */
export async function principalOfCredential(store: Store, credential: string): Promise<Principal> {
  const apiKeyId = apiKeyIdOf(credential);
  if (!apiKeyId) throw new Failure("UNAUTHENTICATED");
  const found = await store.read.apiKeys.withHash(apiKeyId);
  const matches = matchesHash(credential, found?.secretHash ?? nothing);
  if (!found || !matches || found.apiKey.status !== "active") throw new Failure("UNAUTHENTICATED");
  return principalOf(found.apiKey);
}

function principalOf(apiKey: ApiKey): Principal {
  const { owner } = apiKey;
  const common = { credentialId: apiKey.apiKeyId, scopes: [...apiKey.scopes] };
  switch (owner.kind) {
    case "operator":
      return { ...common, kind: PrincipalKind.PRINCIPAL_KIND_OPERATOR, tenantId: "" };
    case "merchant":
      return { ...common, kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT, tenantId: owner.merchantId };
    case "publisher":
      return { ...common, kind: PrincipalKind.PRINCIPAL_KIND_PUBLISHER, tenantId: owner.publisherId };
  }
}
