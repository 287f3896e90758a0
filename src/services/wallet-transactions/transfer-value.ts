import { createHash } from "node:crypto";
import type {
  TransferValueRequest,
  TransferValueResponse,
} from "../../../gen/ts/pda/wallet/v1/transaction_service.ts";
import type { AssetType } from "../../domain/asset/asset-type.ts";
import { isPayable } from "../../domain/asset/asset-type.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { accountUuid } from "../../domain/ledger/ledger.ts";
import { Refused } from "../../domain/refused.ts";
import { keyRetired } from "../../domain/wallet/key.ts";
import { requireOtherWallet, requireTransferable } from "../../domain/wallet/value-transfer.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import { aboutField } from "../../rpc/refusal.ts";
import type { WalletMovement } from "../../store/ledger/movements.ts";
import type { Transaction } from "../../store/store.ts";
import type { Statement } from "../../store/wallet/statements.ts";
import { amountOf, refuseZero } from "../amounts.ts";
import { notPayable, requireAssetType } from "../asset-types.ts";
import { requireWallet } from "../wallet/own-wallet.ts";
import { requireHolderStatement } from "../wallet/signature.ts";
import { isRepeat } from "../wallet/statement.ts";
import { accountOf } from "../wallet/till.ts";
import { movementToProto } from "./convert.ts";

/** Value from a holder to another one, by the sender's signature, in one transaction of the ledger. */
export const transferValue =
  (options: { publicUrl: string }): Handler<TransferValueRequest, TransferValueResponse> =>
  async ({ request, transact }) => {
    const { walletId, toWalletId, authorization } = request;
    refuseZero("amount", request.amount);
    aboutField("to_wallet_id", () => requireOtherWallet(walletId, toWalletId));
    return transact(async (tx) => {
      const sender = await requireWallet(tx.wallets, walletId);
      const nonce = await requireHolderStatement(tx.wallets, authorization, sender, {
        field: "authorization",
        type: "pda-value-transfer+jws",
        audience: options.publicUrl,
        claims: { walletId, toWalletId, amount: request.amount, assetType: request.assetType },
      });
      const assetType = await requireAssetType(tx.assetTypes, request.assetType);
      if (!isPayable(assetType)) throw notPayable(assetType.code);
      const amount = amountOf("amount", request.amount, assetType);
      const digest = createHash("sha256").update(authorization).digest();
      const moved = await move(tx, {
        statement: { walletId, nonce, digest },
        keyThumbprint: sender.keyThumbprint,
        toWalletId,
        assetType,
        amount,
      });
      return { transaction: movementToProto(moved, assetType) };
    });
  };

/** What the holder has agreed to. */
interface Agreed {
  readonly statement: Statement;
  /** Of the key that has signed. */
  readonly keyThumbprint: string;
  readonly toWalletId: string;
  readonly assetType: AssetType;
  readonly amount: bigint;
}

/**
 * Moves the amount unless the same statement has done so.
 *
 * @throws Failure SIGNATURE_REFUSED, UNKNOWN_REFERENCE about the receiver; Refused NONCE_USED, ASSET_NOT_TRANSFERABLE, INSUFFICIENT_FUNDS
 */
async function move(tx: Transaction, agreed: Agreed): Promise<WalletMovement> {
  const { statement, toWalletId, assetType, amount, keyThumbprint } = agreed;
  const { assetTypeId } = assetType;
  const { walletId, nonce } = statement;
  const [debit, credit] = [walletId, toWalletId].map((id) => accountOf("wallet", id, assetTypeId)) as [
    ReturnType<typeof accountOf>,
    ReturnType<typeof accountOf>,
  ];
  const receiver = await tx.wallets.get(toWalletId);
  // Before anything is locked: who waits here for another's new account holds nothing that the other could wait for.
  if (receiver) tx.ledger.open([credit]);
  const account = (await tx.ledger.lockWallets([debit, credit])).get(accountUuid(debit));
  if (account && account.keyThumbprint !== keyThumbprint)
    aboutField("authorization", () => {
      throw keyRetired();
    });
  const known = await tx.statements.find(walletId, nonce);
  if (isRepeat(known, statement)) return done(tx, known);

  requireTransferable(assetType);
  if ((account?.balance ?? 0n) < amount) throw new Refused("INSUFFICIENT_FUNDS", "The balance is too low.");
  // Last: whether there is such a wallet is told to nobody who could not give to it.
  if (!receiver)
    throw Failure.ofField("UNKNOWN_REFERENCE", "to_wallet_id", "UNKNOWN_WALLET", "There is no such wallet.");

  const transactionId = newId("transaction");
  const createdAt = await tx.clock.now();
  const transaction = { transactionId, kind: "transfer", assetTypeId, amount, walletId, createdAt } as const;
  await tx.ledger.post(transaction, [{ debit, credit, amount }]);
  await tx.statements.use({ ...statement, transactionId });
  return { transaction, direction: "out", amount, otherWalletId: toWalletId };
}

/** What a statement has moved when it came first. */
async function done(tx: Transaction, { walletId, transactionId }: Statement): Promise<WalletMovement> {
  const movement = transactionId && (await tx.movements.get(walletId, transactionId));
  // Its nonce was used for something else than a transfer of value, which no statement of one type can be.
  if (!movement) throw new Error(`the statement of wallet ${walletId} has moved nothing`);
  return movement;
}
