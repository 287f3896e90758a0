import type { IssuanceItem, IssuanceJob, ItemFault, ItemStatus } from "../../domain/asset/issuance.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { byteas, integers, optionalIdentifiers, texts } from "../arrays.ts";
import { Repository, type Row, type Session, sql, type TransactionSession } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";

const jobColumns = `publisher_id, issuance_job_id, reference, item_count, issued_count, already_issued_count, failed_count, created_at,
  updated_at`;

const byKey = `select ${jobColumns} from issuance_job where publisher_id = $1 and issuance_job_id = $2`;

const keyOf = (publisherId: string, issuanceJobId: string) => [
  uuidOf("publisher", publisherId),
  uuidOf("issuanceJob", issuanceJobId),
];

const itemColumns = "publisher_id, issuance_job_id, index, status, fingerprint, reference, asset_id, faults";

/** Reads issuance jobs. The caller's tenant is checked elsewhere, against the publisher that the request names. */
export class IssuanceJobReader<S extends Session = Session> extends Repository<S> {
  /** Returns a job of this publisher. */
  async get(publisherId: string, issuanceJobId: string): Promise<IssuanceJob | undefined> {
    return this.findOne({ name: "issuance_job_get", text: byKey }, keyOf(publisherId, issuanceJobId), jobOf);
  }

  /** Lists the publisher's jobs, newest first. */
  async list(publisherId: string, page: PageRequest): Promise<Page<IssuanceJob>> {
    const query = sql("issuance_job").select("*").where("publisher_id", uuidOf("publisher", publisherId));
    return this.newestFirst(query, ["issuance_job_id", "issuanceJob"], page, jobOf);
  }

  /** Lists the items of a job by index, optionally only the items with one status. */
  async listItems(
    { publisherId, issuanceJobId }: Pick<IssuanceJob, "publisherId" | "issuanceJobId">,
    status: ItemStatus | undefined,
    page: PageRequest,
  ): Promise<Page<IssuanceItem>> {
    const query = sql("issuance_item")
      .select("*")
      .where("publisher_id", uuidOf("publisher", publisherId))
      .where("issuance_job_id", uuidOf("issuanceJob", issuanceJobId))
      .where("index", ">", page.after === undefined ? -1 : Number(page.after))
      .orderBy("index")
      .limit(page.size + 1);
    if (status) query.where("status", status);
    return toPage((await this.session.query<ItemRow>(query)).map(itemOf), page.size, ({ index }) =>
      String(index),
    );
  }
}

/** Creates issuance jobs and adds items; exists inside a transaction only. */
export class IssuanceJobWriter extends IssuanceJobReader<TransactionSession> {
  /** Stores a new job, or returns the existing job with the same reference. */
  async insertOrFind(
    job: Pick<IssuanceJob, "issuanceJobId" | "publisherId" | "reference" | "itemCount">,
  ): Promise<IssuanceJob> {
    const [publisher, id] = keyOf(job.publisherId, job.issuanceJobId);
    const [row] = await this.session.run<JobRow>(
      {
        name: "issuance_job_insert",
        text: `insert into issuance_job (publisher_id, issuance_job_id, reference, item_count, created_at, updated_at)
          values ($1, $2, $3, $4, business_now(), business_now())
          on conflict (publisher_id, reference) do nothing returning ${jobColumns}`,
      },
      [publisher, id, job.reference, job.itemCount],
    );
    if (row) return jobOf(row);
    // A second statement, because its snapshot must be newer than the transaction for which the insert waited.
    const found = await this.session.one<JobRow>(
      {
        name: "issuance_job_by_reference",
        text: `select ${jobColumns} from issuance_job where publisher_id = $1 and reference = $2`,
      },
      [publisher, job.reference],
    );
    return jobOf(found);
  }

  /** Returns the job and locks it until the transaction ends, so that one caller at a time adds items. */
  async lock(publisherId: string, issuanceJobId: string): Promise<IssuanceJob | undefined> {
    const locked = { name: "issuance_job_lock", text: `${byKey} for no key update` };
    return this.findOne(locked, keyOf(publisherId, issuanceJobId), jobOf);
  }

  /** Returns up to `count` items of the job by index, from `firstIndex` on. */
  async items(job: IssuanceJob, firstIndex: number, count: number): Promise<IssuanceItem[]> {
    if (count === 0) return [];
    const rows = await this.session.run<ItemRow>(
      {
        name: "issuance_item_range",
        text: `select ${itemColumns} from issuance_item where publisher_id = $1 and issuance_job_id = $2 and index >= $3
          order by index limit $4`,
      },
      [...keyOf(job.publisherId, job.issuanceJobId), firstIndex, count],
    );
    return rows.map(itemOf);
  }

  /** Adds items to a locked job. @returns the updated job */
  async add(
    job: IssuanceJob,
    items: readonly IssuanceItem[],
    counts: IssuanceJob["counts"],
  ): Promise<IssuanceJob> {
    const key = keyOf(job.publisherId, job.issuanceJobId);
    this.session.send(
      {
        name: "issuance_item_insert",
        text: `insert into issuance_item
            (publisher_id, issuance_job_id, index, status, fingerprint, reference, asset_id, faults)
          select $1, $2, * from unnest($3::int[], $4::text[], $5::bytea[], $6::text[], $7::uuid[], $8::text[]::jsonb[])`,
      },
      [
        ...key,
        integers(items.map(({ index }) => index)),
        texts(items.map(({ outcome }) => outcome.status)),
        byteas(items.map(({ fingerprint }) => fingerprint)),
        texts(items.map(({ reference }) => reference ?? null)),
        optionalIdentifiers("asset", items, ({ outcome }) =>
          "assetId" in outcome ? outcome.assetId : undefined,
        ),
        texts(items.map(({ outcome }) => ("faults" in outcome ? JSON.stringify(outcome.faults) : null))),
      ],
    );
    const row = await this.session.one<JobRow>(
      {
        name: "issuance_job_add",
        text: `update issuance_job set issued_count = issued_count + $3, already_issued_count = already_issued_count + $4,
            failed_count = failed_count + $5, updated_at = greatest(updated_at, business_now())
          where publisher_id = $1 and issuance_job_id = $2 returning ${jobColumns}`,
      },
      [...key, counts.issued, counts.already_issued, counts.failed],
    );
    return jobOf(row);
  }
}

type JobRow = Row<"issuance_job", typeof jobColumns>;

function jobOf(row: JobRow): IssuanceJob {
  return {
    issuanceJobId: idOf("issuanceJob", row.issuance_job_id),
    publisherId: idOf("publisher", row.publisher_id),
    reference: row.reference,
    itemCount: row.item_count,
    counts: {
      issued: row.issued_count,
      already_issued: row.already_issued_count,
      failed: row.failed_count,
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

type ItemRow = Row<"issuance_item", typeof itemColumns>;

function itemOf(row: ItemRow): IssuanceItem {
  return {
    index: row.index,
    fingerprint: row.fingerprint,
    ...(row.reference === null ? {} : { reference: row.reference }),
    outcome:
      row.status === "failed"
        ? { status: "failed", faults: row.faults as ItemFault[] }
        : { status: row.status, assetId: idOf("asset", row.asset_id as string) },
  };
}
