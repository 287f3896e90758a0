import type { Device, DeviceCredential } from "../../domain/asset/device.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import { type Present, Repository, type Row, sql } from "../database.ts";
import type { Page, PageRequest } from "../page.ts";

const columns = `publisher_id, device_id, asset_id, serial_number, certificate, issuer_certificate_id, fingerprint, status, not_after,
  created_at, revoked_at, kind, public_key, revoke_reason, holds_serial, status_number, certificate_number,
  holds_number, key_digest`;

/** A device to bind. */
export interface NewDevice extends Omit<Device, "status" | "createdAt" | "revoked"> {
  /** SHA-256 of the SubjectPublicKeyInfo in the device's certificate; absent for a device without a certificate. */
  readonly keyDigest?: Uint8Array;
}

/** Reads devices, within their publisher and asset. */
export class DeviceReader extends Repository {
  /** Returns a device that is or was bound to this asset of this publisher. */
  async get(publisherId: string, assetId: string, deviceId: string): Promise<Device | undefined> {
    return this.findOne(
      {
        name: "device_get",
        text: `select ${columns} from device where publisher_id = $1 and asset_id = $2 and device_id = $3`,
      },
      [uuidOf("publisher", publisherId), uuidOf("asset", assetId), uuidOf("device", deviceId)],
      deviceOf,
    );
  }

  /** Returns a device certificate in DER, by its SHA-256 in hexadecimal. The device may be in use or revoked. */
  async certificateOf(fingerprint: string): Promise<Buffer | undefined> {
    const [row] = await this.session.run<Row<"device", "certificate">>(
      { name: "device_certificate_of", text: "select certificate from device where fingerprint = $1" },
      [Buffer.from(fingerprint, "hex")],
    );
    return row?.certificate ?? undefined;
  }

  /** Lists the devices of an asset, newest first. */
  async list(publisherId: string, assetId: string, page: PageRequest): Promise<Page<Device>> {
    const query = sql("device").where({
      publisher_id: uuidOf("publisher", publisherId),
      asset_id: uuidOf("asset", assetId),
    });
    return this.newestFirst(query, ["device_id", "device"], page, deviceOf);
  }
}

/** Binds and revokes devices; exists inside a transaction only. */
export class DeviceWriter extends DeviceReader {
  /** Binds a device. @throws Taken when the certificate was bound before, or the chip, the key or another tag of the asset is in use */
  async insert(device: NewDevice): Promise<Device> {
    const { credential } = device;
    const certificate = credential.kind === "certificate" ? credential : undefined;
    const row = await this.session.one<DeviceRow>(
      {
        name: "device_insert",
        text: `insert into device (publisher_id, device_id, asset_id, serial_number, kind, certificate, issuer_certificate_id, fingerprint,
            certificate_number, not_after, public_key, key_digest, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, business_now()) returning ${columns}`,
      },
      [
        uuidOf("publisher", device.publisherId),
        uuidOf("device", device.deviceId),
        uuidOf("asset", device.assetId),
        device.serialNumber,
        credential.kind,
        certificate ? Buffer.from(certificate.certificate) : null,
        certificate ? uuidOf("certificate", certificate.issuerCertificateId) : null,
        certificate ? Buffer.from(certificate.fingerprint, "hex") : null,
        certificate ? Buffer.from(certificate.number, "hex") : null,
        certificate ? certificate.notAfter : null,
        credential.kind === "raw_key" ? Buffer.from(credential.publicKey) : null,
        device.keyDigest ?? null,
      ],
    );
    return deviceOf(row);
  }

  /** Revokes a device. A revoked device keeps its time and reason. @returns undefined when the device does not exist */
  async revoke(
    named: Pick<Device, "publisherId" | "assetId" | "deviceId">,
    reason: string,
  ): Promise<Device | undefined> {
    return this.findOne(
      {
        name: "device_revoke",
        text: `update device set status = 'revoked', revoked_at = coalesce(revoked_at, business_now()),
            revoke_reason = case status when 'active' then $4 else revoke_reason end
          where publisher_id = $1 and asset_id = $2 and device_id = $3 returning ${columns}`,
      },
      [
        uuidOf("publisher", named.publisherId),
        uuidOf("asset", named.assetId),
        uuidOf("device", named.deviceId),
        reason,
      ],
      deviceOf,
    );
  }
}

type Columns = Row<"device", typeof columns>;
/** The columns that are present for each kind of device, as the constraint device_credential demands. */
type DeviceRow =
  | Present<
      Columns & { readonly kind: "certificate" },
      "certificate" | "fingerprint" | "certificate_number" | "issuer_certificate_id" | "not_after"
    >
  | Present<Columns & { readonly kind: "raw_key" }, "public_key">
  | (Columns & { readonly kind: "ntag424" });

function deviceOf(row: DeviceRow): Device {
  return {
    deviceId: idOf("device", row.device_id),
    publisherId: idOf("publisher", row.publisher_id),
    assetId: idOf("asset", row.asset_id),
    serialNumber: row.serial_number,
    credential: credentialOf(row),
    status: row.status,
    createdAt: row.created_at,
    ...(row.revoked_at ? { revoked: { at: row.revoked_at, reason: row.revoke_reason ?? "" } } : {}),
  };
}

function credentialOf(row: DeviceRow): DeviceCredential {
  switch (row.kind) {
    case "certificate":
      return {
        kind: row.kind,
        certificate: row.certificate,
        fingerprint: row.fingerprint.toString("hex"),
        number: row.certificate_number.toString("hex"),
        issuerCertificateId: idOf("certificate", row.issuer_certificate_id),
        notAfter: row.not_after,
      };
    case "raw_key":
      return { kind: row.kind, publicKey: row.public_key };
    case "ntag424":
      return { kind: row.kind };
  }
}
