import type { PublisherCertificate } from "../../../domain/publisher/certificate.ts";
import type { Publisher } from "../../../domain/publisher/publisher.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Transaction } from "../../../store/store.ts";
import type { Certificate } from "../../../trust/certificate.ts";
import { IssueError } from "../../../trust/issue/error.ts";
import type { DeviceSubject, TrustAuthority } from "../../authority/trust-authority.ts";
import { hostedCa } from "../certificates/hosted-ca.ts";

/** A device certificate and the registered CA certificate that issued it. */
export interface CertifiedDevice {
  readonly certificate: Certificate;
  readonly issuer: PublisherCertificate;
}

/** Issues a certificate for the chip's key, under the publisher's hosted CA. @throws Failure */
export async function certifyDevice(
  tx: Transaction,
  trust: TrustAuthority,
  publisher: Publisher,
  device: DeviceSubject,
): Promise<CertifiedDevice> {
  const issuer = await hostedCa(tx, trust, publisher);
  try {
    return { certificate: trust.issueDevice(issuer, device), issuer };
  } catch (error) {
    if (!(error instanceof IssueError) || error.reason !== "NAME_NOT_ALLOWED") throw error;
    throw Failure.ofField(
      "serial_number",
      "SERIAL_NUMBER_NOT_ALLOWED",
      "A serial number in a certificate may contain only letters, digits, colons, dots and hyphens.",
    );
  }
}
