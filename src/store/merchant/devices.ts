import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { MerchantDevice } from "../../domain/merchant/device.ts";
import { Repository, type Row, sql } from "../database.ts";
import type { Page, PageRequest } from "../page.ts";

const columns = "merchant_id, device_id, name, status, version, created_at, removed_at";

const byKey = `select ${columns} from merchant_device where merchant_id = $1 and device_id = $2`;

const keyOf = (merchantId: string, deviceId: string) => [
  uuidOf("merchant", merchantId),
  uuidOf("device", deviceId),
];

/** Reads the terminals of merchants. */
export class MerchantDeviceReader extends Repository {
  /** Returns a terminal of the merchant. */
  async get(merchantId: string, deviceId: string): Promise<MerchantDevice | undefined> {
    return this.findOne({ name: "merchant_device_get", text: byKey }, keyOf(merchantId, deviceId), deviceOf);
  }

  /** Lists the merchant's terminals, newest first. */
  async list(
    merchantId: string,
    filter: { readonly status?: MerchantDevice["status"] },
    page: PageRequest,
  ): Promise<Page<MerchantDevice>> {
    const query = sql("merchant_device")
      .select("*")
      .where({ merchant_id: uuidOf("merchant", merchantId), ...filter });
    return this.newestFirst(query, ["device_id", "device"], page, deviceOf);
  }
}

/** Stores the terminals of merchants; exists inside a transaction only. */
export class MerchantDeviceWriter extends MerchantDeviceReader {
  /** Stores a new active terminal. */
  async insert(device: Pick<MerchantDevice, "merchantId" | "deviceId" | "name">): Promise<MerchantDevice> {
    const row = await this.session.one<DeviceRow>(
      {
        name: "merchant_device_insert",
        text: `insert into merchant_device (merchant_id, device_id, name, created_at) values ($1, $2, $3, business_now())
          returning ${columns}`,
      },
      [...keyOf(device.merchantId, device.deviceId), device.name],
    );
    return deviceOf(row);
  }

  /** Returns a terminal and locks it until the transaction ends, so that it gets no credentials while it is being removed. */
  async lock(merchantId: string, deviceId: string): Promise<MerchantDevice | undefined> {
    const locked = { name: "merchant_device_lock", text: `${byKey} for no key update` };
    return this.findOne(locked, keyOf(merchantId, deviceId), deviceOf);
  }

  /** Sets the status of a locked terminal. The version stays when the status is unchanged. */
  async setStatus(
    { merchantId, deviceId }: Pick<MerchantDevice, "merchantId" | "deviceId">,
    status: MerchantDevice["status"],
  ): Promise<void> {
    await this.session.run(
      {
        name: "merchant_device_set_status",
        text: `update merchant_device set status = $3, version = version + 1,
            removed_at = case $3 when 'removed' then business_now() end
          where merchant_id = $1 and device_id = $2 and status <> $3`,
      },
      [...keyOf(merchantId, deviceId), status],
    );
  }
}

type DeviceRow = Row<"merchant_device", typeof columns>;

function deviceOf(row: DeviceRow): MerchantDevice {
  return {
    deviceId: idOf("device", row.device_id),
    merchantId: idOf("merchant", row.merchant_id),
    name: row.name,
    status: row.status,
    createdAt: row.created_at,
    version: row.version,
    ...(row.removed_at ? { removedAt: row.removed_at } : {}),
  };
}
