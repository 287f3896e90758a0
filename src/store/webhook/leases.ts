import { tenantIdOf } from "../../domain/webhook/webhook.ts";
import type { SealedAuthentication } from "../../domain/webhook/authentication.ts";
import { anyLength, bigints, uuids } from "../arrays.ts";
import { Repository, type Row, type TransactionSession } from "../database.ts";
import {
  sealedAuthenticationColumns,
  sealedAuthenticationOf,
  type SealedAuthenticationRow,
} from "./authentication.ts";
import { ownerOf } from "./webhooks.ts";

const cursorColumns = "c.webhook_id, c.tenant_id, c.position, c.sequence, c.recorded_since, c.failures";
const endpointColumns =
  "w.merchant_id, w.publisher_id, w.wallet_id, w.url, w.thin, w.ordered, w.concurrency, w.public_key_signature, w.http_signature, w.rate";

const versionNow = "case when w.status = 'enabled' then w.version else 0 end as version";

/** Seconds that a lease lasts. Its owner renews it every second. */
export const LEASE_SECONDS = 3;

/** An endpoint, leased to one worker. */
export interface LeasedEndpoint {
  /** UUIDs of the endpoint and of its tenant. */
  readonly webhookId: string;
  readonly tenantUuid: string;
  /** `mer_…`, `pub_…` or `wal_…`. */
  readonly tenantId: string;
  readonly url: string;
  readonly thin: boolean;
  readonly ordered: boolean;
  /** Requests at once. */
  readonly concurrency: number;
  /** Requests are also signed with a key of the service. */
  readonly publicKeySignature: boolean;
  /** Requests are also signed as RFC 9421 says. */
  readonly httpSignature: boolean;
  /** Requests in a second; undefined for no limit. */
  readonly rate: number | undefined;
  /** Authorisation that requests carry; undefined for none. */
  readonly authentication: SealedAuthentication | undefined;
  /** Version of the endpoint; 0 when it is not enabled. A worker gives an endpoint back that has changed. */
  readonly version: number;
  /** Everything up to this position is settled. */
  readonly position: bigint;
  /** Number of the last event up to the position that was for this endpoint. */
  readonly sequence: bigint;
  readonly recordedSince: Date;
  /** Failures in a row. */
  readonly failures: number;
  /** The lease of another worker has run out, so events after the position may have been sent. */
  readonly takenOver: boolean;
}

/** A secret of an endpoint, sealed. */
export interface SealedWebhookSecret {
  readonly webhookId: string;
  readonly secretId: string;
  readonly sealed: Buffer;
  /** Real time; undefined for the secret in use. */
  readonly expiresAt: Date | undefined;
}

/** Leases endpoints to workers; exists inside a transaction only. Times of leases are real time. */
export class WebhookLeaseWriter extends Repository<TransactionSession> {
  /** Leases up to `limit` endpoints that are due and that no worker has. @param own those that this worker has */
  async claim(owner: string, own: readonly string[], limit: number): Promise<LeasedEndpoint[]> {
    const rows = await this.session.run<EndpointRow>(claimStatement, [owner, uuids(own), limit]);
    return rows.map(endpointOf);
  }

  /** Returns the secrets with which endpoints sign now, the newest first. */
  async secrets(webhookIds: readonly string[]): Promise<SealedWebhookSecret[]> {
    const rows = await this.session.run<Row<"webhook_secret", typeof secretColumns>>(
      {
        name: "webhook_secrets_in_use",
        text: `select ${secretColumns} from webhook_secret where webhook_id = any(${anyLength("$1::uuid[]")}) and (expires_at is null or expires_at > now())
          order by webhook_id, expires_at desc nulls first`,
      },
      [uuids(webhookIds)],
    );
    return rows.map((row) => ({
      webhookId: row.webhook_id,
      secretId: row.secret_id,
      sealed: row.sealed_secret,
      expiresAt: row.expires_at ?? undefined,
    }));
  }

