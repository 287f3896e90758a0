import {
  type PublicKey as PublicKeyMessage,
  PublicKeyStatus,
} from "../../../gen/ts/pda/access/v1/public_key.ts";
import type { CredentialOwner } from "../../domain/access/credential.ts";
import type { KeyMaterial, PublicKey } from "../../domain/access/public-key.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { ownerIdOf } from "../../store/credentials.ts";
import { TrustInputError } from "../../trust/error.ts";
import { keyProofProblem } from "../../trust/key-proof.ts";
import {
  parseRegisteredKey,
  type RegisteredKeyReason,
  registeredKeyToPem,
} from "../../trust/registered-key.ts";
import { revokeDelegation as markRevoked } from "../access/revoked-delegations.ts";
import { requireFound } from "../contract/require-found.ts";
import type { ServiceDeps } from "../deps.ts";
import type { CredentialKind } from "./kind.ts";
import { type CredentialOwners, credentialOperations, shownOf } from "./operations.ts";

/** The part of a request that names a public key. */
interface KeyRequest {
  /** PEM. */
  readonly publicKey: string;
  /** JWT that shows that the caller has the private key. */
  readonly proof: string;
}

interface KeyAnswer {
  publicKey?: PublicKeyMessage | undefined;
}

const publicKeys = (audience: string): CredentialKind<PublicKey, KeyRequest, KeyMaterial, PublicKey> => ({
  list: "public-keys",
  id: "publicKey",
  reader: (read) => read.publicKeys,
  writer: (tx) => tx.publicKeys,
  async materialOf({ publicKey, proof }, owner) {
    const { key, ...material } = requireKey(publicKey);
    const problem = await keyProofProblem(proof, { key, audience, owner: idOf(owner) }, new Date());
    if (problem !== undefined) throw Failure.ofField("proof", "KEY_PROOF_REFUSED", problem);
    return material;
  },
  make: (tx, terms, material) =>
    tx.publicKeys.insert({ ...terms, credentialId: newId("publicKey") }, material),
  notActive: "PUBLIC_KEY_NOT_ACTIVE",
  rotated: "PUBLIC_KEY_ROTATED",
});

/** Returns the operations on the public keys of this kind of owner. */
export function publicKeyOperations<Owned>(
  { publicUrl }: Pick<ServiceDeps, "publicUrl">,
  owners: CredentialOwners<Owned>,
) {
  const operations = credentialOperations(publicKeys(publicUrl), owners, {
    idOf: ({ publicKeyId }: { readonly publicKeyId: string }) => publicKeyId,
    toProto: publicKeyToProto,
    answerOf: (publicKey): KeyAnswer => ({ publicKey }),
    createdOf: (made): KeyAnswer => ({ publicKey: publicKeyToProto(made) }),
  });
  const revokeDelegation: Handler<
    Owned & { readonly publicKeyId: string; readonly delegationId: string },
    KeyAnswer
  > = async ({ request, principal, transact }) => {
    owners.requireCaller?.(principal);
    const { publicKeyId: credentialId, delegationId } = request;
    return transact(async (tx) => {
      const key = requireFound(await tx.publicKeys.get(owners.ownerOf(request), credentialId));
      await markRevoked(tx, { credentialId, delegationId });
      return { publicKey: publicKeyToProto(key) };
    });
  };
  return { ...operations, revokeDelegation };
}

/** @throws Failure INVALID_ARGUMENT about the field */
function requireKey(pem: string): ReturnType<typeof parseRegisteredKey> {
  try {
    return parseRegisteredKey(pem);
  } catch (error) {
    if (!(error instanceof TrustInputError)) throw error;
    const { reason }: TrustInputError<RegisteredKeyReason> = error;
    throw Failure.ofField(
      "public_key",
      reason,
      'It must be one public key in PEM ("-----BEGIN PUBLIC KEY-----"): P-256, Ed25519, or RSA with 2,048 to 4,096 bits.',
    );
  }
}

/** Returns the name of an owner: `operator`, or the identifier of the merchant or publisher. */
const idOf = (owner: CredentialOwner): string => ownerIdOf(owner) ?? owner.kind;

const statuses: Record<PublicKey["status"], PublicKeyStatus> = {
  active: PublicKeyStatus.PUBLIC_KEY_STATUS_ACTIVE,
  expired: PublicKeyStatus.PUBLIC_KEY_STATUS_EXPIRED,
  revoked: PublicKeyStatus.PUBLIC_KEY_STATUS_REVOKED,
};

function publicKeyToProto(key: PublicKey): PublicKeyMessage {
  const { owner } = key;
  return {
    ...shownOf(key),
    publicKeyId: key.credentialId,
    merchantId: owner.kind === "merchant" ? owner.merchantId : undefined,
    publisherId: owner.kind === "publisher" ? owner.publisherId : undefined,
    deviceId: key.device?.deviceId,
    status: statuses[key.status],
    publicKey: registeredKeyToPem(key.spki),
    algorithm: key.algorithm,
    replacesPublicKeyId: key.replaces,
    replacedByPublicKeyId: key.replacedBy,
  };
}
