import { OperatorApiKeyServiceService } from "../../../gen/ts/pda/operator/v1/api_key_service.ts";
import type { OperatorApiKey } from "../../../gen/ts/pda/operator/v1/api_key.ts";
import { OperatorPublicKeyServiceService } from "../../../gen/ts/pda/operator/v1/public_key_service.ts";
import { isAccepted, type RegisteredCredential } from "../../domain/access/credential.ts";
import { Failure } from "../../rpc/failure.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import { tenantOf } from "../../rpc/tenant.ts";
import type { Transaction } from "../../store/store.ts";
import type { ServiceDeps } from "../deps.ts";
import { apiKeyOperations, shownApiKey } from "./api-keys.ts";
import type { CredentialOwners } from "./operations.ts";
import { publicKeyOperations } from "./public-keys.ts";

/** Scope of the keys that manage the operator's keys. */
const ADMIN = "operators.admin";

const isAdmin = (credential: RegisteredCredential): boolean =>
  isAccepted(credential) && credential.scopes.includes(ADMIN);

/**
 * Checks that another credential of the operator remains that may make new ones. Transactions take turns, so that two of them do not
 * revoke each other's last one. A credential that was replaced ends by itself, so it is none that remains.
 *
 * @throws Failure LAST_ADMIN
 */
async function requireOtherAdmin(tx: Transaction, credential: RegisteredCredential): Promise<void> {
  if (!isAdmin(credential)) return;
  await tx.apiKeys.lockOperatorKeys();
  const others = [
    ...(await tx.apiKeys.unrevokedOfOperator()),
    ...(await tx.publicKeys.unrevokedOfOperator()),
  ].filter(({ credentialId }) => credentialId !== credential.credentialId);
  if (others.some((other) => isAdmin(other) && other.replacedBy === undefined)) return;
  throw new Failure("LAST_ADMIN", {
    message: `No other key of the operator holds ${ADMIN}. Create one with the role admin, then revoke this key with it.`,
  });
}

/** The operator, as the owner of credentials. */
const operatorOwners: CredentialOwners<unknown> = {
  ownerOf: () => ({ kind: "operator" }),
  requireOwner: async () => undefined,
  requireCaller(principal) {
    // An internal service may be granted the scope and yet be bound to a merchant or a publisher.
    if (tenantOf(principal).kind !== "all")
      throw new Failure("OTHER_TENANT", { message: "Only the operator manages the operator's keys." });
  },
  requireDispensable: requireOtherAdmin,
};

/** Serves the operator's own API keys and public keys. */
export function operatorKeyServices(deps: Pick<ServiceDeps, "publicUrl">): ServedMethod[] {
  const apiKeys = apiKeyOperations<unknown, OperatorApiKey>(operatorOwners, shownApiKey);
  const publicKeys = publicKeyOperations(deps, operatorOwners);
  return [
    ...implement(OperatorApiKeyServiceService, {
      createOperatorApiKey: apiKeys.create,
      getOperatorApiKey: apiKeys.get,
      listOperatorApiKeys: apiKeys.list,
      revokeOperatorApiKey: apiKeys.revoke,
      rotateOperatorApiKey: apiKeys.rotate,
    }),
    ...implement(OperatorPublicKeyServiceService, {
      registerOperatorPublicKey: publicKeys.create,
      getOperatorPublicKey: publicKeys.get,
      listOperatorPublicKeys: publicKeys.list,
      revokeOperatorPublicKey: publicKeys.revoke,
      revokeOperatorDelegation: publicKeys.revokeDelegation,
      rotateOperatorPublicKey: publicKeys.rotate,
    }),
  ];
}
