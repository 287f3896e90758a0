import { Refused } from "../refused.ts";

/** An organisation that issues assets. Active ⇄ suspended. A suspended publisher may not issue, and its assets are not trusted. */
export interface Publisher {
  readonly publisherId: string;
  /** Name of the organisation in its certificates. */
  readonly name: string;
  readonly status: "active" | "suspended";
  readonly createdAt: Date;
  /** Grows with each change. */
  readonly version: number;
}

/** @throws Refused PUBLISHER_NOT_ACTIVE */
export function requireActivePublisher({ status }: Pick<Publisher, "status">): void {
  if (status !== "active") throw new Refused("PUBLISHER_NOT_ACTIVE", `The publisher is ${status}.`);
}
