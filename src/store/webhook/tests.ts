import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { SealedAuthentication } from "../../domain/webhook/authentication.ts";
import { uuids } from "../arrays.ts";
import { Repository, type TransactionSession } from "../database.ts";
import { uuidOfTenant } from "../tenant.ts";
import {
  sealedAuthenticationColumns,
  sealedAuthenticationOf,
  type SealedAuthenticationRow,
} from "./authentication.ts";

/** A test event that waits to be sent. */
export interface WaitingTest {
  readonly eventId: string;
  readonly webhookId: string;
  readonly type: string;
}

/** A test event that is sent now. */
export interface TakenTest extends WaitingTest {
  readonly tenantUuid: string;
  /** Authorisation that the request carries; undefined for none. */
  readonly authentication: SealedAuthentication | undefined;
}

/** Stores test events until they are sent; exists inside a transaction only. */
export class WebhookTestWriter extends Repository<TransactionSession> {
  /** Returns the number of test events that wait to be sent to a locked endpoint. */
  async waiting(webhookId: string): Promise<number> {
    const { waiting } = await this.session.one<{ readonly waiting: number }>(
      {
        name: "webhook_test_waiting",
        text: "select count(*)::int as waiting from webhook_test where webhook_id = $1",
      },
      [uuidOf("webhook", webhookId)],
    );
    return waiting;
  }

  /** Stores a test event for a locked endpoint of a merchant or publisher. */
  async insert({ eventId, webhookId, type }: WaitingTest, tenantId: string): Promise<void> {
    await this.session.run(
      {
        name: "webhook_test_insert",
        text: "insert into webhook_test (event_id, webhook_id, tenant_id, event_type) values ($1, $2, $3, $4)",
      },
      [uuidOf("event", eventId), uuidOf("webhook", webhookId), uuidOfTenant(tenantId), type],
    );
  }

  /**
   * Removes up to `limit` test events of wallets, or of merchants and publishers, the oldest of each tenant, and returns them.
   * @param except tenants that get none now
   */
  async take(limit: number, ofWallets: boolean, except: readonly string[]): Promise<TakenTest[]> {
    const rows = await this.session.run<TakenRow>(
      {
        name: "webhook_test_take",
        text: `with due as (
            select t.event_id from webhook_test t join webhook w using (webhook_id)
            where t.tenant_id <> all($2::uuid[]) and (w.wallet_id is not null) = $3
              and not exists (select 1 from webhook_test b where b.tenant_id = t.tenant_id and b.event_id < t.event_id)
            order by t.event_id limit $1 for update of t skip locked)
          delete from webhook_test t using due, webhook w where t.event_id = due.event_id and w.webhook_id = t.webhook_id
          returning t.event_id, t.webhook_id, t.tenant_id, t.event_type, ${sealedAuthenticationColumns}`,
      },
      [limit, uuids(except), ofWallets],
    );
    return rows.map((row) => ({
      eventId: idOf("event", row.event_id),
      webhookId: idOf("webhook", row.webhook_id),
      type: row.event_type,
      tenantUuid: row.tenant_id,
      authentication: sealedAuthenticationOf(row),
    }));
  }
}

interface TakenRow extends SealedAuthenticationRow {
  readonly event_id: string;
  readonly webhook_id: string;
  readonly tenant_id: string;
  readonly event_type: string;
}
