import type { Row, TransactionSession } from "../database.ts";

/** Something that the holder of a digital identity is to sign, once. */
export interface NewIdentityChallenge {
  /** 32 bytes. */
  readonly nonce: Buffer;
  /** Who may use it. */
  readonly caller: string;
  /** Who is going to rely on the proof. */
  readonly audience: string;
}

/** A challenge that has just been taken out: nobody else gets it any more. */
export interface TakenIdentityChallenge {
  readonly audience: string;
  /** Its time was over. */
  readonly expired: boolean;
}

/** Gives challenges out and takes them in; exists inside a transaction only. Times are the database's, and real. */
export class IdentityChallengeWriter {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  /** Stores a challenge that is good for so many seconds. @returns until when */
  async create({ nonce, caller, audience }: NewIdentityChallenge, seconds: number): Promise<Date> {
    const row = await this.#session.one<{ readonly expires_at: Date }>(
      {
        name: "identity_challenge_create",
        text: `insert into identity_challenge (nonce, caller, audience, expires_at)
          values ($1, $2, $3, now() + make_interval(secs => $4)) returning expires_at`,
      },
      [nonce, caller, audience, seconds],
    );
    return row.expires_at;
  }

  /**
   * Takes a caller's challenge out. Of all who ask for the same one, one gets it.
   *
   * @param nonce in base64url
   * @returns undefined for one that never was this caller's, was taken before or is forgotten
   */
  async take(caller: string, nonce: string): Promise<TakenIdentityChallenge | undefined> {
    const [row] = await this.#session.run<
      Row<"identity_challenge", "audience"> & { readonly expired: boolean }
    >(
      {
        name: "identity_challenge_take",
        text: `delete from identity_challenge where nonce = $1 and caller = $2
          returning audience, expires_at <= now() as expired`,
      },
      [Buffer.from(nonce, "base64url"), caller],
    );
    return row;
  }

  /** Forgets challenges whose time is over, at most `limit` of them. @returns how many */
  async forget(limit: number): Promise<number> {
    const row = await this.#session.one<{ readonly forgotten: number }>(
      {
        name: "identity_challenge_forget",
        text: `with old as (
            delete from identity_challenge where ctid = any(array(
              select ctid from identity_challenge where expires_at <= now() limit $1 for update skip locked)) returning 1)
          select count(*)::int as forgotten from old`,
      },
      [limit],
    );
    return row.forgotten;
  }
}
