import { Repository, type Row, type TransactionSession } from "../database.ts";

/** A challenge that the holder of a digital identity signs once. */
export interface NewIdentityChallenge {
  /** 32 bytes. */
  readonly nonce: Buffer;
  /** The caller that may use the challenge. */
  readonly caller: string;
  /** The verifier that will rely on the proof. */
  readonly audience: string;
}

/** A challenge that this caller has just consumed. The challenge cannot be consumed again. */
export interface TakenIdentityChallenge {
  readonly audience: string;
  /** True when the challenge had expired. */
  readonly expired: boolean;
}

/** Stores and consumes challenges; exists inside a transaction only. Times are real time from the database clock. */
export class IdentityChallengeWriter extends Repository<TransactionSession> {
  /** Stores a challenge that is valid for `seconds`. @returns when the challenge expires */
  async create({ nonce, caller, audience }: NewIdentityChallenge, seconds: number): Promise<Date> {
    const row = await this.session.one<{ readonly expires_at: Date }>(
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
   * Consumes a caller's challenge. When several requests name the same challenge, exactly one of the requests gets it.
   *
   * @param nonce in base64url
   * @returns undefined when the challenge is unknown, belongs to another caller, was consumed before or was deleted
   */
  async take(caller: string, nonce: string): Promise<TakenIdentityChallenge | undefined> {
    const [row] = await this.session.run<
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

  /** Deletes at most `limit` expired challenges. @returns the number of deleted challenges */
  forget(limit: number): Promise<number> {
    return this.forgetRows("identity_challenge", "expires_at <= now() limit $1 for update skip locked", [
      limit,
    ]);
  }
}
