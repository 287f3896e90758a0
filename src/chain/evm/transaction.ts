// Reads signed EIP-1559 transactions from bytes.
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

/** The content of a signed transaction. */
export interface SignedTransaction {
  readonly raw: Hex;
  readonly hash: Hex;
  readonly from: Address;
  readonly nonce: number;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly gas: bigint;
  /** Undefined when the transaction creates a contract. */
  readonly to: Address | undefined;
  readonly data: Hex;
}

const TYPE_EIP1559 = "0x02";
const BYTES_MAX = 131_072;

/** Reads a signed transaction of this chain and recovers its signer. @throws ChainError INVALID_TRANSACTION */
export async function readSigned(bytes: Uint8Array, chainId: number): Promise<SignedTransaction> {
  const raw = bytesToHex(bytes);
  const refused = (why: string, cause?: unknown): ChainError =>
    ChainError.because("INVALID_TRANSACTION", `the signed transaction ${why}`, cause);
  if (bytes.length > BYTES_MAX) throw refused(`is longer than ${BYTES_MAX} bytes`);
  if (!raw.startsWith(TYPE_EIP1559))
    throw refused("is not an EIP-1559 transaction, the only type that this adapter makes");
  const serialized = raw as TransactionSerializedEIP1559;
  let parsed: ReturnType<typeof parseTransaction<TransactionSerializedEIP1559>>;
  let from: Address;
  try {
    parsed = parseTransaction(serialized);
    from = await recoverTransactionAddress({ serializedTransaction: serialized });
  } catch (cause) {
    throw refused("cannot be decoded", cause);
  }
  if (parsed.chainId !== chainId) throw refused("belongs to another network");
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
