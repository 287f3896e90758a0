import type {
  BindDeviceRequest,
  BindDeviceResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { type DeviceCredential, requireBindable } from "../../domain/asset/device.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import type { Publisher } from "../../domain/publisher/publisher.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { Transaction } from "../../store/store.ts";
import { certificateNumber } from "../../trust/certificate/number.ts";
import type { TagKeys } from "../tag-keys.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { acceptDevice } from "./accept-device.ts";
import { type CertifiedDevice, certifyDevice } from "./certify-device.ts";
import { deviceToProto } from "./convert.ts";
import { type GivenCredential, readDeviceCredential } from "./device-credential.ts";
import { lockOwnAsset, requireIssuing } from "./own-publisher.ts";
import { keepTag } from "./keep-tag.ts";

/** Binds a chip to an asset, by a certificate, by its key alone, or by the keys of a tag. */
export const bindDevice =
  (trust: TrustAuthority, tagKeys: TagKeys): Handler<BindDeviceRequest, BindDeviceResponse> =>
  async ({ request, transact }) => {
    const given = readDeviceCredential(request);
    return transact(async (tx) => {
      const publisher = await requireIssuing(tx.publishers, request.publisherId);
      const asset = await lockOwnAsset(tx.assets, request);
      requireBindable(asset);
      const names = { assetId: asset.assetId, serialNumber: request.serialNumber };
      const certified = await certify(tx, trust, publisher, { ...names, given });
      const device = await tx.devices.insert({
        ...names,
        deviceId: newId("device"),
        publisherId: publisher.publisherId,
        credential: certified ? certificateCredential(certified) : credentialOf(given),
      });
      if (given.kind === "ntag424") await keepTag(tx, tagKeys, device, given.keys);
      return { deviceBinding: deviceToProto(device, certified?.issuer) };
    });
  };

interface Named {
  readonly assetId: string;
  readonly serialNumber: string;
  readonly given: GivenCredential;
}

/** The certificate of a device that is to have one. @throws Failure */
async function certify(
  tx: Transaction,
  trust: TrustAuthority,
  publisher: Publisher,
  { given, ...names }: Named,
): Promise<CertifiedDevice | undefined> {
  if (given.kind === "key") return certifyDevice(tx, trust, publisher, { ...names, spki: given.spki });
  if (given.kind === "certificate")
    return acceptDevice(tx, trust, publisher, { ...names, chain: given.chain });
  return undefined;
}

function certificateCredential({ certificate, issuer }: CertifiedDevice): DeviceCredential {
  return {
    kind: "certificate",
    certificate: certificate.der,
    fingerprint: certificate.fingerprint,
    number: certificateNumber(certificate),
    issuerCertificateId: issuer.certificateId,
    notAfter: certificate.notAfter,
  };
}

function credentialOf(given: GivenCredential): DeviceCredential {
  if (given.kind === "raw_key") return { kind: "raw_key", publicKey: given.rawKey.compressed };
  if (given.kind === "ntag424") return { kind: "ntag424" };
  throw new Error(`a device with a ${given.kind} has a certificate`);
}
