import { VERIFICATION_WAITS_SECONDS } from "../../domain/webhook/schedule.ts";
import type { SealedAuthentication } from "../../domain/webhook/authentication.ts";
import { uuids } from "../arrays.ts";
import { Repository, type Row, type TransactionSession } from "../database.ts";
import {
  sealedAuthenticationColumns,
  sealedAuthenticationOf,
  type SealedAuthenticationRow,
} from "./authentication.ts";

const columns = `w.webhook_id, w.tenant_id, w.url, w.public_key_signature, w.http_signature, w.verify_attempts, ${sealedAuthenticationColumns}`;

/** An endpoint whose receiver is asked now. */
export interface DueVerification {
  /** UUIDs of the endpoint and of its tenant. */
  readonly webhookUuid: string;
  readonly tenantUuid: string;
  readonly url: string;
  /** The request is also signed with a key of the service. */
  readonly publicKeySignature: boolean;
  /** The request is also signed as RFC 9421 says. */
  readonly httpSignature: boolean;
  /** Authorisation that the request carries; undefined for none. */
  readonly authentication: SealedAuthentication | undefined;
  /** Number of the attempt, from 1 on. */
  readonly attempt: number;
  /** Milliseconds until the receiver is asked again; undefined after the last attempt. */
  readonly waitMs: number | undefined;
}

/** Takes endpoints whose receivers are to be asked; exists inside a transaction only. */
export class WebhookVerificationWriter extends Repository<TransactionSession> {
  /**
   * Takes up to `limit` endpoints of wallets, or of merchants and publishers, that are due, and notes when each is due again, so that a worker
   * that ends meanwhile does not lose an attempt that is not the last.
   * @param except UUIDs of endpoints that are not taken
   */
  async take(limit: number, ofWallets: boolean, except: readonly string[]): Promise<DueVerification[]> {
    const rows = await this.session.run<TakenRow>(
      {
        name: "webhook_verification_take",
        text: `with due as (
            select webhook_id from webhook where verify_at <= business_now() and (wallet_id is not null) = $3 and webhook_id <> all($4::uuid[])
            order by verify_at limit $1 for no key update skip locked)
          update webhook w set verify_attempts = w.verify_attempts + 1,
            verify_at = business_now() + make_interval(secs => ($2::int[])[w.verify_attempts + 1])
          from due where w.webhook_id = due.webhook_id returning ${columns}`,
      },
      [limit, VERIFICATION_WAITS_SECONDS, ofWallets, uuids(except)],
    );
    return rows.map((row) => {
      const waitSeconds = VERIFICATION_WAITS_SECONDS[row.verify_attempts - 1];
      return {
        webhookUuid: row.webhook_id,
        tenantUuid: row.tenant_id,
        url: row.url,
        publicKeySignature: row.public_key_signature,
        httpSignature: row.http_signature,
        authentication: sealedAuthenticationOf(row),
        attempt: row.verify_attempts,
        waitMs: waitSeconds === undefined ? undefined : waitSeconds * 1000,
      };
    });
  }

  /** Notes that the receiver of a taken endpoint was not asked, and is to be asked after some time. */
  async postpone(webhookUuid: string, waitMs: number): Promise<void> {
    await this.session.run(
      {
        name: "webhook_verification_postpone",
        text: `update webhook set verify_attempts = greatest(verify_attempts - 1, 0), verify_at = business_now() + $2 * interval '1 ms'
          where webhook_id = $1 and status = 'unverified'`,
      },
      [webhookUuid, waitMs],
    );
  }
}

type TakenRow = Row<
  "webhook",
  "webhook_id, tenant_id, url, public_key_signature, http_signature, verify_attempts"
> &
  SealedAuthenticationRow;
