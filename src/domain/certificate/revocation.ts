/** Reason for a revocation: the reasons of RFC 5280 §5.3.1 that end a certificate's life. `unspecified`: no reason was stated. */
export type RevocationReason =
  | "unspecified"
  | "key_compromise"
  | "ca_compromise"
  | "affiliation_changed"
  | "superseded"
  | "cessation_of_operation"
  | "privilege_withdrawn";

/** Tells whether the key is at fault, so that no certificate of the key can be relied on. */
export function isCompromise(reason: RevocationReason | undefined): boolean {
  return reason === "key_compromise" || reason === "ca_compromise";
}
