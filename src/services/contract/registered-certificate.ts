import type { RegisteredCertificate } from "../../domain/certificate/registered.ts";
import type { RevocationReason } from "../../domain/certificate/revocation.ts";
import type { Certificate } from "../../trust/certificate.ts";
import { certificatesToPem } from "../../trust/pem.ts";
import { timestamp } from "./timestamp.ts";

/** The contract's values for the words of the registry. */
interface Words<Status, Reason extends RevocationReason, ReasonValue> {
  readonly statuses: Readonly<Record<RegisteredCertificate["status"], Status>>;
  readonly reasons: Readonly<Record<Reason, ReasonValue>>;
}

/**
 * Returns what certificates of publishers and merchants show alike. An unspecified revocation reason is absent (RFC 5280 §5.3.1).
 * @param chain the certificate and those above it, up to its root
 */
export function registeredToProto<Status, Reason extends RevocationReason, ReasonValue>(
  stored: RegisteredCertificate<Reason>,
  chain: readonly [Certificate, ...Certificate[]],
  { statuses, reasons }: Words<Status, Reason, ReasonValue>,
) {
  const { revokedAt, revocationReason } = stored;
  const [certificate] = chain;
  return {
    certificateId: stored.certificateId,
    serialNumber: certificate.serialHex,
    certificate: certificatesToPem([certificate]),
    certificateChain: certificatesToPem(chain),
    status: statuses[stored.status],
    notBeforeTime: timestamp(stored.notBefore),
    notAfterTime: timestamp(stored.notAfter),
    createTime: timestamp(stored.createdAt),
    revokeTime: revokedAt && timestamp(revokedAt),
    revocationReason:
      revocationReason === undefined || revocationReason === "unspecified"
        ? undefined
        : reasons[revocationReason],
  };
}
