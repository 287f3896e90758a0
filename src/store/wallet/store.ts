import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { HolderKey, Wallet } from "../../domain/wallet/wallet.ts";
import { uuids } from "../arrays.ts";
import type { Row, Session } from "../database.ts";

/** Reads wallets. */
export class WalletReader {
  protected readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** The wallet. */
  async get(walletId: string): Promise<Wallet | undefined> {
    return (await this.getMany([walletId])).get(walletId);
  }

  /** The wallets of these identifiers; unknown ones are absent. */
  async getMany(walletIds: readonly string[]): Promise<Map<string, Wallet>> {
    const rows = await this.session.run(
      { name: "wallet_get", text: "select * from wallet where wallet_id = any($1::uuid[])" },
      [uuids([...new Set(walletIds)].map((id) => uuidOf("wallet", id)))],
    );
    return new Map(rows.map(walletOf).map((wallet) => [wallet.walletId, wallet]));
  }

  /** The wallet of the key with this RFC 7638 thumbprint. */
  async getByThumbprint(keyThumbprint: string): Promise<Wallet | undefined> {
    const [row] = await this.session.run(
      { name: "wallet_by_key", text: "select * from wallet where key_thumbprint = $1" },
      [keyThumbprint],
    );
    return row && walletOf(row);
  }
}

/** Stores wallets; exists inside a transaction only. */
export class WalletWriter extends WalletReader {
  /** @throws Taken when the key belongs to a wallet already */
  async insert(wallet: Omit<Wallet, "createdAt">): Promise<Wallet> {
    const [row] = await this.session.run(
      {
        name: "wallet_insert",
        text: `insert into wallet (wallet_id, holder_key, key_thumbprint, created_at)
          values ($1, $2, $3, business_now()) returning *`,
      },
      [uuidOf("wallet", wallet.walletId), JSON.stringify(wallet.holderKey), wallet.keyThumbprint],
    );
    return walletOf(row as Row);
  }
}

function walletOf(row: Row): Wallet {
  return {
    walletId: idOf("wallet", row.wallet_id),
    holderKey: row.holder_key as HolderKey,
    keyThumbprint: row.key_thumbprint,
    createdAt: row.created_at,
  };
}
