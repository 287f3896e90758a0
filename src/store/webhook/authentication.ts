import type { Authentication, SealedAuthentication } from "../../domain/webhook/authentication.ts";
import type { Row } from "../database.ts";

const columns =
  "authentication, token_endpoint, client_id, token_scope, certificate_chain, certificate_expires_at, certificate_fingerprint";

/** Columns of a `webhook w` with its authorisation. Only workers read the sealed secret. */
export const authenticationColumns = columns.replaceAll(/(\w+)/g, "w.$1");
export const sealedAuthenticationColumns = `${authenticationColumns}, w.sealed_credential`;

export type AuthenticationRow = Row<"webhook", typeof columns>;
export type SealedAuthenticationRow = AuthenticationRow & Row<"webhook", "sealed_credential">;

/** Returns the authorisation of an endpoint; undefined when it has none. */
export function authenticationOf(row: AuthenticationRow): Authentication | undefined {
  if (row.authentication === null) return undefined;
  if (row.authentication === "bearer") return { method: "bearer" };
  if (row.authentication === "certificate")
    return {
      method: "certificate",
      chain: row.certificate_chain ?? "",
      expiresAt: row.certificate_expires_at ?? new Date(0),
      fingerprint: row.certificate_fingerprint ?? "",
    };
  return {
    method: "oauth",
    tokenEndpoint: row.token_endpoint ?? "",
    clientId: row.client_id ?? "",
    scope: row.token_scope ?? undefined,
  };
}

/** Returns the authorisation of an endpoint with its sealed secret; undefined when it has none. */
export function sealedAuthenticationOf(row: SealedAuthenticationRow): SealedAuthentication | undefined {
  const authentication = authenticationOf(row);
  return authentication && row.sealed_credential
    ? { ...authentication, sealed: row.sealed_credential }
    : undefined;
}
