import { idOf } from "../../domain/identifier/identifier.ts";
import { anyLength, byteas, identifiers } from "../arrays.ts";
import { Repository, type Row } from "../database.ts";

/** The device that a proof names: by the device's key, or as the tag of the asset. */
export interface ChipAsked {
  readonly assetId: string;
  /** Compressed secp256k1 point; null for a tag. */
  readonly publicKey: Uint8Array | null;
}

/** A device without a certificate, with the current state of its publisher. */
export interface ChipFound {
  readonly deviceId: string;
  readonly publisherId: string;
  readonly publisherActive: boolean;
  readonly assetId: string;
  readonly serialNumber: string;
  readonly revokedAt: Date | null;
  /** Sealed keys of a tag; null for a device with its own key. */
  readonly sealedKeys: Buffer | null;
}

/** Finds the devices that proofs name. */
export class ChipReader extends Repository {
  /**
   * Finds all devices in one statement. A key finds its device even if the device is bound to another asset. A device in use is
   * preferred; otherwise the device that was bound last is returned.
   *
   * @returns for each element of `asked`, in order, the device or undefined
   */
  async findMany(asked: readonly ChipAsked[]): Promise<(ChipFound | undefined)[]> {
    const rows = await this.session.run<ChipRow>(
      {
        name: "chip_find",
        text: `select x.place::int, c.publisher_id, c.device_id, c.asset_id, c.serial_number, c.revoked_at, c.sealed_keys,
            p.status = 'active' as publisher_active
          from unnest(${anyLength("$1::uuid[]")}, $2::bytea[]) with ordinality as x (asset_id, public_key, place)
          cross join lateral (
            (select d.publisher_id, d.device_id, d.asset_id, d.serial_number, d.revoked_at, null::bytea as sealed_keys
              from device d where d.kind = 'raw_key' and d.public_key = x.public_key
              order by d.status, d.device_id desc limit 1)
            union all
            (select d.publisher_id, d.device_id, d.asset_id, d.serial_number, d.revoked_at, t.sealed_keys
              from device d join device_tag t using (publisher_id, device_id)
              where d.kind = 'ntag424' and x.public_key is null and d.asset_id = x.asset_id
              order by d.status, d.device_id desc limit 1)) c
          join publisher p using (publisher_id)`,
      },
      [
        identifiers("asset", asked, ({ assetId }) => assetId),
        byteas(asked.map(({ publicKey }) => publicKey)),
      ],
    );
    const found: (ChipFound | undefined)[] = asked.map(() => undefined);
    for (const row of rows) found[row.place - 1] = chipOf(row);
    return found;
  }
}

type ChipRow = Row<"device", "publisher_id, device_id, asset_id, serial_number, revoked_at"> & {
  readonly place: number;
  readonly sealed_keys: Buffer | null;
  readonly publisher_active: boolean;
};

function chipOf(row: ChipRow): ChipFound {
  return {
    deviceId: idOf("device", row.device_id),
    publisherId: idOf("publisher", row.publisher_id),
    publisherActive: row.publisher_active,
    assetId: idOf("asset", row.asset_id),
    serialNumber: row.serial_number,
    revokedAt: row.revoked_at,
    sealedKeys: row.sealed_keys,
  };
}
