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
import type { HolderStatement, UsedStatement } from "../../store/wallet/statements.ts";
import { amountOf, notPayable, requireAssetType, requireInForce } from "../asset/asset-types.ts";
import { requireFound } from "../contract/require-found.ts";
import {
  digestOf,
  isRepeat,
  requireHolderStatement,
  requirePresentKey,
  statementBefore,
} from "../wallet/signature.ts";
import { unknownWallet } from "../wallet/wallets.ts";
import { walletMovementToProto } from "./convert.ts";

/** Transfers value from one holder to another, by the sender's signature, in one ledger transaction. */
export const transferValue =
  (options: { publicUrl: string }): Handlers<typeof WalletTransactionServiceService>["transferValue"] =>
  async ({ request, transact }) => {
    const { walletId, toWalletId, authorization } = request;
    const claims = { walletId, toWalletId, amount: request.amount, assetType: request.assetType };
    return transact(async (tx) => {
      const [sender, before] = await Promise.all([
        tx.wallets.get(walletId).then(requireFound),
        statementBefore(tx.statements, authorization, { walletId, claims }),
      ]);
      const nonce =
        before?.nonce ??
        (await requireHolderStatement(tx.wallets, authorization, sender, {
          field: "authorization",
          type: "pda-value-transfer+jws",
          audience: options.publicUrl,
          claims,
        }));
      const assetType = await requireAssetType(tx.assetTypes, request.assetType);
      if (!isPayable(assetType)) throw notPayable(assetType.code);
      const amount = amountOf("amount", request.amount, assetType);
      const terms = { toWalletId, assetType, amount };
      const statement = { walletId, nonce, digest: digestOf(authorization) };
      const moved = before ? movementOf(before, terms) : await move(tx, { ...terms, statement, sender });
      return { transaction: walletMovementToProto(moved, assetType) };
    });
  };

/** The terms of a transfer. */
interface Terms {
  readonly toWalletId: string;
  readonly assetType: AssetType;
  readonly amount: bigint;
}

/** The terms that the holder has signed. */
interface Agreed extends Terms {
  readonly statement: HolderStatement;
  /** The sender, with the key that signed. */
  readonly sender: Wallet;
}

/** Returns the movement that a statement has caused, as its sender sees it. */
function movementOf(
  { walletId, transactionId, createdAt }: UsedStatement,
  { toWalletId, assetType: { assetTypeId }, amount }: Terms,
): WalletMovement {
  if (transactionId === undefined) throw new Error("a statement about value has moved nothing");
  return {
    transaction: { transactionId, kind: "transfer", assetTypeId, amount, walletId, createdAt },
    direction: "out",
    amount,
    otherWalletId: toWalletId,
  };
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
  if (isRepeat(known, statement)) return movementOf(known, agreed);

  requireInForce(suspended, assetType);
  requireTransferable(assetType);
  if ((account?.balance ?? 0n) < amount) throw new Refused("INSUFFICIENT_FUNDS", "The balance is too low.");
  // Checked last: only a sender who could pay learns whether the recipient's wallet exists.
  if (!receiver) throw unknownWallet("to_wallet_id");

  const used = { ...statement, transactionId: newId("transaction"), createdAt: now };
  const movement = movementOf(used, agreed);
  tx.ledger.handOver([{ transaction: movement.transaction, legs: [{ debit, credit, amount }] }]);
  tx.statements.use(used);
  return movement;
}
