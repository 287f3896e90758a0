import { newId, uuidOf } from "../../domain/identifier/identifier.ts";
import { byteas } from "../arrays.ts";
import { Repository, type TransactionSession } from "../database.ts";

/** Most records in one row of the outbox. */
export const RECORDS_MAX = 1024;

/** Records calls in the transaction that has their effect, so that a record exists exactly when the effect exists. */
export class AuditOutboxWriter extends Repository<TransactionSession> {
  /** Sends one statement that appends encoded records. The commit waits for its result. @param records at most RECORDS_MAX */
  append(records: readonly Uint8Array[]): void {
    if (records.length === 0) return;
    this.session.send(
      {
        name: "audit_outbox_append",
        text: "insert into audit_outbox (batch_id, records) values ($1, $2::bytea[])",
      },
      [uuidOf("auditRecord", newId("auditRecord")), byteas(records)],
    );
  }
}
