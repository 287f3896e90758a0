import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import {
  lifetimeMs,
  type RegisteredCredential,
  ROTATION_OVERLAP_SECONDS,
  type CredentialOwner,
} from "../../domain/access/credential.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Readers, Transaction } from "../../store/store.ts";
import { requireFound } from "../contract/require-found.ts";
import { exceeded, type Limits, requireContained, requireNetworksWithin } from "./containment.ts";
import { expiryOf, requireNetworks } from "./create.ts";
import type { CredentialKind } from "./kind.ts";
import { requireGrantable } from "./rights.ts";

/** The part of a request for a rotation that is the same for every kind of credential and of owner. */
export interface RotationRequest {
  readonly overlapSeconds?: number | undefined;
  readonly expireTime?: Parameters<typeof expiryOf>[0];
  /** Empty: those of the old credential. */
  readonly allowedNetworks: readonly string[];
}

/** A rotation: the credential that is replaced, and what the new one is made of. */
interface Rotation<Material> {
  readonly owner: CredentialOwner;
  readonly credentialId: string;
  readonly request: RotationRequest;
  readonly material: Material;
}

/**
 * Replaces the owner's credential by a new one with the same scopes or role and the same limits, and the same networks unless the request names others. The old one ends
 * after the overlap. The caller has passed `requireSuccessorContained`.
 *
 * @throws Failure NOT_FOUND, PERMISSION_DENIED when the caller lacks a scope of the credential, STATE_FINAL, ALREADY_DONE, INVALID_ARGUMENT
 */
export async function rotateCredential<C extends RegisteredCredential, Material, Made>(
  kind: CredentialKind<C, never, Material, Made>,
  tx: Transaction,
  { owner, credentialId, request, material }: Rotation<Material>,
  principal: Principal,
): Promise<Made> {
  const old = await lockCredential(kind, tx, owner, credentialId);
  requireGrantable(old.device ? "terminal" : owner.kind, old.scopes, principal);
  requireReplaceable(kind, old);
  const now = await tx.clock.now();
  const { name, scopes, role, device, limits } = old;
  const terms = {
    owner,
    name,
    scopes,
    ...(role === undefined ? {} : { role }),
    ...(limits ? { limits } : {}),
    replaces: old.credentialId,
    ...(device ? { deviceId: device.deviceId } : {}),
    ...limitsOf(old, request, now),
  };
  const made = await kind.make(tx, terms, material);
  const overlapSeconds = request.overlapSeconds ?? ROTATION_OVERLAP_SECONDS;
  await kind.writer(tx).endBy(old.credentialId, new Date(now.getTime() + overlapSeconds * 1000));
  return made;
}

/** Returns the limits of the successor that a request asks for. @throws Failure INVALID_ARGUMENT unless the expiry is in the future */
function limitsOf(old: RegisteredCredential, request: RotationRequest, now: Date): Limits {
  const lasts = lifetimeMs(old);
  const expiry = request.expireTime
    ? expiryOf(request.expireTime, now)
    : lasts === undefined
      ? {}
      : { expiresAt: new Date(now.getTime() + lasts) };
  return {
    allowedNetworks: request.allowedNetworks.length > 0 ? request.allowedNetworks : old.allowedNetworks,
    requestSigning: old.requestSigning,
    ...expiry,
  };
}

/**
 * Checks that the caller may have the successor: the one that the request asks for, or the one that was made already, which a repeat gets.
 * The check comes before the transaction, because a repeat of somebody else's request gets the stored answer with its secret.
 *
 * @throws Failure PERMISSION_DENIED, INVALID_ARGUMENT
 */
export async function requireSuccessorContained<C extends RegisteredCredential>(
  { reader }: Pick<CredentialKind<C, never, never, unknown>, "reader">,
  read: Readers,
  { owner, credentialId, request }: Omit<Rotation<never>, "material">,
  principal: Principal,
): Promise<void> {
  requireNetworks(request.allowedNetworks);
  const old = await reader(read).get(owner, credentialId);
  if (!old) return;
  const isRenewal = principal.credentialId === old.credentialId;
  const made = old.replacedBy === undefined ? undefined : await reader(read).get(owner, old.replacedBy);
  const now = await read.clock.now();
  const asked = made ?? limitsOf(old, request, now);
  const { limits } = old;
  if (!isRenewal) await requireContained(read, principal, { ...asked, ...(limits ? { limits } : {}) });
  // Of a credential that is replaced already, the end is that of the overlap, so its lifetime says nothing.
  else if (made) requireNetworksWithin(old, made);
  else requireRenewal(old, asked, now);
}

/**
 * Checks that a credential which replaces itself gets no wider networks and no longer life than it had. Its end moves on: a program that
 * renews its credential needs no other one.
 * @throws Failure PERMISSION_DENIED
 */
function requireRenewal(old: RegisteredCredential, made: Limits, now: Date): void {
  requireNetworksWithin(old, made);
  const lasts = lifetimeMs(old);
  if (lasts === undefined || (made.expiresAt && made.expiresAt.getTime() - now.getTime() <= lasts)) return;
  throw exceeded(
    `The key was made for ${Math.round(lasts / 1000)} seconds, and replaces itself for no longer. Give an earlier expireTime, or use a key without an end.`,
  );
}

/**
 * Locks the terminal before its credential, in the same order as the removal of a terminal. So no credential is created for a terminal that
 * is being removed.
 */
async function lockCredential<C extends RegisteredCredential>(
  kind: Pick<CredentialKind<C, never, never, unknown>, "writer">,
  tx: Transaction,
  owner: CredentialOwner,
  credentialId: string,
): Promise<C> {
  const credentials = kind.writer(tx);
  const seen = await credentials.get(owner, credentialId);
  if (seen?.device && owner.kind === "merchant")
    await tx.merchantDevices.lock(owner.merchantId, seen.device.deviceId);
  return requireFound(seen && (await credentials.lock(owner, credentialId)));
}

/** @throws Failure ALREADY_DONE, STATE_FINAL */
function requireReplaceable(
  { rotated, notActive }: { readonly [Reason in "rotated" | "notActive"]: Failure["reason"] },
  { status, replacedBy }: RegisteredCredential,
): void {
  if (replacedBy !== undefined)
    throw new Failure(rotated, {
      message: `The key was replaced by ${replacedBy} already.`,
    });
  if (status !== "active") throw new Failure(notActive, { message: `The key is ${status}.` });
}
