const numberOf = (uuid: string): bigint => BigInt(`0x${uuid.replaceAll("-", "")}`);

/** Returns the place of a record in a batch, both as UUIDs: a place beyond the end of the batch for a record of a later batch. */
export const placeIn = (batch: string, record: string): number => Number(numberOf(record) - numberOf(batch));

/** Returns the UUID of the record at a place of a batch. */
export function uuidAt(batch: string, place: number): string {
  const hex = (numberOf(batch) + BigInt(place)).toString(16).padStart(32, "0");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

/** Returns the time in the UUIDv7 of a batch or record, which tells the partition of the batch. */
export const timeOf = (uuid: string): Date =>
  new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16));
