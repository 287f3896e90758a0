import { idOf, uuidOf } from "../domain/identifier/identifier.ts";
import { Repository } from "./database.ts";

/** A session without use ends after this time. */
const IDLE = "30 minutes";
/** A session ends after this time, however much it is used. */
const LIFETIME = "12 hours";
/** Ended sessions are kept for this time, so that the operator can see who was signed in. */
const KEPT = "30 days";
/** Most sessions in a list. */
const LISTED_MAX = 1_000;

const columns =
  "session_id, credential_id, opened_at, last_used_at, expires_at, passkey_used_at, link_hash is null as is_by_passkey";
const inForce = `opened_at is not null and revoked_at is null and expires_at > now() and last_used_at > now() - interval '${IDLE}'`;

interface SessionRow {
  readonly session_id: string;
  readonly credential_id: string;
  readonly opened_at: Date;
  readonly last_used_at: Date;
  readonly expires_at: Date;
  readonly passkey_used_at: Date | null;
  readonly is_by_passkey: boolean;
}

/** A person's session in force. */
export interface SignInSession {
  readonly sessionId: string;
  /** The API key or public key that the person has signed in as. */
  readonly credentialId: string;
  readonly openedAt: Date;
  /** When a program last got a token by the session, or asked for one. */
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** How the session began. */
  readonly openedBy: "link" | "passkey";
  /** When a passkey last proved that the person is there. */
  readonly passkeyUsedAt?: Date;
}

/** Reads people's sessions. */
export class SignInSessionReader extends Repository {
  /** Lists the sessions in force, newest first, at most 1000. */
  async list(): Promise<SignInSession[]> {
    const rows = await this.session.run<SessionRow>({
      name: "sign_in_session_list",
      text: `select ${columns} from sign_in_session where ${inForce} order by session_id desc limit ${LISTED_MAX}`,
    });
    return rows.map(sessionOf);
  }

  /** Lists the sessions in force of a credential, newest first. */
  async listOf(credentialId: string): Promise<SignInSession[]> {
    const rows = await this.session.run<SessionRow>(
      {
        name: "sign_in_session_list_of",
        text: `select ${columns} from sign_in_session where credential_id = $1 and ${inForce} order by session_id desc limit ${LISTED_MAX}`,
      },
      [credentialId],
    );
    return rows.map(sessionOf);
  }

  /** Returns a session in force. */
  async find(sessionId: string): Promise<SignInSession | undefined> {
    const [row] = await this.session.run<SessionRow>(
      {
        name: "sign_in_session_find",
        text: `select ${columns} from sign_in_session where session_id = $1 and ${inForce}`,
      },
      [uuidOf("session", sessionId)],
    );
    return row && sessionOf(row);
  }

  /** Returns the credential of a link that may still be opened. */
  async credentialOfLink(linkHash: Buffer): Promise<string | undefined> {
    const [row] = await this.session.run<Pick<SessionRow, "credential_id">>(
      {
        name: "sign_in_session_link",
        text: `select credential_id from sign_in_session where link_hash = $1 and opened_at is null and revoked_at is null
          and link_expires_at > now()`,
      },
      [linkHash],
    );
    return row?.credential_id;
  }
}

/** Stores people's sessions; exists inside a transaction only. */
export class SignInSessionWriter extends SignInSessionReader {
  /** Stores a link, by the hash of its secret. @returns when the link expires */
  async insertLink(
    sessionId: string,
    credentialId: string,
    linkHash: Buffer,
    minutes: number,
  ): Promise<Date> {
    const { expires_at } = await this.session.one<Pick<SessionRow, "expires_at">>(
      {
        name: "sign_in_session_insert",
        text: `insert into sign_in_session (session_id, credential_id, link_hash, link_expires_at, expires_at)
          values ($1, $2, $3, now() + make_interval(mins => $4::int), now() + make_interval(mins => $4::int)) returning expires_at`,
      },
      [uuidOf("session", sessionId), credentialId, linkHash, minutes],
    );
    return expires_at;
  }

  /** Lets other transactions that begin a session of the credential wait, so that each sees the sessions of those before it. */
  async lockOf(credentialId: string): Promise<void> {
    await this.session.run(
      {
        name: "sign_in_session_lock",
        text: `select 1 as locked from sign_in_session where credential_id = $1 and revoked_at is null and expires_at > now()
          order by session_id for update`,
      },
      [credentialId],
    );
  }

  /** Begins the session of a link. @returns undefined when the link is unknown, expired, revoked or used; one of many wins */
  async open(linkHash: Buffer): Promise<SignInSession | undefined> {
    const [row] = await this.session.run<SessionRow>(
      {
        name: "sign_in_session_open",
        text: `update sign_in_session set opened_at = now(), last_used_at = now(), expires_at = now() + interval '${LIFETIME}'
          where link_hash = $1 and opened_at is null and revoked_at is null and link_expires_at > now() returning ${columns}`,
      },
      [linkHash],
    );
    return row && sessionOf(row);
  }

  /** Begins a session by a passkey. */
  async openByPasskey(sessionId: string, credentialId: string): Promise<SignInSession> {
    const row = await this.session.one<SessionRow>(
      {
        name: "sign_in_session_open_by_passkey",
        text: `insert into sign_in_session (session_id, credential_id, opened_at, last_used_at, passkey_used_at, expires_at)
          values ($1, $2, now(), now(), now(), now() + interval '${LIFETIME}') returning ${columns}`,
      },
      [uuidOf("session", sessionId), credentialId],
    );
    return sessionOf(row);
  }

  /** Records that a passkey has proved that the person of a session in force is there. */
  async proveByPasskey(sessionId: string): Promise<SignInSession | undefined> {
    const [row] = await this.session.run<SessionRow>(
      {
        name: "sign_in_session_prove",
        text: `update sign_in_session set last_used_at = now(), passkey_used_at = now() where session_id = $1 and ${inForce}
          returning ${columns}`,
      },
      [uuidOf("session", sessionId)],
    );
    return row && sessionOf(row);
  }

  /** Records that a session in force is in use, and returns the session. */
  async use(sessionId: string): Promise<SignInSession | undefined> {
    const [row] = await this.session.run<SessionRow>(
      {
        name: "sign_in_session_use",
        text: `update sign_in_session set last_used_at = now() where session_id = $1 and ${inForce} returning ${columns}`,
      },
      [uuidOf("session", sessionId)],
    );
    return row && sessionOf(row);
  }

  /** Revokes a session, or a link that is not used yet. A repeat changes nothing. @returns false for an unknown one */
  async revoke(sessionId: string): Promise<boolean> {
    const rows = await this.session.run(
      {
        name: "sign_in_session_revoke",
        text: "update sign_in_session set revoked_at = coalesce(revoked_at, now()) where session_id = $1 returning 1 as revoked",
      },
      [uuidOf("session", sessionId)],
    );
    return rows.length === 1;
  }

  /** Deletes at most `limit` sessions that ended long ago. @returns the number of deleted sessions */
  forget(limit: number): Promise<number> {
    return this.forgetRows(
      "sign_in_session",
      `expires_at <= now() - interval '${KEPT}' limit $1 for update skip locked`,
      [limit],
    );
  }
}

const sessionOf = (row: SessionRow): SignInSession => ({
  sessionId: idOf("session", row.session_id),
  credentialId: row.credential_id,
  openedAt: row.opened_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  openedBy: row.is_by_passkey ? "passkey" : "link",
  ...(row.passkey_used_at ? { passkeyUsedAt: row.passkey_used_at } : {}),
});
