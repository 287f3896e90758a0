import { Repository, type Row, type TransactionSession } from "../database.ts";

/** Why the service disables an endpoint: the receiver answered 410, or has failed for too long. */
export type DisabledByService = "GONE" | "FAILING";

const columns = "tenant_id, merchant_id, publisher_id, wallet_id";

/** Disables endpoints; exists inside a transaction only. */
export class WebhookDisabler extends Repository<TransactionSession> {
  /**
   * Disables an enabled endpoint: nothing more is sent, also nothing that waits to be sent again. Returns false when it is not enabled, or
   * has changed: what the receiver answered before says nothing of another URL.
   * @param webhookId UUID
   * @param version the version of the endpoint that the receiver was asked with
   */
  async disable(webhookId: string, version: number, reason: DisabledByService): Promise<boolean> {
    const rows = await this.session.run<Row<"webhook", typeof columns>>(
      {
        name: "webhook_disable",
        text: `update webhook set status = 'disabled', disabled_reason = $2, version = version + 1, updated_at = business_now()
          where webhook_id = $1 and status = 'enabled' and version = $3 returning ${columns}`,
      },
      [webhookId, reason, version],
    );
    if (rows.length === 0) return false;
    this.session.send(
      {
        name: "webhook_disable_cursor",
        text: "update webhook_cursor set due_at = null, lease_owner = null, lease_until = null where webhook_id = $1",
      },
      [webhookId],
    );
    this.session.send(
      { name: "webhook_disable_retries", text: "delete from webhook_retry where webhook_id = $1" },
      [webhookId],
    );
    return true;
  }
}
