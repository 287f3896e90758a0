import type { Device } from "../../domain/asset/device.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { Row, Session } from "../database.ts";

/** Reads devices, within their publisher and asset. */
export class DeviceReader {
  protected readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** A device that is bound to this asset of this publisher. */
  async get(publisherId: string, assetId: string, deviceId: string): Promise<Device | undefined> {
    const [row] = await this.session.run(
      {
        name: "device_get",
        text: "select * from device where publisher_id = $1 and asset_id = $2 and device_id = $3",
      },
      [uuidOf("publisher", publisherId), uuidOf("asset", assetId), uuidOf("device", deviceId)],
    );
    return row && deviceOf(row);
  }
}

/** Binds devices; exists inside a transaction only. */
export class DeviceWriter extends DeviceReader {
  /** @throws Taken when the certificate is bound already */
  async insert(device: Omit<Device, "status" | "createdAt">): Promise<Device> {
    const [row] = await this.session.run(
      {
        name: "device_insert",
        text: `insert into device (publisher_id, device_id, asset_id, serial_number, certificate, issuer_certificate_id, fingerprint,
            not_after, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, business_now()) returning *`,
      },
      [
        uuidOf("publisher", device.publisherId),
        uuidOf("device", device.deviceId),
        uuidOf("asset", device.assetId),
        device.serialNumber,
        Buffer.from(device.certificate),
        uuidOf("certificate", device.issuerCertificateId),
        Buffer.from(device.fingerprint, "hex"),
        device.notAfter,
      ],
    );
    return deviceOf(row as Row);
  }
}

function deviceOf(row: Row): Device {
  return {
    deviceId: idOf("device", row.device_id),
    publisherId: idOf("publisher", row.publisher_id),
    assetId: idOf("asset", row.asset_id),
    serialNumber: row.serial_number,
    certificate: row.certificate as Buffer,
    fingerprint: (row.fingerprint as Buffer).toString("hex"),
    issuerCertificateId: idOf("certificate", row.issuer_certificate_id),
    status: row.status as Device["status"],
    notAfter: row.not_after,
    createdAt: row.created_at,
  };
}
