// The transactions that this adapter makes: written, signed, and read back from bytes.
import {
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  decompileTransactionMessage,
  getBase64Decoder,
  getCompiledTransactionMessageDecoder,
  getPublicKeyFromAddress,
  getSignatureFromTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  type Base64EncodedWireTransaction,
  type Instruction,
  isTransactionMessageWithDurableNonceLifetime,
  type KeyPairSigner,
  type Nonce,
  pipe,
  type Signature,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransaction,
  type Transaction,
  verifySignature,
} from "@solana/kit";
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  identifyTokenInstruction,
  parseTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
  TokenInstruction,
} from "@solana-program/token";
import { ChainError } from "../error.ts";
import { computeUnitLimit, computeUnitPrice, computeUnitPriceIn, memo, memoIn } from "./instructions.ts";

/** Most that the whole takes: a new token account needs about 30,000 units, more when its address is hard to find. */
export const COMPUTE_UNITS = 120_000;
/** Packet size of the network. */
const BYTES_MAX = 1232;
const MEMO = /^pda:(0|[1-9]\d{0,19})$/;

/** A transfer down to the accounts of the network. */
export interface TokenMovement {
  readonly sequence: bigint;
  /** The account that keeps the sequence, and its value. */
  readonly lane: Address;
  readonly nonce: Nonce;
  readonly mint: Address;
  readonly decimals: number;
  /** Token account that the amount leaves. */
  readonly source: Address;
  readonly receiver: Address;
  /** Token account of the receiver; made by the transaction when there is none. */
  readonly destination: Address;
  readonly amount: bigint;
  /** Millionths of a lamport for a compute unit. */
  readonly price: bigint;
}

/** What a transaction of this adapter says. */
export interface SignedTransaction {
  readonly wire: Base64EncodedWireTransaction;
  readonly bytes: Uint8Array;
  readonly signature: Signature;
  readonly signer: Address;
  readonly sequence: bigint;
  readonly lane: Address;
  readonly nonce: Nonce;
  readonly price: bigint;
  readonly mint: Address;
  readonly receiver: Address;
  readonly amount: bigint;
}

function signed(transaction: Transaction): { bytes: Uint8Array; wire: Base64EncodedWireTransaction } {
  const bytes = Uint8Array.from(getTransactionEncoder().encode(transaction));
  return { bytes, wire: getBase64Decoder().decode(bytes) as Base64EncodedWireTransaction };
}

/** Signs a transfer. The same movement gives the same bytes. */
export async function signMovement(
  signer: KeyPairSigner,
  movement: TokenMovement,
): Promise<SignedTransaction> {
  const { sequence, lane, nonce, mint, decimals, source, receiver, destination, amount, price } = movement;
  const instructions: Instruction[] = [
    computeUnitLimit(COMPUTE_UNITS),
    computeUnitPrice(price),
    getCreateAssociatedTokenIdempotentInstruction({ payer: signer, ata: destination, owner: receiver, mint }),
    getTransferCheckedInstruction({ source, mint, destination, authority: signer, amount, decimals }),
    memo(`pda:${sequence}`),
  ];
  const lifetime = { nonce, nonceAccountAddress: lane, nonceAuthorityAddress: signer.address };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(signer, m),
    // Puts the advance of the nonce first, as a durable transaction needs it.
    (m) => setTransactionMessageLifetimeUsingDurableNonce(lifetime, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  const transaction = await signTransaction([signer.keyPair], compileTransaction(message));
  const signature = getSignatureFromTransaction(transaction);
  const said = { signer: signer.address, sequence, lane, nonce, price, mint, receiver, amount };
  return { ...signed(transaction), signature, ...said };
}

/** What a message says when it is one that this adapter makes. */
export function readMessage(
  messageBytes: Uint8Array,
): Omit<SignedTransaction, "wire" | "bytes" | "signature"> | undefined {
  const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (compiled.version !== 0 || (compiled.addressTableLookups ?? []).length > 0) return undefined;
  if (compiled.header.numSignerAccounts !== 1) return undefined;
  const message = decompileTransactionMessage(compiled);
  if (!isTransactionMessageWithDurableNonceLifetime(message)) return undefined;
  const [advance, , priced, made, transferred, last] = message.instructions as readonly Instruction[];
  const lane = advance?.accounts?.[0]?.address;
  const price = priced && computeUnitPriceIn(priced);
  const sequence = MEMO.exec((last && memoIn(last)) ?? "")?.[1];
  if (message.instructions.length !== 6 || lane === undefined) return undefined;
  const order = orderIn(made, transferred);
  if (price === undefined || sequence === undefined || !order) return undefined;
  return {
    ...order,
    signer: message.feePayer.address,
    sequence: BigInt(sequence),
    lane,
    nonce: message.lifetimeConstraint.nonce,
    price,
  };
}

/** Whose token account is made where there is none, and what is transferred to it. */
function orderIn(
  made: Instruction | undefined,
  transferred: Instruction | undefined,
): { mint: Address; receiver: Address; amount: bigint } | undefined {
  if (made?.programAddress !== ASSOCIATED_TOKEN_PROGRAM_ADDRESS || !made.data || !made.accounts)
    return undefined;
  if (transferred?.programAddress !== TOKEN_PROGRAM_ADDRESS || !transferred.data || !transferred.accounts) {
    return undefined;
  }
  if (identifyTokenInstruction({ data: transferred.data }) !== TokenInstruction.TransferChecked)
    return undefined;
  const transfer = parseTransferCheckedInstruction({
    programAddress: transferred.programAddress,
    accounts: transferred.accounts,
    data: transferred.data,
  });
  const [, account, owner, mint] = made.accounts;
  const { destination, mint: moved } = transfer.accounts;
  if (!owner || account?.address !== destination.address || mint?.address !== moved.address) return undefined;
  const { amount } = transfer.data;
  return amount > 0n ? { mint: moved.address, receiver: owner.address, amount } : undefined;
}

/** Reads a signed transaction of this adapter and checks its signature. @throws ChainError INVALID_TRANSACTION */
export async function readSigned(bytes: Uint8Array): Promise<SignedTransaction> {
  const refused = (why: string, cause?: unknown): ChainError =>
    ChainError.because("INVALID_TRANSACTION", `the signed transaction ${why}`, cause);
  if (bytes.length > BYTES_MAX) throw refused("is too long");
  let transaction: Transaction;
  let said: ReturnType<typeof readMessage>;
  try {
    transaction = getTransactionDecoder().decode(bytes);
    said = readMessage(Uint8Array.from(transaction.messageBytes));
  } catch (cause) {
    throw refused("cannot be read", cause);
  }
  const written = signed(transaction);
  if (!Buffer.from(written.bytes).equals(Buffer.from(bytes))) throw refused("has bytes of no meaning");
  if (!said) throw refused("is not of a kind that this adapter makes");
  const signature = transaction.signatures[said.signer];
  const key = await getPublicKeyFromAddress(said.signer);
  if (!signature || !(await verifySignature(key, signature, transaction.messageBytes))) {
    throw refused("has a signature that is not its signer's");
  }
  return { ...written, ...said, signature: getSignatureFromTransaction(transaction) };
}