  /**
   * Prolongs leases. Returns the endpoints that the worker still has, with their versions; version 0 for one that is no longer enabled.
   */
  async renew(owner: string, webhookIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.session.run<{ readonly webhook_id: string; readonly version: number }>(
      {
        name: "webhook_renew",
        text: `with own as (
            select webhook_id from webhook_cursor where webhook_id = any(${anyLength("$2::uuid[]")}) and lease_owner = $1 order by webhook_id for update)
          update webhook_cursor c set lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
          from own join webhook w using (webhook_id) where c.webhook_id = own.webhook_id
          returning c.webhook_id, ${versionNow}`,
      },
      [owner, uuids(webhookIds)],
    );
    return new Map(rows.map((row) => [row.webhook_id, row.version]));
  }

  /**
   * Returns positions after each endpoint's position that need not be sent: of delivered events, and for an unordered endpoint also of
   * failed ones, which have a row in `webhook_retry`. The row of an event that was only asked for has no attempts: the event is sent from the
   * log, where it gets its number.
   */
  async settledAfter(
    endpoints: readonly Pick<LeasedEndpoint, "webhookId" | "position">[],
  ): Promise<ReadonlyMap<string, ReadonlySet<bigint>>> {
    const rows = await this.session.run<{ readonly webhook_id: string; readonly position: string }>(
      {
        name: "webhook_settled_after",
        text: `select x.webhook_id, d.position from unnest(${anyLength("$1::uuid[]")}, $2::bigint[]) as x (webhook_id, after) cross join lateral (
            select d.position from webhook_delivery d
            where d.webhook_id = x.webhook_id and d.position > x.after and d.error is null
            union
            select r.position from webhook_retry r join webhook w using (webhook_id)
            where r.webhook_id = x.webhook_id and r.position > x.after and r.attempts > 0 and not w.ordered) d`,
      },
      [uuids(endpoints.map((each) => each.webhookId)), bigints(endpoints.map((each) => each.position))],
    );
    const found = new Map(endpoints.map(({ webhookId }) => [webhookId, new Set<bigint>()]));
    for (const row of rows) found.get(row.webhook_id)?.add(BigInt(row.position));
    return found;
  }
}

const secretColumns = "webhook_id, secret_id, sealed_secret, expires_at";

const claimStatement = {
  name: "webhook_claim",
  text: `with due as (
      select webhook_id, lease_owner is not null as taken_over from webhook_cursor
      where due_at <= business_now() and (lease_until is null or lease_until < clock_timestamp()) and webhook_id <> all($2::uuid[])
      order by due_at limit $3 for update skip locked)
    update webhook_cursor c set lease_owner = $1, lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    from due join webhook w using (webhook_id) where c.webhook_id = due.webhook_id
    returning ${cursorColumns}, ${endpointColumns}, ${sealedAuthenticationColumns}, due.taken_over, ${versionNow}`,
};

type EndpointRow = Row<"webhook_cursor", typeof cursorColumns> &
  Row<"webhook", typeof endpointColumns> &
  SealedAuthenticationRow & {
    readonly taken_over: boolean;
    readonly version: number;
  };

function endpointOf(row: EndpointRow): LeasedEndpoint {
  return {
    webhookId: row.webhook_id,
    tenantUuid: row.tenant_id,
    tenantId: tenantIdOf(ownerOf(row)),
    url: row.url,
    thin: row.thin,
    ordered: row.ordered,
    concurrency: row.concurrency,
    publicKeySignature: row.public_key_signature,
    httpSignature: row.http_signature,
    rate: row.rate ?? undefined,
    authentication: sealedAuthenticationOf(row),
    version: row.version,
    position: BigInt(row.position),
    sequence: BigInt(row.sequence),
    recordedSince: row.recorded_since,
    failures: row.failures,
    takenOver: row.taken_over,
  };
}
