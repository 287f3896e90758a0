import type { OwnershipTransfer } from "../../../gen/ts/pda/wallet/v1/ownership.ts";
import { afterTransferVerb } from "../../domain/ownership/transfer.ts";
import type { Call } from "../../rpc/handler.ts";
import { requireHolder } from "../wallet/own-wallet.ts";
import { transferToProto } from "./convert.ts";
import type { OwnershipDeps } from "./index.ts";
import { requireActor } from "./party.ts";

/** What both requests name. */
interface EndRequest {
  readonly walletId: string;
  readonly transferId: string;
}

/** What both answer. */
interface EndResponse {
  transfer?: OwnershipTransfer | undefined;
}

/** A party ends a transfer without the asset moving. */
export async function endTransfer(
  deps: OwnershipDeps,
  { request, transact }: Pick<Call<EndRequest, EndResponse>, "request" | "transact">,
  verb: "decline" | "cancel",
): Promise<EndResponse> {
  return transact(async (tx) => {
    const { walletId, transferId } = request;
    const [wallet, found] = await Promise.all([
      requireHolder(tx.wallets, walletId),
      tx.transfers.get(transferId),
    ]);
    const { assetId } = requireActor(deps.ownershipTags, found, wallet, verb).transfer;
    // The lock of the asset comes first, as in everything that can end a transfer.
    const [, latest, now] = await Promise.all([
      tx.titles.lock(assetId),
      tx.transfers.get(transferId),
      tx.clock.now(),
    ]);
    const { transfer, role } = requireActor(deps.ownershipTags, latest, wallet, verb);
    const status = afterTransferVerb(transfer, verb, now) as "declined" | "cancelled";
    const ended = status === transfer.status ? transfer : await tx.transfers.end(transfer, { status });
    return { transfer: transferToProto(deps, { transfer: ended, role }, now) };
  });
}
