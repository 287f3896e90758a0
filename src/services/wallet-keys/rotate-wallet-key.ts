import type {
  RotateWalletKeyRequest,
  RotateWalletKeyResponse,
} from "../../../gen/ts/pda/wallet/v1/key_service.ts";
import { requireSuccessor } from "../../domain/wallet/key.ts";
import type { Handler } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import { walletToProto } from "../wallet/convert.ts";
import { readHolderKey } from "../wallet/holder-key.ts";
import { requireWallet } from "../wallet/own-wallet.ts";
import { requireHolderStatement, requireSameKey, requireStatement } from "../wallet/signature.ts";
import type { KeyDeps } from "./index.ts";
import { endWaiting } from "./waiting.ts";

/** Another key in the place of the holder's: the old one agrees, the new one is in hand. */
export const rotateWalletKey =
  ({ publicUrl }: KeyDeps): Handler<RotateWalletKeyRequest, RotateWalletKeyResponse> =>
  async ({ request, transact }) => {
    const next = readHolderKey("holder_key", request.holderKey);
    return transact(async (tx) => {
      const { walletId, authorization, proof } = request;
      const signer = await requireWallet(tx.wallets, walletId);
      const claims = { walletId, oldKey: signer.keyThumbprint, newKey: next.keyThumbprint };
      const asked = { type: "pda-rotate+jws", audience: publicUrl, claims } as const;
      await requireHolderStatement(tx.wallets, authorization, signer, { ...asked, field: "authorization" });
      await requireStatement(proof, next, { ...asked, field: "proof" });
      aboutField("holder_key", () => requireSuccessor(signer, next.keyThumbprint));

      const locked = requireSameKey("authorization", signer, await tx.wallets.lockForKey(walletId));
      await endWaiting(tx, walletId, "veto", await tx.clock.now());
      return { wallet: walletToProto(await tx.wallets.replaceKey(locked, next, "rotation")) };
    });
  };
