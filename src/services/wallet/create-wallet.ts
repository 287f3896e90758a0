import type {
  CreateWalletRequest,
  CreateWalletResponse,
} from "../../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { HolderKeyError, parseHolderJwk } from "../../trust/holder-key.ts";
import { walletToProto } from "./convert.ts";

/** A wallet for a holder's public key. */
export const createWallet: Handler<CreateWalletRequest, CreateWalletResponse> = async ({
  request,
  transact,
}) => {
  const holder = readKey({ ...request.holderKey });
  return transact(async (tx) => {
    const walletId = newId("wallet");
    const wallet = await tx.wallets.insert({
      walletId,
      holderKey: holder.jwk,
      keyThumbprint: holder.thumbprint,
    });
    return { wallet: walletToProto(wallet) };
  });
};

function readKey(members: Record<string, unknown>): ReturnType<typeof parseHolderJwk> {
  try {
    return parseHolderJwk(members);
  } catch (error) {
    if (!(error instanceof HolderKeyError)) throw error;
    throw Failure.ofField(
      "INVALID_ARGUMENT",
      "holder_key",
      error.reason,
      "It must be a P-256 public key as a JSON Web Key.",
    );
  }
}
