// Reads EIP-20 tokens.
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  erc20Abi,
  type PublicClient,
} from "viem";
import { ChainError } from "../error.ts";
import { isAway, nodeError } from "./node.ts";

/** Returns true if the contract is not a token: it has no code, or it lacks the function. */
function notAToken(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk(
      (e) => e instanceof ContractFunctionZeroDataError || e instanceof ContractFunctionRevertedError,
    ) !== null
  );
}

async function read<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isAway(error) && notAToken(error)) {
      throw ChainError.because("UNKNOWN_ASSET", "the network has no such asset", error);
    }
    throw nodeError(error);
  }
}

/** Returns the owner's balance in minor units, at the newest block by default. @throws ChainError UNKNOWN_ASSET */
export function balanceOf(
  client: PublicClient,
  token: Address,
  owner: Address,
  blockNumber?: bigint,
): Promise<bigint> {
  const call = { address: token, abi: erc20Abi, functionName: "balanceOf", args: [owner] } as const;
  return read(client.readContract(blockNumber === undefined ? call : { ...call, blockNumber }));
}

/** Returns decimals and symbol of a token. The symbol is optional in EIP-20; it is empty when absent. @throws ChainError UNKNOWN_ASSET */
export async function describeToken(
  client: PublicClient,
  token: Address,
): Promise<{ decimals: number; symbol: string }> {
  const of = { address: token, abi: erc20Abi } as const;
  const decimals = await read(client.readContract({ ...of, functionName: "decimals" }));
  try {
    return { decimals, symbol: await client.readContract({ ...of, functionName: "symbol" }) };
  } catch (error) {
    if (isAway(error)) throw nodeError(error);
    return { decimals, symbol: "" };
  }
}
