import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import {
  type ApiKey,
  lifetimeMs,
  ROTATION_OVERLAP_SECONDS,
  type TenantOwner,
} from "../../domain/access/api-key.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Transaction } from "../../store/store.ts";
import { requireFound } from "../contract/require-found.ts";
import { exceeded, type Limits, requireContained, requireNetworksWithin } from "./containment.ts";
import { createKey, expiryOf, requireGrantable, requireNetworks } from "./create.ts";

/** The request for a rotation, the same for every kind of owner. */
export interface RotationRequest {
  readonly apiKeyId: string;
  readonly overlapSeconds?: number | undefined;
  readonly expireTime?: Parameters<typeof expiryOf>[0];
  /** Empty: those of the old key. */
  readonly allowedNetworks: readonly string[];
}

/**
 * Replaces the owner's key by a new key with the same scopes, and the same networks unless the request names others. The old key ends after
 * the overlap. The new key has no wider limits than the key of the caller.
 *
 * @throws Failure NOT_FOUND, PERMISSION_DENIED when the caller lacks a scope of the key, STATE_FINAL, ALREADY_DONE, INVALID_ARGUMENT
 */
export async function rotateKey(
  tx: Transaction,
  owner: TenantOwner,
  request: RotationRequest,
  principal: Principal,
): Promise<{ apiKey: ApiKey; secret: string }> {
  requireNetworks(request.allowedNetworks);
  const old = await lockKey(tx, owner, request.apiKeyId);
  requireGrantable(old.device ? "terminal" : owner.kind, old.scopes, principal);
  requireReplaceable(old);
  const now = await tx.clock.now();
  const lasts = lifetimeMs(old);
  const expiry = request.expireTime
    ? expiryOf(request.expireTime, now)
    : lasts === undefined
      ? {}
      : { expiresAt: new Date(now.getTime() + lasts) };
  const allowedNetworks = request.allowedNetworks.length > 0 ? request.allowedNetworks : old.allowedNetworks;
  if (principal.credentialId === old.apiKeyId) requireRenewal(old, { allowedNetworks, ...expiry }, now);
  else await requireContained(tx, principal, { allowedNetworks, ...expiry });
  const created = await createKey(tx.apiKeys, {
    owner,
    name: old.name,
    scopes: old.scopes,
    allowedNetworks,
    replaces: old.apiKeyId,
    ...(old.device ? { deviceId: old.device.deviceId } : {}),
    ...expiry,
  });
  const overlapSeconds = request.overlapSeconds ?? ROTATION_OVERLAP_SECONDS;
  await tx.apiKeys.endBy(old.apiKeyId, new Date(now.getTime() + overlapSeconds * 1000));
  return created;
}

/**
 * Checks that a key which replaces itself gets no wider networks and no longer life than it had. Its end moves on: a program that renews
 * its key needs no other credential.
 * @throws Failure PERMISSION_DENIED
 */
function requireRenewal(old: ApiKey, made: Limits, now: Date): void {
  requireNetworksWithin(old, made);
  const lasts = lifetimeMs(old);
  if (lasts === undefined || (made.expiresAt && made.expiresAt.getTime() - now.getTime() <= lasts)) return;
  throw exceeded(
    `The API key was made for ${Math.round(lasts / 1000)} seconds, and replaces itself for no longer. Give an earlier expireTime, or use a key without an end.`,
  );
}

/**
 * Locks the terminal before its key, in the same order as the removal of a terminal. So no key is created for a terminal that is being
 * removed.
 */
async function lockKey(tx: Transaction, owner: TenantOwner, apiKeyId: string): Promise<ApiKey> {
  const seen = await tx.apiKeys.get(owner, apiKeyId);
  if (seen?.device && owner.kind === "merchant")
    await tx.merchantDevices.lock(owner.merchantId, seen.device.deviceId);
  return requireFound(seen && (await tx.apiKeys.lock(owner, apiKeyId)));
}

/** @throws Failure ALREADY_DONE, STATE_FINAL */
function requireReplaceable({ status, replacedBy }: ApiKey): void {
  if (replacedBy !== undefined)
    throw new Failure("API_KEY_ROTATED", {
      message: `The key was replaced by ${replacedBy} already.`,
    });
  if (status !== "active") throw new Failure("API_KEY_NOT_ACTIVE", { message: `The key is ${status}.` });
}
