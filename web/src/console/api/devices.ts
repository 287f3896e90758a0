// What people type about a new device, as the interface takes it.
import type { Schemas } from "./client.ts";

/** How a device proves itself, and so what has to be given of it. */
export type Evidence = "certificateSigningRequest" | "deviceCertificate" | "ntag424" | "rawKey";
export const EVIDENCES: readonly Evidence[] = [
  "certificateSigningRequest",
  "deviceCertificate",
  "ntag424",
  "rawKey",
];

/** The two texts of an evidence; a request and a certificate have only the first. */
export interface TypedDevice {
  readonly serialNumber: string;
  readonly evidence: Evidence;
  readonly first: string;
  readonly second: string;
}

/** Returns the request that binds the device. */
export function bindingOf({
  serialNumber,
  evidence,
  first,
  second,
}: TypedDevice): Schemas["BindDeviceRequest"] {
  const device = { serialNumber: serialNumber.trim() };
  const [one, two] = [first.trim(), second.trim()];
  switch (evidence) {
    case "ntag424":
      return { ...device, ntag424: { sdmMetaReadKey: one, sdmFileReadKey: two } };
    case "rawKey":
      return { ...device, rawKey: { publicKey: one, signature: two } };
    case "certificateSigningRequest":
      return { ...device, certificateSigningRequest: one };
    case "deviceCertificate":
      return { ...device, deviceCertificate: one };
  }
}
