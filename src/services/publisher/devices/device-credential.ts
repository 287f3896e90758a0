import type { BindDeviceRequest } from "../../../../gen/ts/pda/publisher/v1/device_service.ts";
import { Failure } from "../../../rpc/failure.ts";
import type { CertificateChain } from "../../../trust/pem.ts";
import { bindingMessage } from "../../../trust/possession/message.ts";
import { provesRawKeyPossession } from "../../../trust/possession/signature.ts";
import type { RawKey } from "../../../trust/raw-key.ts";
import type { SunKeys } from "../../../trust/sun.ts";
import { requireDeviceCertificate, requireRawKey, requireSigningRequest } from "../../contract/credential.ts";

/** The credential of a new device: a key to certify, a certificate from the publisher, a raw key, or the keys of a tag. */
export type GivenCredential =
  | { readonly kind: "key"; readonly spki: Uint8Array }
  | { readonly kind: "certificate"; readonly chain: CertificateChain }
  | { readonly kind: "raw_key"; readonly rawKey: RawKey }
  | { readonly kind: "ntag424"; readonly keys: SunKeys };

/** @throws Failure UNREADABLE_CERTIFICATE, UNREADABLE_CERTIFICATE, INVALID_ARGUMENT about the field */
export async function readDeviceCredential(request: BindDeviceRequest): Promise<GivenCredential> {
  const { credential } = request;
  switch (credential?.$case) {
    case "certificateSigningRequest":
      return { kind: "key", spki: requireSigningRequest(credential.value).spki };
    case "deviceCertificate":
      return { kind: "certificate", chain: requireDeviceCertificate(credential.value) };
    case "rawKey": {
      const rawKey = requireRawKey(credential.value.publicKey, "raw_key.public_key");
      await requireBindingSignature(request, rawKey, credential.value.signature);
      return { kind: "raw_key", rawKey };
    }
    case "ntag424": {
      const metaRead = Buffer.from(credential.value.sdmMetaReadKey, "hex");
      const fileRead = Buffer.from(credential.value.sdmFileReadKey, "hex");
      return { kind: "ntag424", keys: { metaRead, fileRead } };
    }
    default:
      throw new Error("the field rules accepted a request without a credential");
  }
}

async function requireBindingSignature(
  { assetId, serialNumber }: BindDeviceRequest,
  { key, digest }: RawKey,
  signature: string,
): Promise<void> {
  const message = bindingMessage({ assetId, keySha256: digest, serialNumber });
  if (await provesRawKeyPossession(key, message, Buffer.from(signature, "base64url"))) return;
  throw Failure.ofField(
    "raw_key.signature",
    "SIGNATURE_INVALID",
    "It must be the chip's signature, with low s, over the binding message for this asset and serial number.",
  );
}
