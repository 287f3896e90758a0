import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Row, Session, TransactionSession } from "../database.ts";

/** Something that a device is to sign, once. */
export interface NewChallenge {
  /** 32 bytes. */
  readonly nonce: Buffer;
  readonly assetId: string;
  /** Who is going to rely on the proof. */
  readonly audience: string;
}

/** A challenge that has just been taken out: nobody else gets it any more. */
export interface TakenChallenge {
  readonly assetId: string;
  readonly audience: string;
  /** Its time was over. */
  readonly expired: boolean;
}

/** Looks at challenges. */
export class ChallengeReader {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The challenges as `take` would take them out; whoever takes them still can. @param nonces in base64url */
  async find(nonces: readonly string[]): Promise<Map<string, TakenChallenge>> {
    if (nonces.length === 0) return new Map();
    const rows = await this.#session.run<ChallengeRow>(
      {
        name: "challenge_find",
        text: `select nonce, asset_id, audience, expires_at <= now() as expired
          from verification_challenge where nonce = any($1::bytea[])`,
      },
      [nonces.map((nonce) => Buffer.from(nonce, "base64url"))],
    );
    return new Map(rows.map(challengeOf));
  }
}

/** Gives challenges out and takes them in; exists inside a transaction only. Times are the database's, and real. */
export class ChallengeWriter {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  /** Stores challenges that are good for so many seconds. @returns until when */
  async create(challenges: readonly NewChallenge[], seconds: number): Promise<Date> {
    const row = await this.#session.one<{ readonly expires_at: Date }>(
      {
        name: "challenge_create",
        text: `with made as (
            insert into verification_challenge (nonce, asset_id, audience, expires_at)
            select nonce, asset_id, audience, now() + make_interval(secs => $4)
            from unnest($1::bytea[], $2::uuid[], $3::text[]) as x (nonce, asset_id, audience))
          select now() + make_interval(secs => $4) as expires_at`,
      },
      [
        challenges.map(({ nonce }) => nonce),
        challenges.map(({ assetId }) => uuidOf("asset", assetId)),
        challenges.map(({ audience }) => audience),
        seconds,
      ],
    );
    return row.expires_at;
  }

  /**
   * Takes challenges out, in one statement. Of all who ask for the same one, one gets it.
   *
   * @param nonces in base64url
   * @returns by nonce in base64url; those that never were, were taken before or are forgotten are absent
   */
  async take(nonces: readonly string[]): Promise<Map<string, TakenChallenge>> {
    // Sorted, so that two sets that ask for the same ones mostly meet at the first of them and do not wait for each other.
    const bytes = nonces.map((nonce) => Buffer.from(nonce, "base64url")).sort((a, b) => a.compare(b));
    const rows = await this.#session.run<ChallengeRow>(
      {
        name: "challenge_take",
        text: `delete from verification_challenge where nonce = any($1::bytea[])
          returning nonce, asset_id, audience, expires_at <= now() as expired`,
      },
      [bytes],
    );
    return new Map(rows.map(challengeOf));
  }

  /** Forgets challenges whose time is over, at most `limit` of them. @returns how many */
  async forget(limit: number): Promise<number> {
    const row = await this.#session.one<{ readonly forgotten: number }>(
      {
        name: "challenge_forget",
        text: `with old as (
            delete from verification_challenge where ctid = any(array(
              select ctid from verification_challenge where expires_at <= now() limit $1 for update skip locked)) returning 1)
          select count(*)::int as forgotten from old`,
      },
      [limit],
    );
    return row.forgotten;
  }
}

type ChallengeRow = Row<"verification_challenge", "nonce, asset_id, audience"> & {
  readonly expired: boolean;
};

function challengeOf(row: ChallengeRow): [nonce: string, TakenChallenge] {
  return [
    row.nonce.toString("base64url"),
    {
      assetId: idOf("asset", row.asset_id),
      audience: row.audience,
      expired: row.expired,
    },
  ];
}
