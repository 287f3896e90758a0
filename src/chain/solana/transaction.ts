// Writes, signs and reads back the transactions of this adapter.
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

/** Maximum compute units of a transaction. A new token account needs about 30,000 units, more when its address is hard to find. */
export const COMPUTE_UNITS = 120_000;
/** Packet size of the network in bytes. */
const BYTES_MAX = 1232;
const MEMO = /^pda:(0|[1-9]\d{0,19})$/;

/** A transfer with all accounts of the network that it uses. */
export interface TokenMovement {
  readonly sequence: bigint;
  /** The account that keeps the sequence, and the account's nonce value. */
  readonly lane: Address;
  readonly nonce: Nonce;
  readonly mint: Address;
  readonly decimals: number;
  /** Token account that the amount leaves. */
  readonly source: Address;
  readonly receiver: Address;
  /** Token account of the receiver. The transaction creates the account if it does not exist. */
  readonly destination: Address;
  readonly amount: bigint;
  /** Price of a compute unit in millionths of a lamport. */
  readonly price: bigint;
}

/** The content of a transaction of this adapter. */
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
    // Puts the nonce advance first, as a durable transaction requires.
    (m) => setTransactionMessageLifetimeUsingDurableNonce(lifetime, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  const transaction = await signTransaction([signer.keyPair], compileTransaction(message));
  const signature = getSignatureFromTransaction(transaction);
  const said = { signer: signer.address, sequence, lane, nonce, price, mint, receiver, amount };
  return { ...signed(transaction), signature, ...said };
}

/** Reads the content of a message. Returns undefined if the message is not one of this adapter. */
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

/** Returns the owner of the created token account, and the transfer to that account. */
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
  if (bytes.length > BYTES_MAX) throw refused(`is longer than ${BYTES_MAX} bytes`);
  let transaction: Transaction;
  let said: ReturnType<typeof readMessage>;
  try {
    transaction = getTransactionDecoder().decode(bytes);
    said = readMessage(Uint8Array.from(transaction.messageBytes));
  } catch (cause) {
    throw refused("cannot be decoded", cause);
  }
  const written = signed(transaction);
  if (!Buffer.from(written.bytes).equals(Buffer.from(bytes))) throw refused("has bytes without a meaning");
  if (!said) throw refused("is not a transfer that this adapter makes");
  const signature = transaction.signatures[said.signer];
  const key = await getPublicKeyFromAddress(said.signer);
  if (!signature || !(await verifySignature(key, signature, transaction.messageBytes))) {
    throw refused("has a signature that does not match its signer");
  }
  return { ...written, ...said, signature: getSignatureFromTransaction(transaction) };
}
