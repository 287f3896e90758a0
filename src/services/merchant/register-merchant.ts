import type { MerchantServiceService } from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { networkOf } from "../../domain/merchant/merchant.ts";
import { requirePrintableName } from "../../domain/name/name.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { type Networks, requireUsable } from "../networks/networks.ts";
import { merchantToProto } from "./convert.ts";

export const registerMerchant =
  (deps: { networks: Networks }): Handlers<typeof MerchantServiceService>["registerMerchant"] =>
  async ({ request, transact }) => {
    const { settlementAccounts } = request;
    const name = aboutField("name", () => requirePrintableName(request.name));
    if (new Set(settlementAccounts.map(networkOf)).size !== settlementAccounts.length)
      throw Failure.ofField(
        "settlement_accounts",
        "ONE_PER_NETWORK",
        "There can be at most one settlement account per network.",
      );
    return transact(
      async (tx) => {
        const merchant = await tx.merchants.insert({
          merchantId: newId("merchant"),
          name,
          settlementAccounts,
          ...(request.website ? { website: request.website } : {}),
          ...(request.supportUrl ? { supportUrl: request.supportUrl } : {}),
        });
        return { merchant: merchantToProto(merchant, []) };
      },
      { before: () => requireUsable(deps.networks, "settlement_accounts", settlementAccounts) },
    );
  };
