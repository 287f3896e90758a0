import type { CredentialLimits } from "../domain/access/limits.ts";
import type { Session } from "./database.ts";

/** What limits a credential, as a row of `credential_limits` in JSON. */
export interface LimitsRow {
  readonly operations: string[];
  readonly maximum_amount: string | null;
  readonly asset_type: string | null;
  readonly allowed_origins: string[];
}

/** Returns the column `limits` of a statement on credentials. @param id SQL expression of the credential's UUID */
export const limitsColumn = (id: string): string =>
  `(select to_jsonb(l) from credential_limits l where l.credential_id = ${id}) as limits`;

/** Returns the limits of a row, as the property of a credential: nothing for a credential without limits. */
export function limitsIn(limits: LimitsRow | null): { limits?: CredentialLimits } {
  if (!limits) return {};
  const {
    operations,
    maximum_amount: amount,
    asset_type: assetType,
    allowed_origins: allowedOrigins,
  } = limits;
  const maximumAmount = amount !== null && assetType !== null ? { maximumAmount: { amount, assetType } } : {};
  return { limits: { operations, allowedOrigins, ...maximumAmount } };
}

/** Stores the limits of a new credential, if it has some. They never change. */
export async function insertLimits(
  session: Session,
  uuid: string,
  limits: CredentialLimits | undefined,
): Promise<void> {
  if (!limits) return;
  await session.run(
    {
      name: "credential_limits_insert",
      text: `insert into credential_limits (credential_id, operations, maximum_amount, asset_type, allowed_origins)
        values ($1, $2, $3, $4, $5)`,
    },
    [
      uuid,
      limits.operations,
      limits.maximumAmount?.amount ?? null,
      limits.maximumAmount?.assetType ?? null,
      limits.allowedOrigins,
    ],
  );
}
