import { uuidOf } from "../../domain/identifier/identifier.ts";
import type { KeyRetirement, WalletKey } from "../../domain/wallet/key.ts";
import type { Holder, NamedKey, Wallet } from "../../domain/wallet/wallet.ts";
import { anyLength, identifiers } from "../arrays.ts";
import { Repository, type Row } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { type KeyRow, keyOfRow, type WalletRow, walletColumns, walletOf } from "./row.ts";

const keyColumns = "key_thumbprint, wallet_id, seq, holder_key, created_at, retired_at, retired_by, active";

/** Reads wallets and their current and former keys. */
export class WalletReader extends Repository {
  /** Returns the wallet. */
  async get(walletId: string): Promise<Wallet | undefined> {
    return (await this.getMany([walletId])).get(walletId);
  }

  /** Returns wallets by identifier. Unknown identifiers are absent. */
  async getMany(walletIds: readonly string[]): Promise<Map<string, Wallet>> {
    const rows = await this.session.run<WalletRow>(
      {
        name: "wallet_get",
        text: `select ${walletColumns} from wallet w where w.wallet_id = any(${anyLength("$1::uuid[]")})`,
      },
      [identifiers("wallet", [...new Set(walletIds)])],
    );
    return new Map(rows.map(walletOf).map((wallet) => [wallet.walletId, wallet]));
  }

  /** Returns the wallet with all its keys. */
  async getHolder(walletId: string): Promise<Holder | undefined> {
    const [row] = await this.session.run<WalletRow & Thumbprints>(
      {
        name: "wallet_holder",
        text: `select ${walletColumns}, ${thumbprints} as thumbprints from wallet w where w.wallet_id = $1`,
      },
      [uuidOf("wallet", walletId)],
    );
    return row && holderOf(row, row.thumbprints);
  }

  /** Returns the wallet whose current key has this RFC 7638 thumbprint, with all keys of the wallet. */
  async getByThumbprint(keyThumbprint: string): Promise<Holder | undefined> {
    const [row] = await this.session.run<WalletRow & Thumbprints>(
      {
        name: "wallet_by_key",
        text: `select ${walletColumns}, ${thumbprints} as thumbprints from wallet w where w.key_thumbprint = $1`,
      },
      [keyThumbprint],
    );
    return row && holderOf(row, row.thumbprints);
  }

  /** Returns the thumbprints of all keys of the wallet that has or had this key, newest first. Empty when the key is unknown. */
  async keysOfSameHolder(keyThumbprint: string): Promise<string[]> {
    const rows = await this.session.run<Row<"holder_key", "key_thumbprint">>(
      {
        name: "wallet_same_holder",
        text: `select other.key_thumbprint from holder_key k join holder_key other on other.wallet_id = k.wallet_id
          where k.key_thumbprint = $1 order by other.seq desc`,
      },
      [keyThumbprint],
    );
    return rows.map((row) => row.key_thumbprint);
  }

  /** Lists the keys of a wallet, newest first. */
  async listKeys(walletId: string, { size, after }: PageRequest): Promise<Page<WalletKey>> {
    const rows = await this.session.run<KeyRow>(
      {
        name: "wallet_keys",
        text: `select ${keyColumns} from holder_key where wallet_id = $1 and seq < coalesce($2::int, 2147483647) order by seq desc limit $3`,
      },
      [uuidOf("wallet", walletId), after ?? null, size + 1],
    );
    return toPage(rows.map(keyOfRow), size, (key) => String(key.seq));
  }

  /** Returns the retired keys of a wallet, newest first, at most `limit`. */
  async retiredKeys(walletId: string, limit: number): Promise<WalletKey[]> {
    const rows = await this.session.run<KeyRow>(
      {
        name: "wallet_retired_keys",
        text: `select ${keyColumns} from holder_key where wallet_id = $1 and retired_at is not null order by seq desc limit $2`,
      },
      [uuidOf("wallet", walletId), limit],
    );
    return rows.map(keyOfRow);
  }
}

/** Stores wallets; exists inside a transaction only. */
export class WalletWriter extends WalletReader {
  /** Stores a new wallet. @throws Taken when a wallet has or had the key; Refused KEY_IS_RECOVERY_KEY */
  async insert(wallet: Omit<Wallet, "createdAt">): Promise<Wallet> {
    const { walletId, holderKey, keyThumbprint, recoveryKey } = wallet;
    const row = await this.session.one<WalletRow>(
      {
        name: "wallet_insert",
        text: `with w as (
            insert into wallet (wallet_id, holder_key, key_thumbprint, recovery_key, recovery_thumbprint, created_at)
            values ($1, $2, $3, $4, $5, business_now())
            returning wallet_id, holder_key, key_thumbprint, recovery_key, recovery_thumbprint, created_at),
          k as (
            insert into holder_key (wallet_id, seq, holder_key, key_thumbprint, created_at)
            select wallet_id, 1, holder_key, key_thumbprint, created_at from w)
          select ${walletColumns} from w`,
      },
      [uuidOf("wallet", walletId), JSON.stringify(holderKey), keyThumbprint, ...columnsOf(recoveryKey)],
    );
    return walletOf(row);
  }

