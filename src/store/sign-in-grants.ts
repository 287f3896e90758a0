import { idOf, uuidOf } from "../domain/identifier/identifier.ts";
import { identifiers, texts } from "./arrays.ts";
import { Repository } from "./database.ts";

/** What a person has allowed to a program. */
export interface SignInGrant {
  /** UUID of the grant. */
  readonly grantId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** A grant that has not ended. */
export interface GivenGrant extends SignInGrant {
  /** UUID of the session. */
  readonly session: string;
  readonly allowedAt: Date;
}

/** A grant that has just ended. */
export interface EndedGrant {
  readonly clientId: string;
  readonly sessionId: string;
  readonly credentialId: string;
}

interface GrantRow {
  readonly grant_id: string;
  readonly session_id: string;
  readonly client_id: string;
  readonly scopes: string[];
  readonly allowed_at: Date;
}

/** Stores what people have allowed to programs. Each method is one statement. Grants are deleted with their session. */
export class SignInGrants extends Repository {
  /** Stores a grant of a session. A repeat changes nothing. */
  async insert(sessionId: string, { grantId, clientId, scopes }: SignInGrant): Promise<void> {
    await this.session.run(
      {
        name: "sign_in_grant_insert",
        text: `insert into sign_in_grant (grant_id, session_id, client_id, scopes) values ($1, $2, $3, $4::text[])
          on conflict do nothing`,
      },
      [grantId, uuidOf("session", sessionId), clientId, texts(scopes)],
    );
  }

  /** Lists the grants of sessions that have not ended, newest first. */
  async listOf(sessionIds: readonly string[]): Promise<GivenGrant[]> {
    const rows = await this.session.run<GrantRow>(
      {
        name: "sign_in_grant_list",
        text: `select grant_id, session_id, client_id, scopes, allowed_at from sign_in_grant
          where session_id = any($1::uuid[]) and ended_at is null order by allowed_at desc limit ${LISTED_MAX}`,
      },
      [identifiers("session", sessionIds)],
    );
    return rows.map(({ grant_id, session_id, client_id, scopes, allowed_at }) => ({
      grantId: grant_id,
      session: session_id,
      clientId: client_id,
      scopes,
      allowedAt: allowed_at,
    }));
  }

  /** Ends a grant. A repeat changes nothing. @returns whose it was, and of which program; undefined when it had ended before */
  async end(grantId: string): Promise<EndedGrant | undefined> {
    const [row] = await this.session.run<
      Pick<GrantRow, "client_id" | "session_id"> & { readonly credential_id: string }
    >(
      {
        name: "sign_in_grant_end",
        text: `update sign_in_grant g set ended_at = now() from sign_in_session s
          where g.grant_id = $1 and g.ended_at is null and s.session_id = g.session_id
          returning g.client_id, g.session_id, s.credential_id`,
      },
      [grantId],
    );
    return (
      row && {
        clientId: row.client_id,
        sessionId: idOf("session", row.session_id),
        credentialId: row.credential_id,
      }
    );
  }

  /** Ends a grant that was given in a session of a credential. @returns the program; undefined for any other grant */
  async endOf(credentialId: string, grantId: string): Promise<string | undefined> {
    const [row] = await this.session.run<Pick<GrantRow, "client_id">>(
      {
        name: "sign_in_grant_end_of",
        text: `update sign_in_grant g set ended_at = now() from sign_in_session s where g.grant_id = $2 and g.ended_at is null
          and s.session_id = g.session_id and s.credential_id = $1 returning g.client_id`,
      },
      [credentialId, grantId],
    );
    return row?.client_id;
  }
}

/** Most grants in a list. */
const LISTED_MAX = 200;
