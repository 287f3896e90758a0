import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { type CreatedRange, restrictCreated } from "../created.ts";
import { Repository, type Row, sql } from "../database.ts";
import type { Page, PageRequest } from "../page.ts";

const columns =
  "delivery_id, webhook_id, event_id, attempt, created_at, duration_ms, status, error, tls_error, next_at";

/** An attempt to deliver an event, as it is kept. */
export interface StoredDelivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly attempt: number;
  /** Real time. */
  readonly createdAt: Date;
  readonly durationMs: number;
  /** HTTP status; absent when no answer began. */
  readonly status?: number;
  /** Absent after a success. */
  readonly error?: string;
  /** Why TLS failed; absent with other errors. */
  readonly tlsError?: string;
  readonly nextAt?: Date;
}

/** An attempt with the first bytes of the receiver's answer, encrypted. */
export interface StoredDeliveryWithAnswer extends StoredDelivery {
  /** Absent when the answer had no body, and for a verification. */
  readonly encryptedAnswer?: Buffer;
}

/** Selects attempts. An attempt must match every given member. */
export interface DeliveryFilter {
  readonly succeeded?: boolean;
  readonly eventId?: string;
  readonly created?: CreatedRange;
}

/** Reads the attempts to deliver events. The caller has found the endpoint in its tenant. */
export class WebhookDeliveryReader extends Repository {
  /** Returns an attempt of an endpoint. */
  async get(webhookId: string, deliveryId: string): Promise<StoredDeliveryWithAnswer | undefined> {
    return this.findOne(
      {
        name: "webhook_delivery_get",
        text: `select ${columns}, encrypted_answer from webhook_delivery where webhook_id = $1 and delivery_id = $2`,
      },
      [uuidOf("webhook", webhookId), uuidOf("delivery", deliveryId)],
      (row: DeliveryRow & Row<"webhook_delivery", "encrypted_answer">) => ({
        ...deliveryOf(row),
        ...(row.encrypted_answer ? { encryptedAnswer: row.encrypted_answer } : {}),
      }),
    );
  }

  /** Lists the attempts of an endpoint, newest first. */
  async list(
    webhookId: string,
    { succeeded, eventId, created }: DeliveryFilter,
    page: PageRequest,
  ): Promise<Page<StoredDelivery>> {
    const query = sql("webhook_delivery")
      .select(sql.raw(columns))
      .where("webhook_id", uuidOf("webhook", webhookId));
    if (succeeded === true) query.whereNull("error");
    if (succeeded === false) query.whereNotNull("error");
    if (eventId !== undefined) query.where("event_id", uuidOf("event", eventId));
    restrictCreated(query, "delivery_id", created);
    return this.newestFirst(query, ["delivery_id", "delivery"], page, deliveryOf);
  }
}

type DeliveryRow = Row<"webhook_delivery", typeof columns>;

function deliveryOf(row: DeliveryRow): StoredDelivery {
  return {
    deliveryId: idOf("delivery", row.delivery_id),
    webhookId: idOf("webhook", row.webhook_id),
    eventId: idOf("event", row.event_id),
    attempt: row.attempt,
    createdAt: row.created_at,
    durationMs: row.duration_ms,
    ...(row.status === null ? {} : { status: row.status }),
    ...(row.error === null ? {} : { error: row.error }),
    ...(row.tls_error === null ? {} : { tlsError: row.tls_error }),
    ...(row.next_at ? { nextAt: row.next_at } : {}),
  };
}
