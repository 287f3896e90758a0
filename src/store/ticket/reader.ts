import type { Tenant } from "../../domain/access/principal.ts";
import type { LifecycleStatus } from "../../domain/asset/lifecycle.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Redemption } from "../../domain/ticket/redemption.ts";
import type { Ticket } from "../../domain/ticket/ticket.ts";
import { Repository, type Row, type Session } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { publisherOf } from "../tenant.ts";

const columns =
  "publisher_id, asset_id, not_before, not_after, gate_groups, use_count, redeemers, used_count, last_redeemed_at";

/** An asset that the caller may redeem if the asset is a ticket. */
export interface FoundTicket {
  readonly lifecycle: LifecycleStatus;
  /** Business time. */
  readonly at: Date;
  /** Absent when the asset is not a ticket. */
  readonly ticket?: Ticket;
}

/** A publisher may redeem its own tickets, a merchant the tickets that name it, and the operator all tickets. */
const permitted = "($2::uuid is null or a.publisher_id = $2 or $3::uuid = any(t.redeemers))";

const found = `select a.publisher_id, a.asset_id, a.status, business_now() as at, t.use_count, t.used_count, t.last_redeemed_at,
    t.not_before, t.not_after, t.gate_groups, t.redeemers
  from asset a left join ticket t on t.publisher_id = a.publisher_id and t.asset_id = a.asset_id
  where a.asset_id = $1 and ${permitted}`;

export const redemptionColumns = `publisher_id, asset_id, use_number, redemption_id, gate, gate_group, redeemed_by, assurance, uses_left,
  redeemed_at, receipt`;

/** Reads tickets and their redemptions. */
export class TicketReader<S extends Session = Session> extends Repository<S> {
  /** Returns an asset if the tenant may redeem it. */
  async find(tenant: Tenant, assetId: string): Promise<FoundTicket | undefined> {
    return this.findBy({ name: "ticket_find", text: found }, tenant, assetId);
  }

  /** Returns a ticket of the publisher. */
  async get(publisherId: string, assetId: string): Promise<Ticket | undefined> {
    return this.findOne(
      { name: "ticket_get", text: `select ${columns} from ticket where publisher_id = $1 and asset_id = $2` },
      [uuidOf("publisher", publisherId), uuidOf("asset", assetId)],
      ticketOf,
    );
  }

  /** Returns a redemption if the tenant made it or is the ticket's publisher. */
  async redemption(tenant: Tenant, redemptionId: string): Promise<Redemption | undefined> {
    const own = tenant.kind === "merchant" ? tenant.merchantId : null;
    return this.findOne(
      {
        name: "ticket_redemption_get",
        text: `select ${redemptionColumns} from ticket_redemption
          where redemption_id = $1 and ($2::uuid is null or publisher_id = $2 or redeemed_by = $3)`,
      },
      [uuidOf("redemption", redemptionId), publisherOf(tenant), own],
      redemptionOf,
    );
  }

  /** Lists the redemptions of a ticket, newest first. */
  async redemptions(publisherId: string, assetId: string, page: PageRequest): Promise<Page<Redemption>> {
    const rows = await this.session.run<RedemptionRow>(
      {
        name: "ticket_redemption_list",
        text: `select ${redemptionColumns} from ticket_redemption
          where publisher_id = $1 and asset_id = $2 and use_number < $3 order by use_number desc limit $4`,
      },
      [
        uuidOf("publisher", publisherId),
        uuidOf("asset", assetId),
        Number(page.after ?? aboveAll),
        page.size + 1,
      ],
    );
    return toPage(rows.map(redemptionOf), page.size, ({ useNumber }) => useNumber.toString());
  }

  protected async findBy(
    statement: { readonly name: string; readonly text: string },
    tenant: Tenant,
    assetId: string,
  ): Promise<FoundTicket | undefined> {
    const merchant = tenant.kind === "merchant" ? uuidOf("merchant", tenant.merchantId) : null;
    const [row] = await this.session.run<FoundRow>(statement, [
      uuidOf("asset", assetId),
      publisherOf(tenant),
      merchant,
    ]);
    if (!row) return undefined;
    return {
      lifecycle: row.status,
      at: row.at,
      ...(row.use_count === null ? {} : { ticket: ticketOf(row) }),
    };
  }
}

/** Above the number of every possible use. */
const aboveAll = 100_000;

/** Finds an asset as `found` does, and keeps its state unchanged until the transaction ends. */
export const foundAndHeld = `${found} for share of a`;

export type RedemptionRow = Row<"ticket_redemption", typeof redemptionColumns>;

export function redemptionOf(row: RedemptionRow): Redemption {
  return {
    redemptionId: idOf("redemption", row.redemption_id),
    publisherId: idOf("publisher", row.publisher_id),
    assetId: idOf("asset", row.asset_id),
    place: {
      gate: row.gate,
      ...(row.gate_group === null ? {} : { gateGroup: row.gate_group }),
      ...(row.redeemed_by === null ? {} : { redeemedBy: row.redeemed_by }),
    },
    useNumber: row.use_number,
    usesLeft: row.uses_left,
    redeemedAt: row.redeemed_at,
    assurance: row.assurance,
    receipt: row.receipt,
  };
}

type TicketRow = Row<"ticket", typeof columns>;
type FoundRow = Row<"asset", "status"> & { readonly at: Date } & (TicketRow | { readonly use_count: null });

function ticketOf(row: TicketRow): Ticket {
  return {
    publisherId: idOf("publisher", row.publisher_id),
    assetId: idOf("asset", row.asset_id),
    terms: {
      ...(row.not_before === null ? {} : { notBefore: row.not_before }),
      ...(row.not_after === null ? {} : { notAfter: row.not_after }),
      gateGroups: row.gate_groups,
      useCount: row.use_count,
      redeemers: row.redeemers.map((uuid) => idOf("merchant", uuid)),
    },
    usedCount: row.used_count,
    ...(row.last_redeemed_at === null ? {} : { lastRedeemedAt: row.last_redeemed_at }),
  };
}