  /**
   * Returns the wallet with all its keys, and locks the wallet until the transaction ends, so that its key cannot change. Every
   * transaction that acts on a holder's signature takes this lock; payments and value transfers take it in `LedgerWriter.lockWallets`.
   * Such a transaction therefore runs either before or after a change of the key.
   */
  async lock(walletId: string): Promise<Holder | undefined> {
    return this.#locked("wallet_lock", "for no key update", walletId);
  }

  /**
   * Works as `lock`, for a change of the key. The wallet's accounts are locked first, as in every transaction that spends. The change
   * therefore queues among the payments of the wallet, instead of waiting until no payment is running.
   */
  async lockForKey(walletId: string): Promise<Holder | undefined> {
    const [, holder] = await Promise.all([
      this.session.run(
        {
          name: "wallet_lock_accounts",
          text: "select 1 from account where owner_id = $1 and kind = 'wallet' order by account_id for no key update",
        },
        [uuidOf("wallet", walletId)],
      ),
      this.#locked("wallet_lock_for_key", "for update", walletId),
    ]);
    return holder;
  }

  /**
   * Tells whether a key is the current key of its wallet, and keeps it current until the transaction ends. A signature that was made
   * earlier counts only while its key is current.
   */
  async holdsKey(keyThumbprint: string): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "wallet_holds_key",
        text: "select 1 from wallet where key_thumbprint = $1 for key share",
      },
      [keyThumbprint],
    );
    return rows.length > 0;
  }

  /**
   * Replaces the current key of a wallet. The caller holds the lock of `lockForKey`.
   *
   * @throws Taken when a wallet has or had the new key; Refused KEYS_EXHAUSTED
   */
  async replaceKey(
    wallet: Wallet,
    { holderKey, keyThumbprint }: NamedKey,
    by: KeyRetirement,
  ): Promise<Wallet> {
    const id = uuidOf("wallet", wallet.walletId);
    const next = [id, JSON.stringify(holderKey), keyThumbprint];
    const [, , row] = await Promise.all([
      this.session.run(
        {
          name: "wallet_key_retire",
          text: `update holder_key set retired_at = business_now(), retired_by = $2
            where wallet_id = $1 and key_thumbprint = $3 and retired_at is null`,
        },
        [id, by, wallet.keyThumbprint],
      ),
      this.session.run(
        {
          name: "wallet_key_add",
          text: `insert into holder_key (wallet_id, seq, holder_key, key_thumbprint, created_at)
            select $1, max(seq) + 1, $2, $3, business_now() from holder_key where wallet_id = $1`,
        },
        next,
      ),
      this.session.one<WalletRow>(
        {
          name: "wallet_key_replace",
          text: `update wallet w set holder_key = $2, key_thumbprint = $3 where w.wallet_id = $1 returning ${walletColumns}`,
        },
        next,
      ),
    ]);
    return walletOf(row);
  }

  /** Sets the recovery key of a wallet. @throws Refused KEY_IS_RECOVERY_KEY */
  async setRecoveryKey({ walletId }: Wallet, key: NamedKey): Promise<Wallet> {
    const row = await this.session.one<WalletRow>(
      {
        name: "wallet_recovery_key",
        text: `update wallet w set recovery_key = $2, recovery_thumbprint = $3 where w.wallet_id = $1 returning ${walletColumns}`,
      },
      [uuidOf("wallet", walletId), ...columnsOf(key)],
    );
    return walletOf(row);
  }

  async #locked(name: string, strength: string, walletId: string): Promise<Holder | undefined> {
    const id = uuidOf("wallet", walletId);
    // A second statement reads the keys, because its snapshot must be newer than the lock.
    const [[row], [keys]] = await Promise.all([
      this.session.run<WalletRow>(
        { name, text: `select ${walletColumns} from wallet w where w.wallet_id = $1 ${strength}` },
        [id],
      ),
      this.session.run<Thumbprints>(
        {
          name: "wallet_thumbprints",
          text: `select ${thumbprints} as thumbprints from wallet w where w.wallet_id = $1`,
        },
        [id],
      ),
    ]);
    return row && keys && holderOf(row, keys.thumbprints);
  }
}

const thumbprints =
  "(select array_agg(k.key_thumbprint order by k.seq desc) from holder_key k where k.wallet_id = w.wallet_id)";

interface Thumbprints {
  readonly thumbprints: string[];
}

const holderOf = (row: WalletRow, keyThumbprints: string[]): Holder => ({ ...walletOf(row), keyThumbprints });

const columnsOf = (key: NamedKey | undefined): [string | null, string | null] =>
  key ? [JSON.stringify(key.holderKey), key.keyThumbprint] : [null, null];
