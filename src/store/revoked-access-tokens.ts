import { Repository } from "./database.ts";

/** Revoked tokens are kept for this much longer than they count, because the clocks of the database and of the cores may differ. */
const margin = "10 minutes";

/** An access token that no longer counts. */
export interface RevokedAccessToken {
  /** Claim `jti`. */
  readonly tokenId: string;
  /** When the token ends by itself. */
  readonly expiresAt: Date;
}

/** Stores which access tokens of the embedded authorisation server were revoked. Each method is one statement. */
export class RevokedAccessTokens extends Repository {
  /** Revokes a token. A repeat changes nothing. */
  async revoke({ tokenId, expiresAt }: RevokedAccessToken): Promise<void> {
    await this.session.run(
      {
        name: "revoked_access_token_insert",
        text: "insert into revoked_access_token (token_id, expires_at) values ($1, $2) on conflict do nothing",
      },
      [tokenId, expiresAt],
    );
  }

  /** Returns the `jti` of the revoked tokens that may still count somewhere, at most `limit` of them. */
  async list(limit: number): Promise<string[]> {
    const rows = await this.session.run<{ readonly token_id: string }>(
      { name: "revoked_access_token_list", text: "select token_id from revoked_access_token limit $1" },
      [limit],
    );
    return rows.map(({ token_id }) => token_id);
  }

  /** Tells whether a token is revoked. */
  async has(tokenId: string): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "revoked_access_token_has",
        text: "select 1 as revoked from revoked_access_token where token_id = $1",
      },
      [tokenId],
    );
    return rows.length === 1;
  }

  /** Deletes at most `limit` tokens that have ended. @returns the number of deleted tokens */
  forget(limit: number): Promise<number> {
    return this.forgetRows(
      "revoked_access_token",
      `expires_at <= now() - interval '${margin}' limit $1 for update skip locked`,
      [limit],
    );
  }
}
