import { createHash } from "node:crypto";
import { operations } from "../../../gen/rest/operations.ts";
import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { AuditMechanism, AuditTokenBinding } from "../../../gen/ts/pda/audit/v1/audit.ts";
import { canBeDelegated } from "../../domain/access/delegation.ts";
import { narrowed } from "../../domain/access/limits.ts";
import { Failure } from "../../rpc/failure.ts";
import { readDelegation, type SignedDelegation, verifyDelegation } from "../../trust/delegation.ts";
import type { Jws } from "../../trust/jws.ts";
import { timestamp } from "../contract/timestamp.ts";
import { limitsToProto } from "../credentials/limits.ts";
import { type BoundTokenCheck, type ProvenUse, signerOfBoundToken } from "./bound-token.ts";
import { isDelegationRevoked } from "./revoked-delegations.ts";

/** The operations that can be delegated, each with its scope: undefined for one that needs none. */
const delegable: ReadonlyMap<string, string | undefined> = new Map(
  operations
    .filter(canBeDelegated)
    .map(({ method, access }) => [method, access.kind === "scope" ? access.scope : undefined]),
);

/**
 * Returns the principal of a delegation: the owner of the key that has signed it, with what the key and the delegation both allow.
 * @throws Failure UNAUTHENTICATED; PERMISSION_DENIED for an address from which the key may not be used
 */
export async function principalOfDelegation(
  check: BoundTokenCheck,
  jws: Jws,
  use: ProvenUse,
): Promise<Principal> {
  const sent = readDelegation(jws);
  if (typeof sent === "string") throw new Failure("CREDENTIAL_MALFORMED", { message: sent });
  const { signer, token } = await signerOfBoundToken(
    check,
    sent.keyId,
    (by, now) => verifyDelegation(sent, by, now),
    use,
  );
  // Asked each time: the gateway keeps the answer for some seconds, so this is no question for every request.
  const owner = signer.principals.bound;
  const { credentialId } = owner;
  if (await isDelegationRevoked(check.store, { credentialId, delegationId: token.delegationId }))
    throw new Failure("CREDENTIAL_REFUSED");
  return delegated(owner, token);
}

function delegated(owner: Principal, delegation: SignedDelegation): Principal {
  const unknown = delegation.operations.find((name) => !delegable.has(name));
  if (unknown !== undefined)
    throw notAllowed(`The operation ${unknown} does not exist or cannot be delegated.`);
  const limits = narrowed(owner.limits, delegation);
  if (!limits) throw notAllowed("The limits of the key that signed the delegation leave nothing of it.");
  const needed = limits.operations.map((name) => delegable.get(name));
  const { delegationId, keyThumbprint, count, expiresAt } = delegation;
  return {
    ...owner,
    scopes: owner.scopes.filter((scope) => needed.includes(scope)),
    limits: limitsToProto(limits),
    authentication: {
      mechanism: AuditMechanism.AUDIT_MECHANISM_DELEGATION,
      tokenBinding: AuditTokenBinding.AUDIT_TOKEN_BINDING_DPOP,
    },
    delegation: {
      keyThumbprint,
      // By the claim and not by the text, which has several forms: anybody can change the signature of an ECDSA key into another good one.
      digest: createHash("sha256").update(`${owner.credentialId}\n${delegationId}`).digest(),
      delegationId,
      count,
      expireTime: timestamp(expiresAt),
    },
  };
}

const notAllowed = (problem: string): Failure =>
  new Failure("DELEGATION_NOT_ALLOWED", { message: `${problem} Ask its signer for another delegation.` });
