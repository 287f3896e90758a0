// Prepares and signs a transfer. Nothing here sends it.
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

/** A checked transfer order with network addresses instead of CAIP names. */
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
    throw ChainError.because("INVALID_SEQUENCE", `the sequence must be from 0 to ${Number.MAX_SAFE_INTEGER}`);
  }
  const { amount, sequence, replaces, feeRaisePercent = 0 } = order;
  return { token, to, amount, nonce: Number(sequence), replaces, feeRaisePercent };
}

/** Returns the transaction that a plan displaces. @throws ChainError INVALID_SEQUENCE if it has another signer or sequence */
async function replacedBy(
  plan: Plan,
  signer: Address,
  chainId: number,
): Promise<SignedTransaction | undefined> {
  if (!plan.replaces) return undefined;
  const replaced = await readSigned(plan.replaces, chainId);
  if (replaced.nonce !== plan.nonce || replaced.from !== signer) {
    throw ChainError.because(
      "INVALID_SEQUENCE",
      "the transaction to replace must have the same signer and sequence as the new one",
    );
  }
  return replaced;
}

/** Extra gas if the receiver's balance is zero at inclusion although it was not zero at the estimate (EIP-2929, EIP-3529). */
const NEW_SLOT_GAS = 20_000n;

/**
 * Estimates the gas for the transfer on the newest block and adds room for changes until inclusion. The pending block is no basis: a
 * waiting transaction, perhaps the one to replace, has already changed the balances there.
 */
async function gasFor(client: PublicClient, signer: Address, plan: Plan, data: Hex): Promise<bigint> {
  const call = { account: signer, to: plan.token, data, blockTag: "latest" } as const;
  try {
    const [gas, { data: answer }] = await Promise.all([client.estimateGas(call), client.call(call)]);
    // EIP-20 transfers return true; older tokens return nothing. A transfer that returns false moves nothing.
    if (answer !== undefined && BigInt(answer) === 0n) {
      throw ChainError.because("TRANSFER_REFUSED", "the asset's contract refuses this transfer");
    }
    return gas + gas / 5n + NEW_SLOT_GAS;
  } catch (error) {
    if (!(error instanceof BaseError) || isAway(error)) throw nodeError(error);
    if (error.walk((e) => e instanceof InsufficientFundsError)) {
      throw ChainError.because(
        "INSUFFICIENT_FEE_BALANCE",
        "the signer's balance does not cover the network's fee; fund the signer",
        error,
      );
    }
    if (error.walk((e) => e instanceof ExecutionRevertedError)) {
      throw ChainError.because("TRANSFER_REFUSED", "the asset's contract refuses this transfer", error);
    }
    throw nodeError(error);
  }
}

/** The signer, and the maximum fee of one transaction in the network's smallest unit. Undefined: no limit. */
export interface Payer {
  readonly signer: LocalAccount;
  readonly feeMax: bigint | undefined;
}

/** Signs the transfer of a plan. @throws ChainError if the network would not carry out the transfer in its current state */
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
  // The same transfer at another price needs no second check. The displaced transaction may be in a block by now. Or it may have to fail in
  // a block before later transactions can be included.
  if (!same && (await balanceOf(client, plan.token, signer.address)) < plan.amount) {
    throw ChainError.because(
      "INSUFFICIENT_BALANCE",
      "the signer does not hold enough of the asset; fund the signer",
    );
  }
  const gas = same ? replaced.gas : await gasFor(client, signer.address, plan, data);
  const fees = await feesFor(client, { replaced, raisePercent: plan.feeRaisePercent, gas, feeMax });
  if ((await ask(client.getBalance({ address: signer.address }))) < gas * fees.maxFeePerGas) {
    throw ChainError.because(
      "INSUFFICIENT_FEE_BALANCE",
      "the signer's balance does not cover the network's fee; fund the signer",
    );
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
