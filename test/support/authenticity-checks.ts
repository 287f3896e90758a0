/** The checks of an authenticity evaluation, in the order in which the contract lists them. */
export const authenticityChecks = [
  "certificate_format",
  "certificate_algorithms",
  "certificate_path",
  "publisher_status",
  "publisher_certificate_revocation",
  "device_usage",
  "device_certificate_revocation",
  "asset_known",
  "device_binding",
  "lifecycle",
  "proof_of_possession",
] as const;
