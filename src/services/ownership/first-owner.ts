import type { GrantServiceService } from "../../../gen/ts/pda/publisher/v1/grant_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { textHash } from "../../domain/ownership/entry.ts";
import type { OwnedTitle, Transfer } from "../../domain/ownership/ownership.ts";
import { requireMovable, requireUnowned } from "../../domain/ownership/title.ts";
import { CLAIM_CODE_SECONDS } from "../../domain/ownership/transfer.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { Transaction } from "../../store/store.ts";
import { claimCodeHash, giftText, newClaimCode, type Recipient } from "../../trust/ownership/transfer.ts";
import { timestamp } from "../contract/timestamp.ts";
import type { ServiceDeps } from "../deps.ts";
import { requireIssuing } from "../publisher/require-publisher.ts";
import { unknownWallet } from "../wallet/wallets.ts";
import { moveTitle } from "./move-title.ts";
import { sealText } from "./sealed-texts.ts";

type Service = Handlers<typeof GrantServiceService>;

/** Makes a wallet the first owner at once. */
export const grantOwnership =
  (deps: Pick<ServiceDeps, "sealer" | "ownershipTags" | "receipts">): Service["grantOwnership"] =>
  async ({ request, transact }) =>
    transact(async (tx) => {
      const title = await lockUnowned(tx, request);
      requireMovable(title, 1);
      const receiver = await tx.wallets.get(request.walletId);
      if (!receiver) throw unknownWallet("wallet_id");
      const recipient = { toKey: receiver.keyThumbprint };
      const transfer = await storeGift(tx, deps, title, recipient, await tx.clock.now());
      await moveTitle(tx, deps, { title, transfer, receiver, acceptance: null, listed: false });
      return {
        grant: {
          transferId: transfer.transferId,
          assetId: title.assetId,
          claimCode: undefined,
          expireTime: undefined,
        },
      };
    });

/** Issues a claim code for the first owner. The store keeps only its hash, and an encrypted answer under the idempotency key. */
export const issueClaimCode =
  (deps: Pick<ServiceDeps, "sealer" | "ownershipTags">): Service["issueClaimCode"] =>
  async ({ request, transact }) =>
    transact(async (tx) => {
      const title = await lockUnowned(tx, request);
      const seconds = Number(request.lifetimeSeconds ?? CLAIM_CODE_SECONDS);
      const expiresAt = new Date((await tx.clock.now()).getTime() + seconds * 1000);
      const claimCode = newClaimCode();
      const recipient = { claimCodeHash: claimCodeHash(claimCode).toString("base64url") };
      const { transferId, assetId } = await storeGift(tx, deps, title, recipient, expiresAt);
      return { grant: { transferId, assetId, claimCode, expireTime: timestamp(expiresAt) } };
    });

/**
 * Locks and returns the publisher's own asset, which must not have an owner yet.
 *
 * @throws Failure NOT_FOUND, the same for an unknown asset and for another publisher's asset; Refused PUBLISHER_NOT_ACTIVE, ASSET_OWNED,
 * ASSET_ENDED
 */
async function lockUnowned(
  tx: Transaction,
  named: { readonly publisherId: string; readonly assetId: string },
): Promise<OwnedTitle> {
  const { publisherId } = await requireIssuing(tx.publishers, named.publisherId);
  const title = await tx.titles.lock(named.assetId);
  if (title?.publisherId !== publisherId) throw new Failure("NOT_FOUND");
  requireUnowned(title);
  return title;
}

/** Stores a gift as the only open offer of its asset. An earlier open offer is cancelled. */
async function storeGift(
  tx: Transaction,
  deps: Pick<ServiceDeps, "sealer" | "ownershipTags">,
  { assetId, publisherId }: OwnedTitle,
  recipient: Recipient,
  expiresAt: Date,
): Promise<Transfer> {
  const transferId = newId("transfer");
  const text = giftText({ transferId, assetId, publisherId, ...recipient });
  const [, transfer] = await Promise.all([
    tx.transfers.cancelOpen(assetId),
    tx.transfers.insert({
      transferId,
      publisherId,
      assetId,
      seq: 1,
      offerHash: textHash(text),
      ...(recipient.toKey === undefined
        ? { claimCodeHash: Buffer.from(recipient.claimCodeHash, "base64url") }
        : { receiverTag: deps.ownershipTags.party("receiver", transferId, recipient.toKey) }),
      sealedOffer: sealText(deps, "offer", transferId, { text }),
      expiresAt,
    }),
  ]);
  return transfer;
}
