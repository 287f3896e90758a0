import type { EncodedBatch } from "../../domain/audit/batch.ts";
import { uuidOf } from "../../domain/identifier/identifier.ts";
import { integers, texts } from "../arrays.ts";
import { Repository, type TransactionSession } from "../database.ts";
import { timeOf } from "./place.ts";

/** Records calls in the transaction that has their effect, so that a record exists exactly when the effect exists. */
export class AuditBatchWriter extends Repository<TransactionSession> {
  /** Sends one statement that appends a batch. The commit waits for its result. A batch that is already stored is left as it is. */
  append({ batchId, count, records, ends, hashes, places }: EncodedBatch): void {
    const uuid = uuidOf("auditRecord", batchId);
    this.session.send(
      {
        name: "audit_batch_append",
        text: `with stored as (
            insert into audit_batch (batch_id, created_at, count, records, ends, hashes) values ($1, $2, $3, $4, $5::int4[], $6)
            on conflict do nothing)
          insert into audit_place (key, batch_id, created_at, places)
          select key, $1, $2, places::varbit from unnest($7::text[], $8::text[]) as x (key, places) on conflict do nothing`,
      },
      [
        uuid,
        timeOf(uuid),
        count,
        records,
        integers(ends),
        hashes,
        texts([...places.keys()]),
        texts([...places.values()]),
      ],
    );
  }
}
