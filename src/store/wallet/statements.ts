import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { Repository, type Row, type TransactionSession } from "../database.ts";

/** A holder's statement. */
export interface HolderStatement {
  readonly walletId: string;
  readonly nonce: string;
  /** SHA-256 of the statement's text. */
  readonly digest: Uint8Array;
}

/** A holder's statement that has taken effect. */
export interface UsedStatement extends HolderStatement {
  /** The movement that the statement caused; absent when the statement caused no movement. */
  readonly transactionId?: string;
  /** When the statement took effect. */
  readonly createdAt: Date;
}

/** Stores the nonces of holders' statements, so that each statement takes effect once; exists inside a transaction only. */
export class StatementWriter extends Repository<TransactionSession> {
  /** Returns the statement that used a nonce of this wallet. */
  async find(walletId: string, nonce: string): Promise<UsedStatement | undefined> {
    const [row] = await this.session.run<Row<"wallet_statement", "digest, transaction_id, created_at">>(
      {
        name: "statement_find",
        text: "select digest, transaction_id, created_at from wallet_statement where wallet_id = $1 and nonce = $2",
      },
      [uuidOf("wallet", walletId), nonce],
    );
    if (!row) return undefined;
    return {
      walletId,
      nonce,
      digest: row.digest,
      createdAt: row.created_at,
      ...(row.transaction_id ? { transactionId: idOf("transaction", row.transaction_id) } : {}),
    };
  }

  /** Stores a nonce as used. The commit waits for the result and fails with NONCE_USED when another statement used the nonce. */
  use({ walletId, nonce, digest, transactionId, createdAt }: UsedStatement): void {
    this.session.send(
      {
        name: "statement_use",
        text: "insert into wallet_statement (wallet_id, nonce, digest, transaction_id, created_at) values ($1, $2, $3, $4, $5)",
      },
      [
        uuidOf("wallet", walletId),
        nonce,
        digest,
        transactionId === undefined ? null : uuidOf("transaction", transactionId),
        createdAt,
      ],
    );
  }
}
