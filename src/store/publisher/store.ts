import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Publisher } from "../../domain/publisher/publisher.ts";
import type { Row, Session } from "../database.ts";

/** Reads publishers. The caller's tenant is checked against the publisher that the request names. */
export class PublisherReader {
  protected readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** The publisher. */
  async get(publisherId: string): Promise<Publisher | undefined> {
    const [row] = await this.session.run(
      { name: "publisher_get", text: "select * from publisher where publisher_id = $1" },
      [uuidOf("publisher", publisherId)],
    );
    return row && publisherOf(row);
  }
}

/** Stores publishers; exists inside a transaction only. */
export class PublisherWriter extends PublisherReader {
  /** Stores a new publisher, active. */
  async insert(publisher: Pick<Publisher, "publisherId" | "name">): Promise<Publisher> {
    const [row] = await this.session.run(
      {
        name: "publisher_insert",
        text: "insert into publisher (publisher_id, name, created_at) values ($1, $2, business_now()) returning *",
      },
      [uuidOf("publisher", publisher.publisherId), publisher.name],
    );
    return publisherOf(row as Row);
  }

  /** The publisher, locked until the transaction ends: what is done once for a publisher is decided under this lock. */
  async lock(publisherId: string): Promise<Publisher | undefined> {
    const [row] = await this.session.run(
      { name: "publisher_lock", text: "select * from publisher where publisher_id = $1 for no key update" },
      [uuidOf("publisher", publisherId)],
    );
    return row && publisherOf(row);
  }

  /** Puts a publisher out of or back into business. */
  async setStatus(publisherId: string, status: Publisher["status"]): Promise<void> {
    await this.session.run(
      { name: "publisher_set_status", text: "update publisher set status = $2 where publisher_id = $1" },
      [uuidOf("publisher", publisherId), status],
    );
  }
}

function publisherOf(row: Row): Publisher {
  return {
    publisherId: idOf("publisher", row.publisher_id),
    name: row.name,
    status: row.status as Publisher["status"],
    createdAt: row.created_at,
  };
}
