import type { DeviceBinding } from "../../../../gen/ts/pda/publisher/v1/device.ts";
import type { DeviceServiceService } from "../../../../gen/ts/pda/publisher/v1/device_service.ts";
import type { Device } from "../../../domain/asset/device.ts";
import type { PublisherCertificate } from "../../../domain/publisher/certificate.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import type { PublisherCertificateReader } from "../../../store/publisher/certificates.ts";
import { pageRequest, pageToken } from "../../contract/page-token.ts";
import { requireFound } from "../../contract/require-found.ts";
import { boundDeviceToProto } from "../convert.ts";

type Service = Handlers<typeof DeviceServiceService>;

export const getDeviceBinding: Handlers<typeof DeviceServiceService>["getDeviceBinding"] = async ({
  request,
  read,
}) => {
  const { publisherId, assetId, deviceId } = request;
  const device = requireFound(await read.devices.get(publisherId, assetId, deviceId));
  const [deviceBinding] = await devicesToProto([device], read.publisherCertificates);
  return { deviceBinding };
};

/** Lists the devices of an asset of the publisher, also revoked ones, newest first. */
export const listDevices: Service["listDevices"] = async ({ request, read }) => {
  const { publisherId, assetId } = request;
  const binding = { list: "devices", publisherId, assetId };
  const page = pageRequest(request, binding, "device");
  const asset = await read.assets.get(assetId);
  if (asset?.publisherId !== publisherId) throw new Failure("NOT_FOUND");
  const { items, next } = await read.devices.list(publisherId, assetId, page);
  return {
    items: await devicesToProto(items, read.publisherCertificates),
    nextPageToken: pageToken(next, binding),
  };
};

/** Returns devices as the contract shows them. A device's certificate is followed by its issuer's. */
async function devicesToProto(
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
      return boundDeviceToProto(device, issuer);
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

/** Revokes a device for ever. Revoking a revoked device changes nothing. A suspended publisher can still revoke devices. */
export const revokeDevice: Service["revokeDevice"] = async ({ request, transact }) =>
  transact(async (tx) => {
    const device = requireFound(await tx.devices.revoke(request, request.reason));
    if (device.credential.kind === "ntag424") await tx.tags.retire(device.publisherId, device.deviceId);
    const [deviceBinding] = await devicesToProto([device], tx.publisherCertificates);
    return { deviceBinding };
  });
