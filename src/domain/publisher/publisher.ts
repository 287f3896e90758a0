import { Refused } from "../refused.ts";

/** An organisation that issues assets. Active ⇄ suspended; while suspended it may not issue, and its assets are not trusted. */
export interface Publisher {
  readonly publisherId: string;
  /** The organisation in its certificates. */
  readonly name: string;
  readonly status: "active" | "suspended";
  readonly createdAt: Date;
}

/** @throws Refused PUBLISHER_NOT_ACTIVE */
export function requireActive(publisher: Publisher): void {
  if (publisher.status !== "active")
    throw new Refused("PUBLISHER_NOT_ACTIVE", `The publisher is ${publisher.status}.`);
}

/**
 * The name, if a certificate can carry it: something to read and no control characters (RFC 5280 §4.1.2.4).
 *
 * @throws Refused NAME_NOT_PRINTABLE
 */
export function requirePrintableName(name: string): string {
  if (name.trim() === "" || /[\p{Cc}\p{Cs}]/u.test(name))
    throw new Refused(
      "NAME_NOT_PRINTABLE",
      "The name must have visible characters and no control characters.",
    );
  return name;
}
