import { Repository } from "./database.ts";

/** What the authorisation server remembers for a short time. */
export interface OAuthState {
  /** Encrypted. */
  readonly payload: Buffer;
  readonly consumed: boolean;
}

/** What is stored under a hash. */
export interface NewOAuthState {
  readonly hash: Buffer;
  readonly kind: string;
  readonly payload: Buffer;
  /** UUID of the grant that it belongs to. */
  readonly grantId?: string | undefined;
  readonly lifetimeSeconds: number;
}

/** Stores what the authorisation server remembers. Each method is one statement. */
export class OAuthStates extends Repository {
  /** Stores a state, in the place of the one with the same hash. What was consumed stays consumed. */
  async put({ hash, kind, payload, grantId, lifetimeSeconds }: NewOAuthState): Promise<void> {
    await this.session.run(
      {
        name: "oauth_state_put",
        text: `insert into oauth_state (state_hash, kind, payload, grant_id, expires_at)
          values ($1, $2, $3, $4, now() + make_interval(secs => $5::int))
          on conflict (state_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
      },
      [hash, kind, payload, grantId ?? null, lifetimeSeconds],
    );
  }

  /** Returns the state with a hash, unless its time has ended. */
  async find(hash: Buffer): Promise<OAuthState | undefined> {
    const [row] = await this.session.run<OAuthState>(
      {
        name: "oauth_state_find",
        text: "select payload, consumed_at is not null as consumed from oauth_state where state_hash = $1 and expires_at > now()",
      },
      [hash],
    );
    return row;
  }

  /** Consumes a state. @returns true for one of any number of callers */
  async consume(hash: Buffer): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "oauth_state_consume",
        text: `update oauth_state set consumed_at = now() where state_hash = $1 and consumed_at is null and expires_at > now()
          returning 1 as consumed`,
      },
      [hash],
    );
    return rows.length === 1;
  }

  /** Deletes a state. */
  async delete(hash: Buffer): Promise<void> {
    await this.session.run(
      { name: "oauth_state_delete", text: "delete from oauth_state where state_hash = $1" },
      [hash],
    );
  }

  /** Deletes all states of a grant. */
  async deleteGrant(grantId: string): Promise<void> {
    await this.session.run(
      { name: "oauth_state_delete_grant", text: "delete from oauth_state where grant_id = $1" },
      [grantId],
    );
  }

  /** Deletes at most `limit` states whose time has ended. @returns the number of deleted states */
  forget(limit: number): Promise<number> {
    return this.forgetRows("oauth_state", "expires_at <= now() limit $1 for update skip locked", [limit]);
  }
}
