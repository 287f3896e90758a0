import type {
  RequestSettlementAccountChangeRequest,
  RequestSettlementAccountChangeResponse,
} from "../../../../gen/ts/pda/merchant/v1/settlement_account_service.ts";
import { networkOf, requireActive } from "../../../domain/merchant/merchant.ts";
import { requestChange } from "../../../domain/merchant/settlement-account.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handler } from "../../../rpc/handler.ts";
import type { ServiceDeps } from "../../deps.ts";
import { changeToProto } from "../convert.ts";
import { lockMerchant } from "../get-merchant.ts";
import { requireUsable } from "../usable-account.ts";
import { changeEvent } from "./events.ts";

/** Requests another account on a network, or none: it comes into force after the delay, whoever asks. */
export const requestSettlementAccountChange =
  ({
    networks,
    settlementAccountDelaySeconds,
  }: Pick<ServiceDeps, "networks" | "settlementAccountDelaySeconds">): Handler<
    RequestSettlementAccountChangeRequest,
    RequestSettlementAccountChangeResponse
  > =>
  async ({ request, principal, transact }) => {
    const { merchantId, network, settlementAccount: account } = request;
    if (account !== undefined && networkOf(account) !== network)
      throw Failure.ofField(
        "INVALID_ARGUMENT",
        "settlement_account",
        "OTHER_NETWORK",
        "It must be an account on the network that the request names.",
      );
    return transact(
      async (tx) => {
        requireActive(await lockMerchant(tx.merchants, { merchantId, ifMatch: [] }));
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
