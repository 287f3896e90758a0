// Making and signing a transfer. Nothing here sends.
import {
  type Address,
  BaseError,
  ExecutionRevertedError,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBytes,
  InsufficientFundsError,
  keccak256,
  type LocalAccount,
  type PublicClient,
} from "viem";
import type { PreparedTransfer, TransferOrder } from "../adapter.ts";
import { ChainError } from "../error.ts";
import { accountAddress, accountName, tokenAddress } from "./names.ts";
import { ask, isAway, nodeError } from "./node.ts";
import { feesFor } from "./fees.ts";
import { balanceOf } from "./token.ts";
import { readSigned, type SignedTransaction } from "./transaction.ts";

const UINT256_MAX = 2n ** 256n - 1n;

/** A transfer before it meets the network: checked, and free of CAIP. */
export interface Plan {
  readonly token: Address;
  readonly to: Address;
  readonly amount: bigint;
  readonly nonce: number;
  readonly replaces: Uint8Array | undefined;
  readonly feeRaisePercent: number;
}

/** Checks an order without asking the node. @throws ChainError INVALID_ASSET, INVALID_ACCOUNT, INVALID_AMOUNT, INVALID_SEQUENCE */
export function planOf(order: TransferOrder, network: string): Plan {
  const token = tokenAddress(order.asset, network);
  const to = accountAddress(order.to, network);
  if (order.amount <= 0n || order.amount > UINT256_MAX) {
    throw ChainError.because("INVALID_AMOUNT", "the amount must be above zero and below 2^256");
  }
  if (order.sequence < 0n || order.sequence > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw ChainError.because("INVALID_SEQUENCE", "the sequence is out of range");
  }
  const { amount, sequence, replaces, feeRaisePercent = 0 } = order;
  return { token, to, amount, nonce: Number(sequence), replaces, feeRaisePercent };
}

/** The transaction that a plan displaces. @throws ChainError INVALID_SEQUENCE when it is another's or at another place */
async function replacedBy(
  plan: Plan,
  signer: Address,
  chainId: number,
): Promise<SignedTransaction | undefined> {
  if (!plan.replaces) return undefined;
  const replaced = await readSigned(plan.replaces, chainId);
  if (replaced.nonce !== plan.nonce || replaced.from !== signer) {
    throw ChainError.because("INVALID_SEQUENCE", "the transaction to replace has another sequence or signer");
  }
  return replaced;
}

/** What a storage slot costs more when the receiver's balance is zero at inclusion and was not before (EIP-2929, EIP-3529). */
const NEW_SLOT_GAS = 20_000n;

/**
 * Gas for the transfer on the newest block, with room for what changes until inclusion. Not on the pending block: there a
 * transaction that waits, perhaps the one to be replaced, has already changed the balances.
 */
async function gasFor(client: PublicClient, signer: Address, plan: Plan, data: Hex): Promise<bigint> {
  const call = { account: signer, to: plan.token, data, blockTag: "latest" } as const;
  try {
    const [gas, { data: answer }] = await Promise.all([client.estimateGas(call), client.call(call)]);
    // EIP-20 transfers answer true; tokens older than it answer nothing. A false moves nothing.
    if (answer !== undefined && BigInt(answer) === 0n) {
      throw ChainError.because("TRANSFER_REFUSED", "the asset refuses this transfer");
    }
    return gas + gas / 5n + NEW_SLOT_GAS;
  } catch (error) {
    if (!(error instanceof BaseError) || isAway(error)) throw nodeError(error);
    if (error.walk((e) => e instanceof InsufficientFundsError)) {
      throw ChainError.because("INSUFFICIENT_FEE_BALANCE", "the signer cannot pay the network's fee", error);
    }
    if (error.walk((e) => e instanceof ExecutionRevertedError)) {
      throw ChainError.because("TRANSFER_REFUSED", "the asset refuses this transfer", error);
    }
    throw nodeError(error);
  }
}

/** Who signs, and what for one transaction may cost at most, in the network's smallest unit; undefined = anything. */
export interface Payer {
  readonly signer: LocalAccount;
  readonly feeMax: bigint | undefined;
}

/** Signs the transfer of a plan. @throws ChainError for what the network would not carry out as it stands now */
export async function prepare(
  client: PublicClient,
  { signer, feeMax }: Payer,
  network: string,
  plan: Plan,
): Promise<PreparedTransfer> {
  const chainId = client.chain?.id as number;
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transfer",
    args: [plan.to, plan.amount],
  });
  const replaced = await replacedBy(plan, signer.address, chainId);
  const same = replaced?.to?.toLowerCase() === plan.token.toLowerCase() && replaced.data === data;
  // The same transfer at another price is not asked about again: what it displaces may be in a block by now, or may have to fail
  // in one, and until then nothing behind it can move.
  if (!same && (await balanceOf(client, plan.token, signer.address)) < plan.amount) {
    throw ChainError.because("INSUFFICIENT_BALANCE", "the signer does not hold enough of the asset");
  }
  const gas = same ? replaced.gas : await gasFor(client, signer.address, plan, data);
  const fees = await feesFor(client, { replaced, raisePercent: plan.feeRaisePercent, gas, feeMax });
  if ((await ask(client.getBalance({ address: signer.address }))) < gas * fees.maxFeePerGas) {
    throw ChainError.because("INSUFFICIENT_FEE_BALANCE", "the signer cannot pay the network's fee");
  }
  const raw = await signer.signTransaction({
    type: "eip1559",
    chainId,
    nonce: plan.nonce,
    to: plan.token,
    data,
    gas,
    ...fees,
  });
  return {
    network,
    reference: keccak256(raw),
    signer: accountName(network, signer.address),
    sequence: BigInt(plan.nonce),
    signedTransaction: hexToBytes(raw),
  };
}
