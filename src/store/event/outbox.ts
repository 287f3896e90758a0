import type { NewEvent } from "../../domain/event/event.ts";
import { newId, uuidOf } from "../../domain/identifier/identifier.ts";
import { byteas, texts, timestamps, uuids } from "../arrays.ts";
import { Repository, type TransactionSession } from "../database.ts";

/** Records events in the transaction that causes them, so that an event exists exactly when its effect exists. */
export class OutboxWriter extends Repository<TransactionSession> {
  /** Sends one statement that appends events. The commit waits for its result. */
  async append(events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    this.session.hasEvents = true;
    const owners = events.map(ownersOf);
    this.session.send(
      {
        name: "outbox_append",
        text: `insert into outbox (tenant_id, event_id, merchant_id, publisher_id, wallet_id, type, subject, occurred_at, data)
          select coalesce(m, p, w), e, m, p, w, t, s, o, d
          from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::timestamptz[], $8::bytea[])
            as x (e, m, p, w, t, s, o, d)`,
      },
      [
        uuids(events.map(() => uuidOf("event", newId("event")))),
        uuids(owners.map((owner) => owner.merchant)),
        uuids(owners.map((owner) => owner.publisher)),
        uuids(owners.map((owner) => owner.wallet)),
        texts(events.map((event) => event.type)),
        texts(events.map((event) => event.subject)),
        timestamps(events.map((event) => event.occurredAt)),
        byteas(events.map((event) => event.data)),
      ],
    );
  }
}

/** Returns the columns that say whose log has the event. */
function ownersOf({
  tenant,
  walletId,
}: NewEvent): Record<"merchant" | "publisher" | "wallet", string | null> {
  const wallet = "walletId" in tenant ? tenant.walletId : walletId;
  return {
    merchant: "merchantId" in tenant ? uuidOf("merchant", tenant.merchantId) : null,
    publisher: "publisherId" in tenant ? uuidOf("publisher", tenant.publisherId) : null,
    wallet: wallet === undefined ? null : uuidOf("wallet", wallet),
  };
}
