import type { NewEvent } from "../../domain/event/event.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { byteas, identifiers, optionalIdentifiers, texts, timestamps } from "../arrays.ts";
import { Repository, type TransactionSession } from "../database.ts";

/** Records events in the transaction that causes them, so that an event exists exactly when its effect exists. */
export class OutboxWriter extends Repository<TransactionSession> {
  /** Sends one statement that appends events. The commit waits for its result. */
  async append(events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    this.session.hasEvents = true;
    this.session.send(
      {
        name: "outbox_append",
        text: `insert into outbox (tenant_id, event_id, merchant_id, publisher_id, wallet_id, type, subject, occurred_at, data)
          select coalesce(m, p, w), e, m, p, w, t, s, o, d
          from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::timestamptz[], $8::bytea[])
            as x (e, m, p, w, t, s, o, d)`,
      },
      [
        identifiers("event", events, () => newId("event")),
        optionalIdentifiers("merchant", events, merchantOf),
        optionalIdentifiers("publisher", events, publisherOf),
        optionalIdentifiers("wallet", events, walletOf),
        texts(events.map((event) => event.type)),
        texts(events.map((event) => event.subject)),
        timestamps(events.map((event) => event.occurredAt)),
        byteas(events.map((event) => event.data)),
      ],
    );
  }
}

// Whose logs have an event.
const merchantOf = ({ tenant }: NewEvent) => ("merchantId" in tenant ? tenant.merchantId : undefined);
const publisherOf = ({ tenant }: NewEvent) => ("publisherId" in tenant ? tenant.publisherId : undefined);
const walletOf = ({ tenant, walletId }: NewEvent) => ("walletId" in tenant ? tenant.walletId : walletId);
