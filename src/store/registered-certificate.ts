import type { RegisteredCertificate } from "../domain/certificate/registered.ts";
import type { RevocationReason } from "../domain/certificate/revocation.ts";
import { idOf } from "../domain/identifier/identifier.ts";

interface RegisteredRow<Reason> {
  readonly certificate_id: string;
  readonly certificate: Buffer;
  readonly status: RegisteredCertificate["status"];
  readonly not_before: Date;
  readonly not_after: Date;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
  readonly revocation_reason: Reason | null;
}

/** Converts the columns that certificates of publishers and merchants have in common. */
export function registeredOf<Reason extends RevocationReason>(
  row: RegisteredRow<Reason>,
): RegisteredCertificate<Reason> {
  return {
    certificateId: idOf("certificate", row.certificate_id),
    certificate: row.certificate,
    status: row.status,
    notBefore: row.not_before,
    notAfter: row.not_after,
    createdAt: row.created_at,
    ...(row.revoked_at && row.revocation_reason
      ? { revokedAt: row.revoked_at, revocationReason: row.revocation_reason }
      : {}),
  };
}
