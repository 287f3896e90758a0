import { type RoleHolder, rolesOf } from "../../domain/access/role.ts";
import { scopesOf } from "../../domain/access/scope.ts";
import type { CatalogueReason } from "../openapi/catalogue.ts";
import { type ReferenceOperation, scopesIn } from "./operation.ts";

const holders: readonly RoleHolder[] = ["operator", "merchant", "terminal", "publisher"];

/** Returns the generated sections of the page on authentication, by name. */
export function authenticationSections(
  operations: readonly ReferenceOperation[],
  reasons: readonly CatalogueReason[],
): Record<string, string> {
  const scopes = scopesIn(operations);
  const mayHold = holders.map((holder) => scopesOf(holder, scopes));
  return {
    scopes: [
      `| scope | ${holders.join(" | ")} |`,
      `|---|${"---|".repeat(holders.length)}`,
      ...scopes.map(
        (scope) =>
          `| [\`${scope}\`](scopes.md#${scope.replace(".", "")}) | ${mayHold.map((may) => (may.includes(scope) ? "yes" : "")).join(" | ")} |`,
      ),
    ].join("\n"),
    roles: [
      "| of | role | what it is for | scopes |",
      "|---|---|---|---|",
      ...holders.flatMap((holder) =>
        rolesOf(holder).map(
          ({ name, purpose, scopes: ofRole }) =>
            `| ${holder} | \`${name}\` | ${purpose} | ${ofRole.length === scopes.length ? "all" : scopesText(ofRole)} |`,
        ),
      ),
    ].join("\n"),
    unauthenticated: reasonsOf(["UNAUTHENTICATED", "INVALID_PUBLISHER_CERTIFICATE"], reasons),
    forbidden: reasonsOf(["PERMISSION_DENIED"], reasons),
    signed: operations
      .filter(({ option }) => option.errors?.includes("SIGNATURE_REFUSED"))
      .map(({ method }) => `\`${method.name}\``)
      .join(", ")
      .concat("."),
  };
}

const scopesText = (scopes: readonly string[]): string =>
  scopes
    .toSorted()
    .map((scope) => `\`${scope}\``)
    .join(", ");

function reasonsOf(entries: readonly string[], reasons: readonly CatalogueReason[]): string {
  const rows = reasons
    .filter(({ entry }) => entries.includes(entry))
    .map(({ reason, description }) => `| \`${reason}\` | ${description.replaceAll("\n", " ")} |`);
  return ["| reason | cause, and what to do |", "|---|---|", ...rows].join("\n");
}
