import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Publisher } from "../../domain/publisher/publisher.ts";
import { Repository, type Row, sql } from "../database.ts";
import type { Page, PageRequest } from "../page.ts";

const columns = "publisher_id, name, status, created_at, version, status_number";

const byKey = `select ${columns} from publisher where publisher_id = $1`;

/** Reads publishers. The caller's tenant is checked elsewhere, against the publisher that the request names. */
export class PublisherReader extends Repository {
  /** Returns the publisher. */
  async get(publisherId: string): Promise<Publisher | undefined> {
    return this.findOne(
      { name: "publisher_get", text: byKey },
      [uuidOf("publisher", publisherId)],
      publisherOf,
    );
  }

  /** Lists publishers, newest first. */
  async list(filter: { readonly status?: Publisher["status"] }, page: PageRequest): Promise<Page<Publisher>> {
    const query = sql("publisher").select("*").where(filter);
    return this.newestFirst(query, ["publisher_id", "publisher"], page, publisherOf);
  }
}

/** Stores publishers; exists inside a transaction only. */
export class PublisherWriter extends PublisherReader {
  /** Stores a new active publisher. */
  async insert(publisher: Pick<Publisher, "publisherId" | "name">): Promise<Publisher> {
    const row = await this.session.one<PublisherRow>(
      {
        name: "publisher_insert",
        text: `insert into publisher (publisher_id, name, created_at) values ($1, $2, business_now()) returning ${columns}`,
      },
      [uuidOf("publisher", publisher.publisherId), publisher.name],
    );
    return publisherOf(row);
  }

  /** Returns the publisher and locks its row until the transaction ends. Work that may happen only once for a publisher needs this lock. */
  async lock(publisherId: string): Promise<Publisher | undefined> {
    const locked = { name: "publisher_lock", text: `${byKey} for no key update` };
    return this.findOne(locked, [uuidOf("publisher", publisherId)], publisherOf);
  }

  /** Renames an existing publisher. The version stays when the name is unchanged. */
  async rename(publisherId: string, name: string): Promise<Publisher> {
    const row = await this.session.one<PublisherRow>(
      {
        name: "publisher_rename",
        text: `update publisher set name = $2, version = version + (name <> $2)::int where publisher_id = $1 returning ${columns}`,
      },
      [uuidOf("publisher", publisherId), name],
    );
    return publisherOf(row);
  }

  /**
   * Suspends or reactivates a publisher and records the transition in its history. When the publisher has the status already, nothing
   * is changed or recorded. Of several simultaneous calls, therefore, one makes the transition.
   */
  async setStatus(publisherId: string, status: Publisher["status"], reason = ""): Promise<void> {
    await this.session.run(
      {
        name: "publisher_set_status",
        text: `with changed as (
            update publisher set status = $2, version = version + 1 where publisher_id = $1 and status <> $2
            returning publisher_id)
          insert into publisher_transition (publisher_id, from_status, to_status, reason, created_at)
          select publisher_id, case $2 when 'active' then 'suspended' else 'active' end, $2, $3, business_now() from changed`,
      },
      [uuidOf("publisher", publisherId), status, reason],
    );
  }
}

type PublisherRow = Row<"publisher", typeof columns>;

function publisherOf(row: PublisherRow): Publisher {
  return {
    publisherId: idOf("publisher", row.publisher_id),
    name: row.name,
    status: row.status,
    createdAt: row.created_at,
    version: row.version,
  };
}
