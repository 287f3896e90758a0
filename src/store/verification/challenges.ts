import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { Repository, type Row, type TransactionSession } from "../database.ts";
import { anyLength } from "../arrays.ts";

/** A challenge that a device signs once. */
export interface NewChallenge {
  /** 32 bytes. */
  readonly nonce: Buffer;
  readonly assetId: string;
  /** The verifier that will rely on the proof. */
  readonly audience: string;
}

/** A challenge that this caller has just consumed. No other caller can consume the challenge. */
export interface TakenChallenge {
  readonly assetId: string;
  readonly audience: string;
  /** True when the challenge had expired. */
  readonly expired: boolean;
}

/** Reads challenges without consuming them. */
export class ChallengeReader extends Repository {
  /** Returns the challenges that `take` would return, but leaves them in place. @param nonces in base64url */
  async find(nonces: readonly string[]): Promise<Map<string, TakenChallenge>> {
    if (nonces.length === 0) return new Map();
    const rows = await this.session.run<ChallengeRow>(
      {
        name: "challenge_find",
        text: `select nonce, asset_id, audience, expires_at <= now() as expired
          from verification_challenge where nonce = any(${anyLength("$1::bytea[]")})`,
      },
      [nonces.map((nonce) => Buffer.from(nonce, "base64url"))],
    );
    return new Map(rows.map(challengeOf));
  }
}

/** Stores and consumes challenges; exists inside a transaction only. Times are real time from the database clock. */
export class ChallengeWriter extends Repository<TransactionSession> {
  /** Stores challenges that are valid for `seconds`. @returns when the challenges expire */
  async create(challenges: readonly NewChallenge[], seconds: number): Promise<Date> {
    const row = await this.session.one<{ readonly expires_at: Date }>(
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
   * Consumes challenges in one statement. When several callers ask for the same challenge, exactly one of the callers gets it.
   *
   * @param nonces in base64url
   * @returns challenges by nonce in base64url; unknown, consumed and deleted challenges are absent
   */
  async take(nonces: readonly string[]): Promise<Map<string, TakenChallenge>> {
    // Sorted: two sets with common nonces then lock the rows in one order and seldom deadlock.
    const bytes = nonces.map((nonce) => Buffer.from(nonce, "base64url")).sort((a, b) => a.compare(b));
    const rows = await this.session.run<ChallengeRow>(
      {
        name: "challenge_take",
        text: `delete from verification_challenge where nonce = any(${anyLength("$1::bytea[]")})
          returning nonce, asset_id, audience, expires_at <= now() as expired`,
      },
      [bytes],
    );
    return new Map(rows.map(challengeOf));
  }

  /** Deletes at most `limit` expired challenges. @returns the number of deleted challenges */
  forget(limit: number): Promise<number> {
    return this.forgetRows("verification_challenge", "expires_at <= now() limit $1 for update skip locked", [
      limit,
    ]);
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
