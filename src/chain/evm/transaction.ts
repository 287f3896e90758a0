// Signed EIP-1559 transactions as bytes.
import {
  type Address,
  bytesToHex,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from "viem";
import { ChainError } from "../error.ts";

/** What a signed transaction says. */
export interface SignedTransaction {
  readonly raw: Hex;
  readonly hash: Hex;
  readonly from: Address;
  readonly nonce: number;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly gas: bigint;
  /** Absent when it makes a contract. */
  readonly to: Address | undefined;
  readonly data: Hex;
}

const TYPE_EIP1559 = "0x02";
const BYTES_MAX = 131_072;

/** Reads a signed transaction of this chain and recovers who signed it. @throws ChainError INVALID_TRANSACTION */
export async function readSigned(bytes: Uint8Array, chainId: number): Promise<SignedTransaction> {
  const raw = bytesToHex(bytes);
  const refused = (why: string, cause?: unknown): ChainError =>
    ChainError.because("INVALID_TRANSACTION", `the signed transaction ${why}`, cause);
  if (bytes.length > BYTES_MAX) throw refused("is too long");
  if (!raw.startsWith(TYPE_EIP1559)) throw refused("is not of a type that this adapter makes");
  const serialized = raw as TransactionSerializedEIP1559;
  let parsed: ReturnType<typeof parseTransaction<TransactionSerializedEIP1559>>;
  let from: Address;
  try {
    parsed = parseTransaction(serialized);
    from = await recoverTransactionAddress({ serializedTransaction: serialized });
  } catch (cause) {
    throw refused("cannot be read", cause);
  }
  if (parsed.chainId !== chainId) throw refused("is of another network");
  return {
    raw,
    hash: keccak256(raw),
    from,
    nonce: parsed.nonce ?? 0,
    maxFeePerGas: parsed.maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: parsed.maxPriorityFeePerGas ?? 0n,
    gas: parsed.gas ?? 0n,
    to: parsed.to ?? undefined,
    data: parsed.data ?? "0x",
  };
}
