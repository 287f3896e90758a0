import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Session } from "../database.ts";

/** What a holder has signed, as far as it is kept. */
export interface Statement {
  readonly walletId: string;
  readonly nonce: string;
  /** SHA-256 of its text. */
  readonly digest: Uint8Array;
  /** The movement that it made. */
  readonly transactionId?: string;
}

/** Keeps nonces of what holders have signed, so that each counts once; exists inside a transaction only. */
export class StatementWriter {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The statement that has used a nonce of this wallet. */
  async find(walletId: string, nonce: string): Promise<Statement | undefined> {
    const [row] = await this.#session.run(
      { name: "statement_find", text: "select * from wallet_statement where wallet_id = $1 and nonce = $2" },
      [uuidOf("wallet", walletId), nonce],
    );
    if (!row) return undefined;
    const { digest, transaction_id: transaction } = row;
    return {
      walletId,
      nonce,
      digest: digest as Buffer,
      ...(transaction ? { transactionId: idOf("transaction", transaction) } : {}),
    };
  }

  /** Uses a nonce up. @throws Refused NONCE_USED when another statement has */
  async use({ walletId, nonce, digest, transactionId }: Statement): Promise<void> {
    await this.#session.run(
      {
        name: "statement_use",
        text: "insert into wallet_statement (wallet_id, nonce, digest, transaction_id) values ($1, $2, $3, $4)",
      },
      [
        uuidOf("wallet", walletId),
        nonce,
        digest,
        transactionId === undefined ? null : uuidOf("transaction", transactionId),
      ],
    );
  }
}
