import type { SettlementAccountServiceService } from "../../../../gen/ts/pda/merchant/v1/settlement_account_service.ts";
import { requireActiveMerchant } from "../../../domain/merchant/merchant.ts";
import { cancelChange, requestChange } from "../../../domain/merchant/settlement-account.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import { pageRequest, pageToProto } from "../../contract/page-token.ts";
import { requireFound } from "../../contract/require-found.ts";
import type { ServiceDeps } from "../../deps.ts";
import { requireUsable } from "../../networks/networks.ts";
import { changeToProto } from "../convert.ts";
import { changeEvent } from "./events.ts";

type Service = Handlers<typeof SettlementAccountServiceService>;

/**
 * Requests another settlement account on a network, or the removal of the present one. The change comes into force after the delay; no
 * caller can shorten the delay.
 */
export const requestSettlementAccountChange =
  ({
    networks,
    settlementAccountDelaySeconds,
  }: Pick<
    ServiceDeps,
    "networks" | "settlementAccountDelaySeconds"
  >): Service["requestSettlementAccountChange"] =>
  async ({ request, principal, transact }) => {
    const { merchantId, network, settlementAccount: account } = request;
    return transact(
      async (tx) => {
        requireActiveMerchant(requireFound(await tx.merchants.lock(merchantId)));
        const change = requestChange(
          { merchantId, network, requestedBy: principal.credentialId, ...(account ? { account } : {}) },
          await tx.settlementAccounts.onNetwork(merchantId, network),
          await tx.clock.now(),
          settlementAccountDelaySeconds,
        );
        await tx.settlementAccounts.insert(change);
        await tx.outbox.append([changeEvent(change)]);
        return { settlementAccountChange: changeToProto(change) };
      },
      { before: () => requireUsable(networks, "settlement_account", account ? [account] : []) },
    );
  };

/**
 * Cancels a change that is not in force. This handler locks the change before it reads the time. A settlement that uses a change locks the
 * change too. If the settlement comes first, the change is in force. If the settlement comes second, it waits and finds the change
 * cancelled.
 */
export const cancelSettlementAccountChange: Service["cancelSettlementAccountChange"] = async ({
  request,
  transact,
}) =>
  transact(async (tx) => {
    const change = requireFound(await tx.settlementAccounts.lock(request.merchantId, request.changeId));
    const cancelled = cancelChange(change, await tx.clock.moment());
    if (cancelled !== change) {
      await tx.settlementAccounts.saveCancelled(cancelled);
      await tx.outbox.append([changeEvent(cancelled)]);
    }
    return { settlementAccountChange: changeToProto(cancelled) };
  });

export const getSettlementAccountChange: Service["getSettlementAccountChange"] = async ({
  request,
  read,
}) => {
  const change = requireFound(await read.settlementAccounts.get(request.merchantId, request.changeId));
  return { settlementAccountChange: changeToProto(change) };
};

/** Lists the changes of the merchant's settlement accounts, newest first. */
export const listSettlementAccountChanges: Service["listSettlementAccountChanges"] = async ({
  request,
  read,
}) => {
  const { merchantId } = request;
  const binding = { list: "settlement_account_changes", merchantId };
  const page = pageRequest(request, binding, "settlementAccountChange");
  requireFound(await read.merchants.get(merchantId));
  return pageToProto(await read.settlementAccounts.list(merchantId, page), binding, changeToProto);
};
