// Reading an EIP-20 token.
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

/** A contract without code or without the function is no token. */
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

/** Minor units that an owner holds, at the newest block unless one is given. @throws ChainError UNKNOWN_ASSET */
export function balanceOf(
  client: PublicClient,
  token: Address,
  owner: Address,
  blockNumber?: bigint,
): Promise<bigint> {
  const call = { address: token, abi: erc20Abi, functionName: "balanceOf", args: [owner] } as const;
  return read(client.readContract(blockNumber === undefined ? call : { ...call, blockNumber }));
}

/** Decimals and symbol of a token. Symbol is optional in EIP-20: empty when there is none. @throws ChainError UNKNOWN_ASSET */
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
