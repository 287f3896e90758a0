import type { Tenant } from "../../domain/access/principal.ts";
import { uuidOf } from "../../domain/identifier/identifier.ts";
import { RETRY_SECONDS, type Redemption } from "../../domain/ticket/redemption.ts";
import type { Row, TransactionSession } from "../database.ts";
import {
  type FoundTicket,
  foundAndHeld,
  type RedemptionRow,
  redemptionColumns,
  redemptionOf,
  TicketReader,
} from "./reader.ts";

/** A use of a ticket that this transaction has taken. */
export interface TakenUse {
  /** Number of the use, from 1. */
  readonly useNumber: number;
  readonly usesLeft: number;
  /** Business time; never earlier than the previous use. */
  readonly redeemedAt: Date;
}

/** Identifies one tap. */
export interface Tap {
  /** SHA-256 of the part of the presentation that is new at every tap. */
  readonly key: Buffer;
  /** SHA-256 of the whole presentation. */
  readonly evidence: Buffer;
}

/** An earlier redemption by the same tap. */
export interface TapRedemption {
  readonly redemption: Redemption;
  /** True when the whole presentation equals the earlier one. */
  readonly sameEvidence: boolean;
  /** True when the redemption is recent enough for a repeat. */
  readonly recent: boolean;
}

/** Redeems tickets; exists inside a transaction only. */
export class TicketWriter extends TicketReader<TransactionSession> {
  /** Returns an asset if the tenant may redeem it, and keeps its state until the transaction ends. The lock is shared. */
  async hold(tenant: Tenant, assetId: string): Promise<FoundTicket | undefined> {
    return this.findBy({ name: "ticket_hold", text: foundAndHeld }, tenant, assetId);
  }

  /**
   * Takes a use of a ticket that is active, has uses left, is valid now and admits this gate group. One statement decides, so exactly one
   * of several simultaneous callers gets the last use.
   *
   * @returns undefined when no use was taken
   */
  async takeUse(assetId: string, gateGroup: string | undefined): Promise<TakenUse | undefined> {
    const [row] = await this.session.run<Row<"ticket_redemption", "use_number, uses_left, redeemed_at">>(
      {
        name: "ticket_take_use",
        text: `update ticket t
          set used_count = t.used_count + 1, last_redeemed_at = greatest(t.last_redeemed_at, now.at)
          from asset a, (select business_now() as at) as now
          where t.asset_id = $1 and a.asset_id = t.asset_id and a.status = 'active'
            and t.used_count < t.use_count
            and (t.not_before is null or t.not_before <= now.at) and (t.not_after is null or now.at <= t.not_after)
            and (cardinality(t.gate_groups) = 0 or $2 = any(t.gate_groups))
          returning t.used_count as use_number, t.use_count - t.used_count as uses_left, t.last_redeemed_at as redeemed_at`,
      },
      [uuidOf("asset", assetId), gateGroup ?? null],
    );
    return row && { useNumber: row.use_number, usesLeft: row.uses_left, redeemedAt: row.redeemed_at };
  }

  /** Records the use that was taken. @param tap null when the tap cannot be identified */
  record(redemption: Redemption, tap: Tap | null): void {
    const { place } = redemption;
    this.session.send(
      {
        name: "ticket_redemption_insert",
        text: `insert into ticket_redemption (publisher_id, asset_id, use_number, redemption_id, gate, gate_group, redeemed_by, tap,
            evidence, assurance, uses_left, redeemed_at, receipt)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      },
      [
        uuidOf("publisher", redemption.publisherId),
        uuidOf("asset", redemption.assetId),
        redemption.useNumber,
        uuidOf("redemption", redemption.redemptionId),
        place.gate,
        place.gateGroup ?? null,
        place.redeemedBy ?? null,
        tap?.key ?? null,
        tap?.evidence ?? null,
        redemption.assurance,
        redemption.usesLeft,
        redemption.redeemedAt,
        redemption.receipt,
      ],
    );
  }

  /** Returns the redemption of this ticket that this tap made. */
  async redemptionOfTap(assetId: string, { key, evidence }: Tap): Promise<TapRedemption | undefined> {
    const [row] = await this.session.run<
      RedemptionRow & { readonly recent: boolean; readonly same_evidence: boolean }
    >(
      {
        name: "ticket_redemption_of_tap",
        text: `select ${redemptionColumns}, created_at > now() - make_interval(secs => $3) as recent, evidence is not distinct from $4 as same_evidence
          from ticket_redemption where asset_id = $1 and tap = $2`,
      },
      [uuidOf("asset", assetId), key, RETRY_SECONDS, evidence],
    );
    if (!row) return undefined;
    return { redemption: redemptionOf(row), sameEvidence: row.same_evidence, recent: row.recent };
  }
}
