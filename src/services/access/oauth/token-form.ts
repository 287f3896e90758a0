import type { AuditTokenBinding } from "../../../../gen/ts/pda/audit/v1/audit.ts";
import type { CredentialOwner } from "../../../domain/access/credential.ts";

/** `typ` of an access token (RFC 9068 section 2.1). */
export const ACCESS_TOKEN_TYPE = "at+jwt";
/** Life of a token. Short, because a client gets the next one without a person. */
export const LIFETIME_SECONDS = 300;

/** Where a person's token comes from. */
export interface TokenSession {
  readonly sessionId: string;
  /** The grant: all tokens that follow from one consent. */
  readonly grantId: string;
  /** The credential that the person has signed in as. */
  readonly credentialId: string;
}

/** A token whose signature and claims are good, and how it comes. */
export interface GoodToken {
  readonly clientId: string;
  readonly tokenId: string;
  /** The key that signed the token. */
  readonly keyId: string | undefined;
  readonly scopes: readonly string[];
  readonly address: string;
  readonly tokenBinding: AuditTokenBinding | undefined;
  /** Whose token it is, when it is a person's. */
  readonly session?: TokenSession | undefined;
}

/** Returns the claim `pda_tenant` for an owner. */
export function tenantOf(owner: CredentialOwner): string {
  switch (owner.kind) {
    case "operator":
      return "operator";
    case "merchant":
      return owner.merchantId;
    case "publisher":
      return owner.publisherId;
  }
}
