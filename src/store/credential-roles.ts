import { type RoleHolder, scopesOfRole } from "../domain/access/role.ts";
import type { Session } from "./database.ts";

/** What is stored of the rights of a credential. */
export interface RightsRow {
  /** Those that the role had when the credential was made, when it has one. */
  readonly scopes: string[];
  readonly role: string | null;
}

/** The rights of a credential. */
export interface Rights {
  readonly scopes: readonly string[];
  readonly role?: string;
}

/**
 * Returns the rights of a credential: those of its role, as the role is now. A later version may have made the credential with a role that
 * this one does not know; such a credential has the scopes that were stored with it.
 */
export function rightsOf(holder: RoleHolder, { scopes, role }: RightsRow): Rights {
  return role === null ? { scopes } : { scopes: scopesOfRole(holder, role) ?? scopes, role };
}

/** Stores the role of a new credential, if it has one. @param id UUID of the credential */
export async function insertRole(session: Session, id: string, role: string | undefined): Promise<void> {
  if (role === undefined) return;
  await session.run(
    {
      name: "credential_role_insert",
      text: "insert into credential_role (credential_id, role) values ($1, $2)",
    },
    [id, role],
  );
}
