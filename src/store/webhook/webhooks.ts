import type { Tenant } from "../../domain/access/principal.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Authentication } from "../../domain/webhook/authentication.ts";
import {
  tenantIdOf,
  type Webhook,
  type WebhookOwner,
  type WebhookSettings,
} from "../../domain/webhook/webhook.ts";
import { Repository, type Row, sql } from "../database.ts";
import type { Page, PageRequest } from "../page.ts";
import { tenantUuidOf, uuidOfTenant } from "../tenant.ts";
import { type AuthenticationRow, authenticationColumns, authenticationOf } from "./authentication.ts";

const stored =
  "webhook_id, merchant_id, publisher_id, wallet_id, url, description, event_types, thin, ordered, concurrency, rate, public_key_signature, http_signature, status, disabled_reason, created_at, updated_at, version";
const columns = `${stored
  .split(", ")
  .map((column) => `w.${column}`)
  .join(
    ", ",
  )}, ${authenticationColumns}, (select c.failing_since from webhook_cursor c where c.webhook_id = w.webhook_id) as failing_since`;

const byKey = `select ${columns} from webhook w where w.webhook_id = $1 and ($2::uuid is null or w.tenant_id = $2)`;

/** Reads webhook endpoints, within the caller's tenant. */
export class WebhookReader extends Repository {
  /** Returns an endpoint, also when it is deleted. */
  async get(tenant: Tenant, webhookId: string): Promise<Webhook | undefined> {
    const found = { name: "webhook_get", text: byKey };
    return this.findOne(found, [uuidOf("webhook", webhookId), tenantUuidOf(tenant)], webhookOf);
  }

  /** Lists the endpoints that are not deleted, newest first. @param tenantId only those of this tenant */
  async list(tenant: Tenant, tenantId: string | undefined, page: PageRequest): Promise<Page<Webhook>> {
    const query = sql("webhook as w").select(sql.raw(columns)).whereNot("status", "deleted");
    const restricted = tenantUuidOf(tenant);
    if (restricted !== null) query.where("tenant_id", restricted);
    if (tenantId !== undefined) query.where("tenant_id", uuidOfTenant(tenantId));
    return this.newestFirst(query, ["webhook_id", "webhook"], page, webhookOf);
  }
}

/** Stores webhook endpoints; exists inside a transaction only. */
export class WebhookWriter extends WebhookReader {
  /** Returns an endpoint and locks it until the transaction ends. */
  async lock(tenant: Tenant, webhookId: string): Promise<Webhook | undefined> {
    const locked = { name: "webhook_lock", text: `${byKey} for no key update` };
    return this.findOne(locked, [uuidOf("webhook", webhookId), tenantUuidOf(tenant)], webhookOf);
  }

  /** Returns the number of endpoints of a locked merchant, publisher or wallet. */
  async countOf(owner: WebhookOwner): Promise<number> {
    const { count } = await this.session.one<{ readonly count: number }>(
      {
        name: "webhook_count",
        text: "select count(*)::int as count from webhook where tenant_id = $1 and status <> 'deleted'",
      },
      [uuidOfTenant(tenantIdOf(owner))],
    );
    return count;
  }

  /** Stores an unverified endpoint, whose receiver is asked at once. */
  async insert(webhookId: string, owner: WebhookOwner, settings: WebhookSettings): Promise<Webhook> {
    const { merchantId, publisherId, walletId } = owner;
    const row = await this.session.one<WebhookRow>(
      {
        name: "webhook_insert",
        text: `insert into webhook as w (webhook_id, tenant_id, merchant_id, publisher_id, wallet_id, url, description, event_types, thin, ordered,
            concurrency, rate, public_key_signature, http_signature, verify_at, created_at, updated_at)
          values ($1, coalesce($2::uuid, $3::uuid, $4::uuid), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, business_now(),
            business_now(), business_now())
          returning ${columns}`,
      },
      [
        uuidOf("webhook", webhookId),
        merchantId === undefined ? null : uuidOf("merchant", merchantId),
        publisherId === undefined ? null : uuidOf("publisher", publisherId),
        walletId === undefined ? null : uuidOf("wallet", walletId),
        ...settingValues(settings),
      ],
    );
    return webhookOf(row);
  }

