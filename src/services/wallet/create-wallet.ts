import type {
  CreateWalletRequest,
  CreateWalletResponse,
} from "../../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { requireRecoveryKey } from "../../domain/wallet/key.ts";
import type { Handler } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { walletToProto } from "./convert.ts";
import { readHolderKey } from "./holder-key.ts";

/** A wallet for a holder's public key. */
export const createWallet: Handler<CreateWalletRequest, CreateWalletResponse> = async ({
  request,
  transact,
}) => {
  const holder = readHolderKey("holder_key", request.holderKey);
  const recovery = request.recoveryKey && readHolderKey("recovery_key", request.recoveryKey);
  if (recovery)
    aboutField("recovery_key", () => requireRecoveryKey([holder.keyThumbprint], recovery.keyThumbprint));
  return transact(async (tx) => {
    const walletId = newId("wallet");
    const made = { walletId, ...holder, ...(recovery ? { recoveryKey: recovery } : {}) };
    return { wallet: walletToProto(await tx.wallets.insert(made)) };
  });
};
