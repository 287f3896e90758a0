import { WalletKeyServiceService } from "../../../gen/ts/pda/wallet/v1/key_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { WalletKeyDeps } from "../deps.ts";
import { completeRecovery, getRecovery, listRecoveries, startRecovery, vetoRecovery } from "./recoveries.ts";
import { listWalletKeys, rotateWalletKey, setRecoveryKey } from "./wallet-keys.ts";

export function walletKeyService(deps: WalletKeyDeps): ServedMethod[] {
  return implement(WalletKeyServiceService, {
    rotateWalletKey: rotateWalletKey(deps),
    listWalletKeys,
    setRecoveryKey: setRecoveryKey(deps),
    startRecovery: startRecovery(deps),
    getRecovery,
    listRecoveries,
    vetoRecovery: vetoRecovery(deps),
    completeRecovery: completeRecovery(deps),
  });
}
