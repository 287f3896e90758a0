import { randomUUID } from "node:crypto";
import { uuidOf } from "../../domain/identifier/identifier.ts";
import { Repository, type Row, type TransactionSession } from "../database.ts";

/** Stores the secrets that deliveries are signed with; exists inside a transaction only. Times are real time. */
export class WebhookSecretWriter extends Repository<TransactionSession> {
  /** Stores the secret that is in use from now on. @param seal seals the secret for the place that it gets */
  async insert(
    webhookId: string,
    seal: (webhookUuid: string, secretUuid: string) => Uint8Array,
  ): Promise<void> {
    const webhookUuid = uuidOf("webhook", webhookId);
    const secretUuid = randomUUID();
    await this.session.run(
      {
        name: "webhook_secret_insert",
        text: "insert into webhook_secret (webhook_id, secret_id, sealed_secret, created_at) values ($1, $2, $3, now())",
      },
      [webhookUuid, secretUuid, Buffer.from(seal(webhookUuid, secretUuid))],
    );
  }

  /** Returns until when an earlier secret of a locked endpoint is in use beside the present one; undefined when none is. */
  async overlapUntil(webhookId: string): Promise<Date | undefined> {
    const [row] = await this.session.run<Row<"webhook_secret", "expires_at">>(
      {
        name: "webhook_secret_overlap",
        text: "select expires_at from webhook_secret where webhook_id = $1 and expires_at > now() order by expires_at desc limit 1",
      },
      [uuidOf("webhook", webhookId)],
    );
    return row?.expires_at ?? undefined;
  }

  /**
   * Ends the secret in use of a locked endpoint after an overlap, and erases those that have ended already.
   * @returns when it ends; undefined without an overlap, when all earlier secrets end at once
   */
  async end(webhookId: string, overlapSeconds: number): Promise<Date | undefined> {
    const uuid = uuidOf("webhook", webhookId);
    if (overlapSeconds === 0) {
      await this.session.run(
        { name: "webhook_secret_end_all", text: "delete from webhook_secret where webhook_id = $1" },
        [uuid],
      );
      return undefined;
    }
    await this.session.run(
      {
        name: "webhook_secret_erase",
        text: "delete from webhook_secret where webhook_id = $1 and expires_at <= now()",
      },
      [uuid],
    );
    const { expires_at } = await this.session.one<{ readonly expires_at: Date }>(
      {
        name: "webhook_secret_end",
        text: `update webhook_secret set expires_at = now() + make_interval(secs => $2) where webhook_id = $1 and expires_at is null
          returning expires_at`,
      },
      [uuid, overlapSeconds],
    );
    return expires_at;
  }
}
