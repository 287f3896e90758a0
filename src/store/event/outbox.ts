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
    const owners = events.map(({ tenant }) =>
      "merchantId" in tenant
        ? { merchant: uuidOf("merchant", tenant.merchantId), publisher: null }
        : { merchant: null, publisher: uuidOf("publisher", tenant.publisherId) },
    );
    this.session.send(
      {
        name: "outbox_append",
        text: `insert into outbox (tenant_id, event_id, merchant_id, publisher_id, type, subject, occurred_at, data)
          select coalesce(m, p), e, m, p, t, s, o, d
          from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::bytea[])
            as x (e, m, p, t, s, o, d)`,
      },
      [
        uuids(events.map(() => uuidOf("event", newId("event")))),
        uuids(owners.map((owner) => owner.merchant)),
        uuids(owners.map((owner) => owner.publisher)),
        texts(events.map((event) => event.type)),
        texts(events.map((event) => event.subject)),
        timestamps(events.map((event) => event.occurredAt)),
        byteas(events.map((event) => event.data)),
      ],
    );
  }
}
