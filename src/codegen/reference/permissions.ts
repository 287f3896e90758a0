import { type RoleHolder, rolesOf } from "../../domain/access/role.ts";
import { type HolderKind, mayHold } from "../../domain/access/scope.ts";
import { type ReferenceOperation, scopesFor } from "./operation.ts";

const HEAD = `# Permissions

Who may call which operation, when the credential has all scopes that its owner may have. *all*: about every merchant, publisher and wallet.
*own*: about its own merchant, publisher or wallet; whatever belongs to others is refused, or not found, the same whether it exists or not.
*yes*: the operation belongs to nobody, or shows what is public. An empty cell: refused.

The rights of a credential do not depend on its mechanism ([authentication](reference/authentication.md)):

| caller | proves itself by |
|---|---|
| operator | an API key, a JWT of a registered key, a request that a registered key signs, an access token |
| merchant, terminal, publisher | the same, or a certificate as TLS client |
| holder of a wallet | a request that the wallet's key signs, or a JWT that it has signed and bound to itself, with a DPoP proof |

An access token of another issuer never belongs to a terminal. A token of the embedded authorisation server belongs to the terminal whose key or
certificate got it, and ends with the terminal. An internal service on gRPC has the scopes that the operator has granted, about the merchant or publisher that the grant names, or about all. What the holder of a wallet has to sign for is refused to
everybody without the signature.

A credential with [limits](reference/authentication.md#limit-a-key-to-operations-and-an-amount) may call fewer operations than its owner, and move
less with each call, and so may who calls by a [delegation](reference/authentication.md#let-someone-else-call), which names no operation that
makes credentials. Operations for *anyone* stay open to both.

A test calls every operation for every cell, on REST and on gRPC, with each mechanism. Of two scopes of an operation, one suffices.
`;

const ROLES = `
## Roles

Who may call which operation with a [role](reference/authentication.md#roles). The words are those of the table above. Operations that need
no scope are left out: they are open to every credential.
`;

const SENSITIVE = `## Sensitive operations
These move money, or change who may act. A deployment, a merchant or a key may require that requests of these operations are signed
(\`sensitive\` in the settings, \`sensitive_required\` of a merchant or a key, [operations](operations.md#settings)):
`;

const holders: readonly HolderKind[] = ["operator", "merchant", "terminal", "publisher", "holder"];
const roleHolders: readonly RoleHolder[] = ["operator", "merchant", "terminal", "publisher"];

/** Returns the page on permissions: who may call each operation, about whom. */
export function renderPermissions(operations: readonly ReferenceOperation[]): string {
  const rows = operations.map((operation) => {
    const { option } = operation;
    const cells = [option.public ? "yes" : "", ...holders.map((holder) => cell(operation, holder))];
    return [operation.method.name, scopesText(operation), ...cells];
  });
  return [
    HEAD,
    ...table(["operation", "scope", "anyone", ...holders], rows),
    ROLES,
    ...roleTable(operations),
    "",
    SENSITIVE,
    operations
      .filter(({ option }) => option.sensitive)
      .map(({ method }) => method.name)
      .join(", "),
    "",
  ].join("\n");
}

function roleTable(operations: readonly ReferenceOperation[]): string[] {
  const roles = roleHolders.flatMap((holder) => rolesOf(holder).map((role) => ({ holder, role })));
  const rows = operations
    .filter(({ option }) => scopesFor(option).length > 0)
    .map((operation) => [
      operation.method.name,
      ...roles.map(({ holder, role }) =>
        scopesFor(operation.option).some((scope) => role.scopes.includes(scope))
          ? cell(operation, holder)
          : "",
      ),
    ]);
  return table(["operation", ...roles.map(({ holder, role }) => `${holder}: ${role.name}`)], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)];
}

const scopesText = ({ option }: ReferenceOperation): string =>
  scopesFor(option)
    .map((scope) => `\`${scope}\``)
    .join(", ");

function cell({ option, http }: ReferenceOperation, holder: HolderKind): string {
  // A holder creates the wallet of a new key.
  if (option.public || option.credential || (holder === "holder" && option.holderKey)) return "yes";
  const scopes = scopesFor(option);
  if (!scopes.some((scope) => mayHold(holder, scope, scopes))) return "";
  if (holder === "operator" || scopes.some((scope) => verifying.has(scope))) return "all";
  // The path names a tenant, which is never one of another kind.
  const { tenant = "" } = option;
  if (http.params.includes(tenant) && tenant !== tenantOf[holder]) return "";
  return "own";
}

/** Rights to verify what anybody shows. */
const verifying = new Set(["identities.read", "verification.read"]);

/** The field that names a holder's tenant. */
const tenantOf: Record<Exclude<HolderKind, "operator">, string> = {
  merchant: "merchant_id",
  terminal: "merchant_id",
  publisher: "publisher_id",
  holder: "wallet_id",
};
