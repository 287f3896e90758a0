// Writes and reads instructions of two small programs, following their wire formats.
import { type Address, address, type Instruction } from "@solana/kit";

/** https://solana.com/docs/core/fees#compute-budget */
const COMPUTE_BUDGET_PROGRAM: Address = address("ComputeBudget111111111111111111111111111111");
/** SPL memo, version 3. */
const MEMO_PROGRAM: Address = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

/** Sets the maximum number of compute units. The transaction pays this number times the price. */
export function computeUnitLimit(units: number): Instruction {
  const data = Buffer.alloc(5);
  data.writeUInt8(2, 0);
  data.writeUInt32LE(units, 1);
  return { programAddress: COMPUTE_BUDGET_PROGRAM, data: Uint8Array.from(data) };
}

/** Sets the price of a compute unit in millionths of a lamport. */
export function computeUnitPrice(microLamports: bigint): Instruction {
  const data = Buffer.alloc(9);
  data.writeUInt8(3, 0);
  data.writeBigUInt64LE(microLamports, 1);
  return { programAddress: COMPUTE_BUDGET_PROGRAM, data: Uint8Array.from(data) };
}

/** Returns the price that an instruction sets. Returns undefined for other instructions. */
export function computeUnitPriceIn({ programAddress, data }: Instruction): bigint | undefined {
  if (programAddress !== COMPUTE_BUDGET_PROGRAM || data?.length !== 9 || data[0] !== 3) return undefined;
  return Buffer.from(data).readBigUInt64LE(1);
}

/** Adds a text that the network stores with the transaction. */
export function memo(text: string): Instruction {
  return { programAddress: MEMO_PROGRAM, data: new TextEncoder().encode(text) };
}

/** Returns the text of a memo instruction. Returns undefined for other instructions. */
export function memoIn({ programAddress, data }: Instruction): string | undefined {
  return programAddress === MEMO_PROGRAM && data ? Buffer.from(data).toString("utf8") : undefined;
}
