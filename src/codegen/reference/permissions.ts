import { type HolderKind, mayHold } from "../../domain/access/scope.ts";
import type { ReferenceOperation } from "./operation.ts";

const HEAD = `# Permissions

Who may call which operation, when the credential has all scopes that its owner may have. *all*: about every merchant, publisher and wallet.
*own*: about its own merchant, publisher or wallet; whatever belongs to others is refused, or not found, the same whether it exists or not.
*yes*: the operation belongs to nobody, or shows what is public. An empty cell: refused.

A merchant, a terminal and a publisher prove who they are by an API key or by a certificate, the operator by an API key, the holder of a
wallet by a signature of the wallet's key over the request
([authentication](reference/authentication.md)). The rights are the same with each. An internal service on gRPC has the scopes that the operator has
granted, about the merchant or publisher that the grant names, or about all. What the holder of a wallet has to sign for is refused to
everybody without the signature.

A test calls every operation for every cell, on REST and on gRPC.
`;

const SENSITIVE = `## Sensitive operations
These move money, or change who may act. A deployment, a merchant or a key may require that requests of these operations are signed
(\`SENSITIVE_REQUIRED\`, [operations](operations.md#settings)):
`;

const holders: readonly HolderKind[] = ["operator", "merchant", "terminal", "publisher", "holder"];

/** Returns the page on permissions: who may call each operation, about whom. */
export function renderPermissions(operations: readonly ReferenceOperation[]): string {
  const rows = operations.map((operation) => {
    const { method, option } = operation;
    const cells = [option.public ? "yes" : "", ...holders.map((holder) => cell(operation, holder))];
    const scope = option.scope ? `\`${option.scope}\`` : "";
    return `| ${method.name} | ${scope} | ${cells.join(" | ")} |`;
  });
  return [
    HEAD,
    `| operation | scope | anyone | ${holders.join(" | ")} |`,
    `|---|---|---|${"---|".repeat(holders.length)}`,
    ...rows,
    "",
    SENSITIVE,
    operations
      .filter(({ option }) => option.sensitive)
      .map(({ method }) => method.name)
      .join(", "),
    "",
  ].join("\n");
}

function cell({ option, http }: ReferenceOperation, holder: HolderKind): string {
  // A holder creates the wallet of a new key.
  if (option.public || option.credential || (holder === "holder" && option.holderKey)) return "yes";
  const { scope = "", tenant = "" } = option;
  if (!mayHold(holder, scope, [scope])) return "";
  if (holder === "operator" || verifying.has(scope)) return "all";
  // The path names a tenant, which is never one of another kind.
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
