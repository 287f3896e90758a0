import { createHash } from "node:crypto";
import type { WalletTransactionServiceService } from "../../../gen/ts/pda/wallet/v1/transaction_service.ts";
import { type AssetType, isPayable } from "../../domain/asset/asset-type.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { accountOf, accountUuid } from "../../domain/ledger/ledger.ts";
import { Refused } from "../../domain/refused.ts";
import { requireTransferable } from "../../domain/wallet/value-transfer.ts";
import type { Wallet } from "../../domain/wallet/wallet.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { WalletMovement } from "../../store/ledger/movements.ts";
import type { Transaction } from "../../store/store.ts";
import type { HolderStatement } from "../../store/wallet/statements.ts";
import { amountOf, notPayable, requireAssetType, requireInForce } from "../asset/asset-types.ts";
import { requireFound } from "../contract/require-found.ts";
import { isRepeat, requireHolderStatement, requirePresentKey } from "../wallet/signature.ts";
import { unknownWallet } from "../wallet/wallets.ts";
import { walletMovementToProto } from "./convert.ts";

/** Transfers value from one holder to another, by the sender's signature, in one ledger transaction. */
export const transferValue =
  (options: { publicUrl: string }): Handlers<typeof WalletTransactionServiceService>["transferValue"] =>
  async ({ request, transact }) => {
    const { walletId, toWalletId, authorization } = request;
    return transact(async (tx) => {
      const sender = requireFound(await tx.wallets.get(walletId));
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
        sender,
        toWalletId,
        assetType,
        amount,
      });
      return { transaction: walletMovementToProto(moved, assetType) };
    });
  };

/** The terms that the holder has signed. */
interface Agreed {
  readonly statement: HolderStatement;
  /** The sender, with the key that signed. */
  readonly sender: Wallet;
  readonly toWalletId: string;
  readonly assetType: AssetType;
  readonly amount: bigint;
}

/**
 * Moves the amount, unless the same statement has already moved it.
 *
 * @throws Failure SIGNATURE_REFUSED, UNKNOWN_REFERENCE about the recipient; Refused NONCE_USED, PUBLISHER_NOT_ACTIVE, ASSET_NOT_TRANSFERABLE, INSUFFICIENT_FUNDS
 */
async function move(tx: Transaction, agreed: Agreed): Promise<WalletMovement> {
  const { statement, sender, toWalletId, assetType, amount } = agreed;
  const { assetTypeId } = assetType;
  const { walletId, nonce } = statement;
  const debit = accountOf("wallet", walletId, assetTypeId);
  const credit = accountOf("wallet", toWalletId, assetTypeId);
  const receiver = await tx.wallets.get(toWalletId);
  // The account is opened before any lock is taken. A transaction that waits here for another one's new account then holds no lock that the
  // other could wait for.
  if (receiver) tx.ledger.open([credit]);
  // The connection runs these statements in this order, so the later ones read data from after the lock.
  const [accounts, known, suspended, now] = await Promise.all([
    tx.ledger.lockWallets([debit, credit]),
    tx.statements.find(walletId, nonce),
    tx.assetTypes.suspended([assetType.code]),
    tx.clock.now(),
  ]);
  const account = accounts.get(accountUuid(debit));
  requirePresentKey("authorization", sender, account);
  const moved = (transactionId: string, createdAt: Date): WalletMovement => ({
    transaction: { transactionId, kind: "transfer", assetTypeId, amount, walletId, createdAt },
    direction: "out",
    amount,
    otherWalletId: toWalletId,
  });
  if (isRepeat(known, statement)) return moved(known.transactionId as string, known.createdAt);

  requireInForce(suspended, assetType);
  requireTransferable(assetType);
  if ((account?.balance ?? 0n) < amount) throw new Refused("INSUFFICIENT_FUNDS", "The balance is too low.");
  // Checked last: only a sender who could pay learns whether the recipient's wallet exists.
  if (!receiver) throw unknownWallet("to_wallet_id");

  const movement = moved(newId("transaction"), now);
  const { transaction } = movement;
  tx.ledger.handOver([{ transaction, legs: [{ debit, credit, amount }] }]);
  tx.statements.use({ ...statement, transactionId: transaction.transactionId, createdAt: now });
  return movement;
}