  /** Stores the settings of a locked endpoint. With another URL it is unverified, and its receiver is asked at once. */
  async update(webhookId: string, settings: WebhookSettings): Promise<void> {
    await this.session.run(
      {
        name: "webhook_update",
        text: `update webhook set url = $2, description = $3, event_types = $4, thin = $5, ordered = $6, concurrency = $7, rate = $8, public_key_signature = $9,
            http_signature = $10,
            status = case when url = $2 then status else 'unverified' end,
            disabled_reason = case when url = $2 then disabled_reason end,
            verify_at = case when url = $2 then verify_at else business_now() end,
            verify_attempts = case when url = $2 then verify_attempts else 0 end,
            version = version + 1, updated_at = business_now()
          where webhook_id = $1`,
      },
      [uuidOf("webhook", webhookId), ...settingValues(settings)],
    );
    // Where the order does not matter, nothing waits for a failed event.
    await this.session.run(
      {
        name: "webhook_update_unblock",
        text: `update webhook_cursor c set blocked_until = null, due_at = greatest(business_now(), c.held_until)
          from webhook w where c.webhook_id = $1 and w.webhook_id = $1 and w.status = 'enabled' and not w.ordered and c.blocked_until is not null`,
      },
      [uuidOf("webhook", webhookId)],
    );
  }

  /**
   * Takes other types of a locked endpoint into account: it gets events of all its types that come from now on, and of the log what it has not
   * passed. Events of types that it no longer has are not sent again. The lock on the log gives each event a side, as in `enable`.
   */
  async changeTypes(webhookId: string): Promise<void> {
    const uuid = uuidOf("webhook", webhookId);
    // A worker with a lease would put back the position of an endpoint that has nothing to get, so it loses the lease.
    await this.session.run(
      {
        name: "webhook_types_cursor",
        text: `update webhook_cursor c set ready_position = l.last_position, blocked_until = null,
            position = case when c.ready_position > c.position then c.position else l.last_position end,
            due_at = case when c.ready_position > c.position then least(c.due_at, greatest(business_now(), c.held_until)) else c.due_at end,
            lease_owner = case when c.ready_position > c.position then c.lease_owner end,
            lease_until = case when c.ready_position > c.position then c.lease_until end
          from (select last_position from event_log for share) l
          where c.webhook_id = $1 and exists (select from webhook w where w.webhook_id = $1 and w.status = 'enabled')`,
      },
      [uuid],
    );
    await this.session.run(
      {
        name: "webhook_types_retries",
        text: `delete from webhook_retry r using webhook w, event e
          where r.webhook_id = $1 and w.webhook_id = $1 and e.event_id = r.event_id and e.position = r.position
            and (e.tenant_id = w.tenant_id or e.wallet_id = w.tenant_id) and e.type <> all(w.event_types)`,
      },
      [uuid],
    );
  }

  /** Stores the authorisation that requests to a locked endpoint carry; undefined for none. @param seal seals the secret for its place */
  async authenticate(
    webhookId: string,
    given:
      | { readonly authentication: Authentication; readonly seal: (webhookUuid: string) => Uint8Array }
      | undefined,
  ): Promise<void> {
    const uuid = uuidOf("webhook", webhookId);
    const client = given?.authentication.method === "oauth" ? given.authentication : undefined;
    const certificate = given?.authentication.method === "certificate" ? given.authentication : undefined;
    await this.session.run(
      {
        name: "webhook_authenticate",
        text: `update webhook set authentication = $2, token_endpoint = $3, client_id = $4, token_scope = $5, sealed_credential = $6,
            certificate_chain = $7, certificate_expires_at = $8, certificate_fingerprint = $9
          where webhook_id = $1`,
      },
      [
        uuid,
        given?.authentication.method ?? null,
        client?.tokenEndpoint ?? null,
        client?.clientId ?? null,
        client?.scope ?? null,
        given ? Buffer.from(given.seal(uuid)) : null,
        certificate?.chain ?? null,
        certificate?.expiresAt ?? null,
        certificate?.fingerprint ?? null,
      ],
    );
  }

  /** Has the receiver of an unverified endpoint asked again, at once. */
  async askAgain(webhookId: string): Promise<void> {
    await this.session.run(
      {
        name: "webhook_ask_again",
        text: `update webhook set verify_at = business_now(), verify_attempts = 0 where webhook_id = $1 and status = 'unverified'`,
      },
      [uuidOf("webhook", webhookId)],
    );
  }

  /**
   * Enables a locked endpoint. Events that happen from now on are sent. The lock on the log lets no events get their positions between the
   * begin of the cursor and the commit: nobody would tell the workers of such events. A sequencer that has waited for the lock sees the
   * enabled endpoint (see event/log.ts).
   */
  async enable(webhookId: string): Promise<void> {
    const uuid = uuidOf("webhook", webhookId);
    await this.session.run(
      {
        name: "webhook_enable",
        text: `update webhook set status = 'enabled', disabled_reason = null, verify_at = null, version = version + 1, updated_at = business_now()
          where webhook_id = $1`,
      },
      [uuid],
    );
    const [before] = await this.session.run<Row<"webhook_cursor", "sequence">>(
      {
        name: "webhook_enable_forget",
        text: "delete from webhook_cursor where webhook_id = $1 returning sequence",
      },
      [uuid],
    );
    const { used } = await this.session.one<{ readonly used: string | null }>(usedNumbers, [uuid]);
    // A worker that still has a lease on the deleted row can write nothing more.
    await this.session.run(
      {
        name: "webhook_enable_cursor",
        text: `insert into webhook_cursor (webhook_id, tenant_id, position, sequence)
          select w.webhook_id, w.tenant_id, l.last_position, greatest($2::bigint, $3::bigint, 0) from webhook w, (select last_position from event_log for share) l
          where w.webhook_id = $1`,
      },
      [uuid, before?.sequence ?? null, used],
    );
  }

