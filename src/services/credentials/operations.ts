import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import type { CredentialOwner, RegisteredCredential } from "../../domain/access/credential.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { Readers, Transaction } from "../../store/store.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requestSigningOf, requestSigningToProto } from "../contract/request-signing.ts";
import { requireFound } from "../contract/require-found.ts";
import { requireDate, timestamp } from "../contract/timestamp.ts";
import { lockNamedDevice } from "../merchant/devices/lock-device.ts";
import { requireContained } from "./containment.ts";
import { expiryOf, type NewCredentialRequest, requireNetworks } from "./create.ts";
import type { CredentialKind } from "./kind.ts";
import { limitsOf, limitsToProto } from "./limits.ts";
import { requireSomeRights } from "./rights.ts";
import { requireSuccessorContained, type RotationRequest, rotateCredential } from "./rotate.ts";

/** A kind of tenant that has credentials. */
export interface CredentialOwners<Owned> {
  /** Returns the owner that a request names. */
  readonly ownerOf: (request: Owned) => CredentialOwner;
  /** @throws Failure NOT_FOUND unless the owner exists */
  readonly requireOwner: (
    read: Pick<Readers, "merchants" | "publishers">,
    request: Owned,
  ) => Promise<unknown>;
  /** @throws Failure PERMISSION_DENIED for a caller that may not manage such credentials, whatever its scopes */
  readonly requireCaller?: (principal: Principal) => void;
  /** @throws Failure unless the owner can do without the credential */
  readonly requireDispensable?: (tx: Transaction, credential: RegisteredCredential) => Promise<void>;
}

/** How the contract shows credentials of this kind to this kind of owner. */
interface Shown<Named, C, Made, Message, One, Created> {
  readonly idOf: (request: Named) => string;
  readonly toProto: (credential: C) => Message;
  /** Returns the answer about one credential. */
  readonly answerOf: (message: Message) => One;
  /** Returns the answer about a new credential. */
  readonly createdOf: (made: Made) => Created;
}

/** Returns the operations on credentials of one kind. Every kind of credential and of owner has the same ones. */
export function credentialOperations<
  Owned,
  Named,
  C extends RegisteredCredential,
  Given,
  Material,
  Made,
  Message,
  One,
  Created,
>(
  kind: CredentialKind<C, Given, Material, Made>,
  { ownerOf, requireOwner, requireCaller, requireDispensable }: CredentialOwners<Owned>,
  { idOf, toProto, answerOf, createdOf }: Shown<Named, C, Made, Message, One, Created>,
) {
  /** Makes a credential. */
  const create: Handler<Owned & NewCredentialRequest & Given, Created> = async ({
    request,
    principal,
    read,
    transact,
  }) => {
    requireCaller?.(principal);
    const { name, deviceId, expireTime, allowedNetworks } = request;
    const requestSigning = requestSigningOf(request.requestSigning) ?? "optional";
    const owner = ownerOf(request);
    const rights = requireSomeRights(deviceId === undefined ? owner.kind : "terminal", request, principal);
    requireNetworks(allowedNetworks);
    // Before the transaction, because a repeat of somebody else's request gets the stored answer, which may hold a secret.
    const expiresAt = expireTime && requireDate("expire_time", expireTime);
    const limits = await limitsOf(request, read);
    await requireContained(read, principal, {
      allowedNetworks,
      requestSigning,
      ...limits,
      ...(expiresAt ? { expiresAt } : {}),
    });
    let material: Material;
    const before = async (): Promise<void> => {
      material = await kind.materialOf(request, owner);
    };
    return transact(
      async (tx) => {
        await requireOwner(tx, request);
        const terminal = deviceId === undefined ? {} : { deviceId };
        if (deviceId !== undefined && owner.kind === "merchant")
          await lockNamedDevice(tx.merchantDevices, owner.merchantId, deviceId);
        const expiry = expiryOf(expireTime, await tx.clock.now());
        const terms = {
          owner,
          name,
          ...rights,
          allowedNetworks,
          requestSigning,
          ...limits,
          ...terminal,
          ...expiry,
        };
        return createdOf(await kind.make(tx, terms, material));
      },
      { before },
    );
  };

  /** Returns one credential of the owner. */
  const get: Handler<Owned & Named, One> = async ({ request, principal, read }) => {
    requireCaller?.(principal);
    return answerOf(toProto(requireFound(await kind.reader(read).get(ownerOf(request), idOf(request)))));
  };

  /** Lists the owner's credentials, newest first. */
  const list: Handler<
    Owned & { readonly pageSize: number; readonly pageToken: string },
    { items: Message[]; nextPageToken: string }
  > = async ({ request, principal, read }) => {
    requireCaller?.(principal);
    const { kind: _, ...named } = ownerOf(request);
    const binding = { list: kind.list, ...named };
    const page = pageRequest(request, binding, kind.id);
    await requireOwner(read, request);
    return pageToProto(await kind.reader(read).list(ownerOf(request), page), binding, toProto);
  };

  /** Revokes a credential for ever. Revoking a revoked credential changes nothing. */
  const revoke: Handler<Owned & Named, One> = async ({ request, principal, transact }) => {
    requireCaller?.(principal);
    return transact(async (tx) => {
      const credentials = kind.writer(tx);
      const credential = requireFound(await credentials.get(ownerOf(request), idOf(request)));
      await requireDispensable?.(tx, credential);
      return answerOf(toProto(await credentials.revoke(credential.credentialId)));
    });
  };

  /** Replaces a credential by a new one with the same scopes. */
  const rotate: Handler<Owned & Named & RotationRequest & Given, Created> = async ({
    request,
    principal,
    read,
    transact,
  }) => {
    requireCaller?.(principal);
    const owner = ownerOf(request);
    const named = { owner, credentialId: idOf(request), request };
    await requireSuccessorContained(kind, read, named, principal);
    let material: Material;
    const before = async (): Promise<void> => {
      material = await kind.materialOf(request, owner);
    };
    return transact(
      async (tx) => {
        return createdOf(await rotateCredential(kind, tx, { ...named, material }, principal));
      },
      { before },
    );
  };

  return { create, get, list, revoke, rotate };
}

/** Returns the members of a credential that the contract shows for every kind of credential and of owner. */
export function shownOf(credential: RegisteredCredential) {
  return {
    name: credential.name,
    scopes: [...credential.scopes],
    role: credential.role,
    createTime: timestamp(credential.createdAt),
    revokeTime: credential.revokedAt && timestamp(credential.revokedAt),
    expireTime: credential.expiresAt && timestamp(credential.expiresAt),
    lastUseTime: credential.lastUsedAt && timestamp(credential.lastUsedAt),
    lastUseAddress: credential.lastUseAddress,
    allowedNetworks: [...credential.allowedNetworks],
    requestSigning: requestSigningToProto(credential.requestSigning),
    limits: limitsToProto(credential.limits),
  };
}

/** The merchants, as owners of credentials. */
export const merchantOwners: CredentialOwners<{ readonly merchantId: string }> = {
  ownerOf: ({ merchantId }) => ({ kind: "merchant", merchantId }),
  requireOwner: (read, { merchantId }) => read.merchants.get(merchantId).then(requireFound),
};

/** The publishers, as owners of credentials. */
export const publisherOwners: CredentialOwners<{ readonly publisherId: string }> = {
  ownerOf: ({ publisherId }) => ({ kind: "publisher", publisherId }),
  requireOwner: (read, { publisherId }) => read.publishers.get(publisherId).then(requireFound),
};
