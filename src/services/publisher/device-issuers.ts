import type { DeviceBinding } from "../../../gen/ts/pda/publisher/v1/device.ts";
import type { Device } from "../../domain/asset/device.ts";
import type { PublisherCertificate } from "../../domain/publisher/certificate.ts";
import type { PublisherCertificateReader } from "../../store/publisher/certificates.ts";
import { deviceToProto } from "./convert.ts";

/** Devices as the contract shows them, those with a certificate together with its issuer's. */
export async function devicesToProto(
  devices: readonly Device[],
  certificates: PublisherCertificateReader,
): Promise<DeviceBinding[]> {
  const issuers = new Map<string, Promise<PublisherCertificate>>();
  for (const { publisherId, credential } of devices) {
    if (credential.kind !== "certificate" || issuers.has(credential.issuerCertificateId)) continue;
    const { issuerCertificateId } = credential;
    issuers.set(issuerCertificateId, requireIssuer(certificates, publisherId, issuerCertificateId));
  }
  return Promise.all(
    devices.map(async (device) => {
      const { credential } = device;
      const issuer =
        credential.kind === "certificate" ? await issuers.get(credential.issuerCertificateId) : undefined;
      return deviceToProto(device, issuer);
    }),
  );
}

async function requireIssuer(
  certificates: PublisherCertificateReader,
  publisherId: string,
  certificateId: string,
): Promise<PublisherCertificate> {
  const issuer = await certificates.get(publisherId, certificateId);
  if (!issuer) throw new Error(`certificate ${certificateId} is missing from the store`);
  return issuer;
}