  /** Disables a locked endpoint at the wish of its owner. Nothing more is sent, also nothing that waits to be sent again. */
  async disable(webhookId: string): Promise<void> {
    const uuid = uuidOf("webhook", webhookId);
    await this.session.run(
      {
        name: "webhook_disable_requested",
        text: `update webhook set status = 'disabled', disabled_reason = 'REQUESTED', version = version + 1, updated_at = business_now()
          where webhook_id = $1`,
      },
      [uuid],
    );
    await this.#rest(uuid);
  }

  /** Raises the version of a locked endpoint whose secret or authorisation has changed, so that its worker reads the endpoint again. */
  async touch(webhookId: string): Promise<void> {
    await this.session.run(
      {
        name: "webhook_touch",
        text: "update webhook set version = version + 1, updated_at = business_now() where webhook_id = $1",
      },
      [uuidOf("webhook", webhookId)],
    );
  }

  /** Ends the sending to a locked endpoint that is no longer verified. */
  async suspend(webhookId: string): Promise<void> {
    await this.#rest(uuidOf("webhook", webhookId));
  }

  /** Deletes a locked endpoint. Its row and its deliveries stay; its secrets do not. */
  async delete(webhookId: string): Promise<void> {
    const uuid = uuidOf("webhook", webhookId);
    await this.authenticate(webhookId, undefined);
    await this.session.run(
      {
        name: "webhook_delete",
        text: `update webhook set status = 'deleted', disabled_reason = null, verify_at = null, version = version + 1, updated_at = business_now()
          where webhook_id = $1`,
      },
      [uuid],
    );
    for (const table of ["webhook_cursor", "webhook_retry", "webhook_secret", "webhook_test"])
      await this.session.run(
        { name: `webhook_delete_${table}`, text: `delete from ${table} where webhook_id = $1` },
        [uuid],
      );
  }

  /** Takes the endpoint from its worker and leaves nothing to do. */
  async #rest(uuid: string): Promise<void> {
    await this.session.run(
      {
        name: "webhook_rest",
        text: `update webhook_cursor set due_at = null, lease_owner = null, lease_until = null where webhook_id = $1`,
      },
      [uuid],
    );
    await this.session.run(
      { name: "webhook_rest_retries", text: "delete from webhook_retry where webhook_id = $1" },
      [uuid],
    );
  }
}

/**
 * Finds the largest number among the newest attempts of an endpoint. Events after its cursor were perhaps tried: behind one that has failed,
 * or beside others that were under way. Their numbers are larger than the cursor's, and no other event may get them.
 */
const usedNumbers = {
  name: "webhook_enable_numbers",
  text: `select max(d.sequence) as used
    from (select sequence from webhook_delivery where webhook_id = $1 order by delivery_id desc limit 1000) d`,
};

const settingValues = (settings: WebhookSettings): unknown[] => [
  settings.url,
  settings.description,
  settings.eventTypes,
  settings.thin,
  settings.ordered,
  settings.concurrency,
  settings.rate ?? null,
  settings.publicKeySignature,
  settings.httpSignature,
];

type WebhookRow = Row<"webhook", typeof stored> & AuthenticationRow & { readonly failing_since: Date | null };

/** Returns the owner in a row of an endpoint. */
export function ownerOf(row: Row<"webhook", "merchant_id, publisher_id, wallet_id">): WebhookOwner {
  if (row.merchant_id) return { merchantId: idOf("merchant", row.merchant_id) };
  if (row.publisher_id) return { publisherId: idOf("publisher", row.publisher_id) };
  return { walletId: idOf("wallet", row.wallet_id ?? "") };
}

function webhookOf(row: WebhookRow): Webhook {
  const authentication = authenticationOf(row);
  return {
    webhookId: idOf("webhook", row.webhook_id),
    owner: ownerOf(row),
    url: row.url,
    description: row.description,
    eventTypes: row.event_types,
    thin: row.thin,
    ordered: row.ordered,
    concurrency: row.concurrency,
    rate: row.rate ?? undefined,
    publicKeySignature: row.public_key_signature,
    httpSignature: row.http_signature,
    ...(authentication ? { authentication } : {}),
    status: row.status,
    ...(row.disabled_reason ? { disabledReason: row.disabled_reason } : {}),
    ...(row.failing_since ? { failingSince: row.failing_since } : {}),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
