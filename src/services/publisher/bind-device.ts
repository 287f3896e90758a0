import type {
  BindDeviceRequest,
  BindDeviceResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { requireBindable } from "../../domain/asset/device.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { acceptDevice } from "./accept-device.ts";
import { certifyDevice } from "./certify-device.ts";
import { deviceToProto } from "./convert.ts";
import { readDeviceCredential } from "./device-credential.ts";
import { lockOwnAsset, requireIssuing } from "./own-publisher.ts";

/** Binds a chip to an asset, by a certificate that is issued here or one that the publisher has signed itself. */
export const bindDevice =
  (trust: TrustAuthority): Handler<BindDeviceRequest, BindDeviceResponse> =>
  async ({ request, transact }) => {
    const credential = readDeviceCredential(request);
    return transact(async (tx) => {
      const publisher = await requireIssuing(tx.publishers, request.publisherId);
      const asset = await lockOwnAsset(tx.assets, request);
      requireBindable(asset);
      const { assetId } = asset;
      const { serialNumber } = request;
      const { certificate, issuer } =
        credential.kind === "key"
          ? await certifyDevice(tx, trust, publisher, { assetId, serialNumber, spki: credential.spki })
          : await acceptDevice(tx, trust, publisher, { assetId, serialNumber, chain: credential.chain });
      const device = await tx.devices.insert({
        deviceId: newId("device"),
        publisherId: publisher.publisherId,
        assetId,
        serialNumber,
        certificate: certificate.der,
        fingerprint: certificate.fingerprint,
        issuerCertificateId: issuer.certificateId,
        notAfter: certificate.notAfter,
      });
      return { deviceBinding: deviceToProto(device, issuer) };
    });
  };
