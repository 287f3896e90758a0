import type {
  RegisterMerchantRequest,
  RegisterMerchantResponse,
} from "../../../gen/ts/pda/merchant/v1/merchant_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { networkOf } from "../../domain/merchant/merchant.ts";
import { requirePrintableName } from "../../domain/name/name.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import type { Networks } from "../networks.ts";
import { merchantToProto } from "./convert.ts";

/** A business that can be paid. */
export const registerMerchant =
  (deps: { networks: Networks }): Handler<RegisterMerchantRequest, RegisterMerchantResponse> =>
  async ({ request, transact }) => {
    const { settlementAccounts } = request;
    const name = aboutField("name", () => requirePrintableName(request.name));
    if (new Set(settlementAccounts.map(networkOf)).size !== settlementAccounts.length)
      throw refused("ONE_PER_NETWORK", "There can be one account per network.");
    return transact(
      async (tx) => {
        const merchant = await tx.merchants.insert({
          merchantId: newId("merchant"),
          name,
          settlementAccounts,
        });
        return { merchant: merchantToProto(merchant) };
      },
      { before: () => requireUsable(deps.networks, settlementAccounts) },
    );
  };

/** @throws Failure UNKNOWN_REFERENCE naming the first account that its network cannot pay to */
async function requireUsable(networks: Networks, accounts: readonly string[]): Promise<void> {
  for (const account of accounts) {
    const problem = await networks.accountProblem(account);
    if (problem) throw refused("UNUSABLE_ACCOUNT", `${account}: ${problem}`);
  }
}

function refused(reason: string, message: string): Failure {
  return Failure.ofField("UNKNOWN_REFERENCE", "settlement_accounts", reason, message);
}
