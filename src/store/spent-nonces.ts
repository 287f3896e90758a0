import { sha256 } from "../domain/sha256.ts";
import { byteas, timestamps } from "./arrays.ts";
import { Repository } from "./database.ts";

/** Something that a caller may use once. */
export interface Nonce {
  /** What the nonce is for: nonces of two kinds never meet. */
  readonly kind: "http-signature" | "jwt" | "dpop" | "delegation";
  /** The credential that the nonce belongs to. */
  readonly credentialId: string;
  readonly nonce: string;
  /** Real time from which the nonce is refused anyway, so that it need not be kept. */
  readonly expiresAt: Date;
}

/** Nonces are kept for this much longer than they count, because the clocks of the database and of the cores may differ. */
const margin = "10 minutes";

/** Spends nonces, each once, whichever processes get it. Each method is one statement, which has its effect when it returns. */
export class SpentNonceWriter extends Repository {
  /**
   * Spends nonces in one statement.
   * @returns for each nonce, in order, whether it was spent now; false when it was spent before, also by this call
   */
  async spend(nonces: readonly Nonce[]): Promise<boolean[]> {
    const digests = nonces.map(digestOf);
    // Sorted: two sets with common nonces then wait for each other in one order, and do not deadlock.
    const order = nonces.map((_, index) => index).sort((a, b) => compare(digests[a], digests[b]));
    const rows = await this.session.run<{ readonly digest: Buffer }>(
      {
        name: "spent_nonce_spend",
        text: `insert into spent_nonce (digest, expires_at)
          select digest, expires_at from unnest($1::bytea[], $2::timestamptz[]) as x (digest, expires_at)
          on conflict do nothing returning digest`,
      },
      [
        byteas(order.map((index) => digests[index] as Buffer)),
        timestamps(order.map((index) => (nonces[index] as Nonce).expiresAt)),
      ],
    );
    const spent = new Set(rows.map(({ digest }) => digest.toString("base64")));
    // `delete`: a nonce that is given twice is spent by the first one only.
    return digests.map((digest) => spent.delete(digest.toString("base64")));
  }

  /** Tells whether a nonce was spent, without spending it. */
  async isSpent(nonce: Omit<Nonce, "expiresAt">): Promise<boolean> {
    const rows = await this.session.run(
      { name: "spent_nonce_is_spent", text: "select 1 as spent from spent_nonce where digest = $1" },
      [digestOf(nonce)],
    );
    return rows.length === 1;
  }

  /** Deletes at most `limit` nonces that no longer count. @returns the number of deleted nonces */
  forget(limit: number): Promise<number> {
    return this.forgetRows(
      "spent_nonce",
      `expires_at <= now() - interval '${margin}' limit $1 for update skip locked`,
      [limit],
    );
  }
}

const digestOf = ({ kind, credentialId, nonce }: Omit<Nonce, "expiresAt">): Buffer =>
  sha256(`${kind}\n${credentialId}\n${nonce}`);

const compare = (a: Buffer | undefined, b: Buffer | undefined): number =>
  Buffer.compare(a as Buffer, b as Buffer);
