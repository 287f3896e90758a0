// Instructions of two small programs, as their wire formats say.
import { type Address, address, type Instruction } from "@solana/kit";

/** https://solana.com/docs/core/fees#compute-budget */
const COMPUTE_BUDGET_PROGRAM: Address = address("ComputeBudget111111111111111111111111111111");
/** SPL memo, version 3. */
const MEMO_PROGRAM: Address = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

/** Most compute units that the transaction may use; what it pays is this times the price. */
export function computeUnitLimit(units: number): Instruction {
  const data = Buffer.alloc(5);
  data.writeUInt8(2, 0);
  data.writeUInt32LE(units, 1);
  return { programAddress: COMPUTE_BUDGET_PROGRAM, data: Uint8Array.from(data) };
}

/** Price of a compute unit in millionths of a lamport. */
export function computeUnitPrice(microLamports: bigint): Instruction {
  const data = Buffer.alloc(9);
  data.writeUInt8(3, 0);
  data.writeBigUInt64LE(microLamports, 1);
  return { programAddress: COMPUTE_BUDGET_PROGRAM, data: Uint8Array.from(data) };
}

/** The price that an instruction sets, if it is one that does. */
export function computeUnitPriceIn({ programAddress, data }: Instruction): bigint | undefined {
  if (programAddress !== COMPUTE_BUDGET_PROGRAM || data?.length !== 9 || data[0] !== 3) return undefined;
  return Buffer.from(data).readBigUInt64LE(1);
}

/** A text that is kept with the transaction. */
export function memo(text: string): Instruction {
  return { programAddress: MEMO_PROGRAM, data: new TextEncoder().encode(text) };
}

/** The text of a memo instruction. */
export function memoIn({ programAddress, data }: Instruction): string | undefined {
  return programAddress === MEMO_PROGRAM && data ? Buffer.from(data).toString("utf8") : undefined;
}
