import type { DeviceServiceService } from "../../../../gen/ts/pda/publisher/v1/device_service.ts";
import { type DeviceCredential, requireBindable } from "../../../domain/asset/device.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import type { Publisher } from "../../../domain/publisher/publisher.ts";
import { sha256 } from "../../../domain/sha256.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { Handlers } from "../../../rpc/handler.ts";
import type { NewDevice } from "../../../store/asset/devices.ts";
import { Taken } from "../../../store/constraints.ts";
import type { Transaction } from "../../../store/store.ts";
import { certificateNumber } from "../../../trust/certificate.ts";
import type { TrustAuthority } from "../../authority/trust-authority.ts";
import { requireFound } from "../../contract/require-found.ts";
import { boundDeviceToProto } from "../convert.ts";
import { requireIssuing } from "../require-publisher.ts";
import { acceptDevice } from "./accept-device.ts";
import { type CertifiedDevice, certifyDevice } from "./certify-device.ts";
import { type GivenCredential, readDeviceCredential } from "./device-credential.ts";
import { keepTag, type TagKeys } from "./tag-keys.ts";

/** Binds a chip to an asset, by a certificate, by a raw key, or by the keys of a tag. */
export const bindDevice =
  (trust: TrustAuthority, tagKeys: TagKeys): Handlers<typeof DeviceServiceService>["bindDevice"] =>
  async ({ request, transact }) => {
    const given = await readDeviceCredential(request);
    return transact(async (tx) => {
      const publisher = await requireIssuing(tx.publishers, request.publisherId);
      const asset = requireFound(await tx.assets.lock(request.publisherId, request.assetId));
      requireBindable(asset);
      const names = { assetId: asset.assetId, serialNumber: request.serialNumber };
      const certified = await certify(tx, trust, publisher, { ...names, given });
      const device = await tx.devices.insert({
        ...names,
        deviceId: newId("device"),
        publisherId: publisher.publisherId,
        ...(certified ? certifiedCredential(certified) : { credential: credentialOf(given) }),
      });
      if (given.kind === "ntag424") await keepTag(tx, tagKeys, device, given.keys);
      return { deviceBinding: boundDeviceToProto(device, certified?.issuer) };
    }).catch((error: unknown) => {
      throw aboutKey(error, given);
    });
  };

interface Named {
  readonly assetId: string;
  readonly serialNumber: string;
  readonly given: GivenCredential;
}

/** Returns the device's certificate, if its kind has one. @throws Failure */
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

/** Returns a failure about the request's field when the key is bound already or belongs to another publisher. */
function aboutKey(error: unknown, { kind }: GivenCredential): unknown {
  if (!(error instanceof Taken)) return error;
  const field = kind === "key" ? "certificate_signing_request" : "device_certificate";
  if (error.what === "device_key")
    return Failure.ofField(
      field,
      "TAKEN",
      "Another device with this key is already bound; revoke that device first.",
    );
  if (error.what === "device_key_of_other_publisher")
    return Failure.ofField(
      field,
      "KEY_OF_OTHER_PUBLISHER",
      "Another publisher has bound a chip with this key; use a chip with a key of its own.",
    );
  return error;
}

function certifiedCredential({
  certificate,
  issuer,
}: CertifiedDevice): Pick<NewDevice, "credential" | "keyDigest"> {
  const { der, fingerprint, notAfter, publicKey } = certificate;
  return {
    credential: {
      kind: "certificate",
      certificate: der,
      fingerprint,
      number: certificateNumber(certificate),
      issuerCertificateId: issuer.certificateId,
      notAfter,
    },
    keyDigest: sha256(publicKey.encoding),
  };
}

function credentialOf(given: GivenCredential): DeviceCredential {
  if (given.kind === "raw_key") return { kind: "raw_key", publicKey: given.rawKey.compressed };
  if (given.kind === "ntag424") return { kind: "ntag424" };
  throw new Error(`a device with a ${given.kind} must have a certificate`);
}
