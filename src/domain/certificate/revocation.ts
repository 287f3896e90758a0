/** Why a certificate's life was ended: the reasons of RFC 5280 §5.3.1 that do so. `unspecified`: no reason was stated. */
export type RevocationReason =
  | "unspecified"
  | "key_compromise"
  | "ca_compromise"
  | "affiliation_changed"
  | "superseded"
  | "cessation_of_operation"
  | "privilege_withdrawn";

/** True when the fault is the key's, so that no certificate of the key can be relied on. */
export function isCompromise(reason: RevocationReason | undefined): boolean {
  return reason === "key_compromise" || reason === "ca_compromise";
}
