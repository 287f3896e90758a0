import type { Operation } from "../../gen/rest/operations.ts";

type Deprecation = NonNullable<NonNullable<Operation["http"]>["deprecation"]>;

/**
 * Returns the headers of a deprecated operation, names and values in turn: Deprecation (RFC 9745), Sunset (RFC 8594) and Link (RFC 8288).
 */
export function deprecationHeaders({ since, sunset, link, successor }: Deprecation): readonly string[] {
  const headers = ["Deprecation", `@${Date.parse(since) / 1000}`];
  if (sunset !== undefined) headers.push("Sunset", new Date(sunset).toUTCString());
  const links: string[] = [];
  if (link !== undefined) links.push(`<${link}>; rel="deprecation"; type="text/html"`);
  if (link !== undefined && sunset !== undefined) links.push(`<${link}>; rel="sunset"; type="text/html"`);
  if (successor !== undefined) links.push(`<${successor}>; rel="successor-version"`);
  if (links.length > 0) headers.push("Link", links.join(", "));
  return headers;
}
