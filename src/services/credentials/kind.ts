import type { ErrorReason } from "../../../gen/errors/catalogue.ts";
import type { RegisteredCredential, CredentialOwner } from "../../domain/access/credential.ts";
import type { IdKind } from "../../domain/identifier/identifier.ts";
import type { CredentialReader, CredentialWriter } from "../../store/credentials.ts";
import type { Readers, Transaction } from "../../store/store.ts";
import type { CredentialTerms } from "./create.ts";

/** A kind of credential that owners have as a resource. */
export interface CredentialKind<C extends RegisteredCredential, Request, Material, Made> {
  /** Name of the list in page tokens. */
  readonly list: string;
  readonly id: IdKind;
  readonly reader: (read: Readers) => Pick<CredentialReader<C, object>, "get" | "list">;
  readonly writer: (
    tx: Transaction,
  ) => Pick<CredentialWriter<C, object>, "get" | "lock" | "endBy" | "revoke">;
  /** Returns what is peculiar to a new credential, outside the transaction. @throws Failure about a field of the request */
  readonly materialOf: (request: Request, owner: CredentialOwner) => Promise<Material>;
  /** Stores a new credential. */
  readonly make: (tx: Transaction, terms: CredentialTerms, material: Material) => Promise<Made>;
  readonly notActive: ErrorReason;
  readonly rotated: ErrorReason;
}
