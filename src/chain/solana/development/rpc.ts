// Answers the JSON-RPC methods of a Solana node that an adapter calls, from the development chain.
import { type Address, getBase64Decoder, isAddress } from "@solana/kit";
import type { NetworkAccount } from "../accounts.ts";
import { developmentGenesis } from "../names.ts";
import { mintIn, tokenIn } from "../token.ts";
import type { Bank } from "./bank.ts";
import type { Block, Chain, Commitment, Included } from "./chain.ts";

/** A JSON-RPC error with a code of Solana's nodes. */
export class RpcFailure extends Error {
  override readonly name = "RpcFailure";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const INVALID_PARAMS = -32602;
const PREFLIGHT_FAILURE = -32002;
const BLOCK_NOT_AVAILABLE = -32004;
const SLOT_SKIPPED = -32007;
const MIN_CONTEXT_SLOT = -32016;
const SIGNATURES_MAX = 1000;
/** Fee of one signature in lamports. */
const SIGNATURE_FEE = 5000;

type Params = readonly unknown[];
type Method = (chain: Chain, params: Params) => unknown;
interface Config {
  readonly commitment?: Commitment;
  readonly encoding?: string;
  readonly minContextSlot?: number;
  readonly limit?: number;
  readonly before?: string;
  readonly until?: string;
  readonly transactionDetails?: string;
  readonly skipPreflight?: boolean;
}

const refuse = (message: string): RpcFailure => new RpcFailure(INVALID_PARAMS, message);

function config(params: Params, at: number): Config {
  const given = params[at] ?? {};
  if (typeof given !== "object") throw refuse("the configuration must be an object");
  return given;
}

/** Returns the requested commitment. Like real nodes, the methods for transactions and blocks require at least `confirmed`. */
function commitmentOf({ commitment = "finalized" }: Config, atLeastConfirmed = false): Commitment {
  if (!["processed", "confirmed", "finalized"].includes(commitment))
    throw refuse("the commitment must be processed, confirmed or finalized");
  if (atLeastConfirmed && commitment === "processed") {
    throw refuse("Method does not support commitment below `confirmed`");
  }
  return commitment;
}

function addressIn(value: unknown): Address {
  if (typeof value !== "string" || !isAddress(value)) throw refuse("Invalid param: not an address");
  return value;
}

const context = (chain: Chain, commitment: Commitment): { slot: number; apiVersion: string } => ({
  slot: chain.head(commitment).slot,
  apiVersion: "2.0.0",
});

function requireSlot(chain: Chain, commitment: Commitment, { minContextSlot = 0 }: Config): void {
  if (chain.head(commitment).slot < minContextSlot) {
    throw new RpcFailure(MIN_CONTEXT_SLOT, "Minimum context slot has not been reached");
  }
}

function account(chain: Chain, commitment: Commitment, address: Address): unknown {
  const found = chain.bank(commitment).account(address);
  if (!found) return null;
  return {
    data: [getBase64Decoder().decode(found.data), "base64"],
    executable: found.executable,
    lamports: Number(found.lamports),
    owner: found.programAddress,
    rentEpoch: Number(2n ** 64n - 1n),
    space: Number(found.space),
  };
}

function accounts(chain: Chain, addresses: readonly Address[], given: Config): unknown {
  const commitment = commitmentOf(given);
  requireSlot(chain, commitment, given);
  if (given.encoding !== undefined && given.encoding !== "base64")
    throw refuse("the encoding must be base64");
  return {
    context: context(chain, commitment),
    value: addresses.map((each) => account(chain, commitment, each)),
  };
}

function networkAccount(found: ReturnType<Bank["account"]>): NetworkAccount | undefined {
  return (
    found && { owner: found.programAddress, lamports: found.lamports, data: Uint8Array.from(found.data) }
  );
}

/** Returns the commitment that a block has reached. */
function settled(chain: Chain, { height }: Block): Commitment {
  if (height <= chain.height("finalized")) return "finalized";
  return height <= chain.height("confirmed") ? "confirmed" : "processed";
}

const seconds = ({ timeMs }: Block): number => Math.floor(timeMs / 1000);

function status(chain: Chain, signature: unknown): unknown {
  if (typeof signature !== "string") throw refuse("Invalid param: not a signature");
  const found = chain.find(signature);
  if (!found) return null;
  const { block, included } = found;
  const confirmationStatus = settled(chain, block);
  const { failure } = included.outcome;
  return {
    slot: block.slot,
    confirmations: confirmationStatus === "finalized" ? null : chain.height("processed") - block.height,
    err: failure,
    status: failure === null ? { Ok: null } : { Err: failure },
    confirmationStatus,
  };
}

function transaction(chain: Chain, [signature, ...rest]: Params): unknown {
  const given = config(rest, 0);
  const commitment = commitmentOf(given, true);
  if (given.encoding !== "base64") throw refuse("the encoding must be base64");
  const found = typeof signature === "string" ? chain.find(signature) : undefined;
  if (!found || found.block.height > chain.height(commitment)) return null;
  const { block, included } = found;
  const { outcome } = included;
  return {
    slot: block.slot,
    blockTime: seconds(block),
    version: 0,
    transaction: [included.wire, "base64"],
    meta: {
      err: outcome.failure,
      status: outcome.failure === null ? { Ok: null } : { Err: outcome.failure },
      fee: SIGNATURE_FEE,
      computeUnitsConsumed: outcome.units,
      logMessages: outcome.logs,
      loadedAddresses: { readonly: [], writable: [] },
    },
  };
}

function signaturesFor(chain: Chain, [address, ...rest]: Params): unknown {
  const given = config(rest, 0);
  const commitment = commitmentOf(given, true);
  requireSlot(chain, commitment, given);
  const limit = Math.min(given.limit ?? SIGNATURES_MAX, SIGNATURES_MAX);
  const listed: { block: Block; included: Included }[] = [];
  let begun = given.before === undefined;
  for (const each of chain.naming(addressIn(address), commitment)) {
    if (each.included.signature === given.until || listed.length >= limit) break;
    if (begun) listed.push(each);
    if (each.included.signature === given.before) begun = true;
  }
  return listed.map(({ block, included }) => ({
    signature: included.signature,
    slot: block.slot,
    err: included.outcome.failure,
    memo: null,
    blockTime: seconds(block),
    confirmationStatus: settled(chain, block),
  }));
}

function block(chain: Chain, [slot, ...rest]: Params): unknown {
  const given = config(rest, 0);
  const commitment = commitmentOf(given, true);
  const details = given.transactionDetails ?? "full";
  if (details !== "none" && details !== "signatures")
    throw refuse("transactionDetails must be signatures or none");
  if (typeof slot !== "number" || slot > chain.head(commitment).slot) {
    throw new RpcFailure(BLOCK_NOT_AVAILABLE, `Block not available for slot ${String(slot)}`);
  }
  const found = chain.blockAtSlot(slot);
  if (!found) throw new RpcFailure(SLOT_SKIPPED, `Slot ${slot} was skipped, or missing due to ledger jump`);
  const parent = found.height > 0 ? chain.block(found.height - 1) : found;
  return {
    blockHeight: found.height,
    blockTime: seconds(found),
    blockhash: found.hash,
    parentSlot: parent.slot,
    previousBlockhash: parent.hash,
    ...(details === "signatures" ? { signatures: found.transactions.map(({ signature }) => signature) } : {}),
  };
}

async function send(chain: Chain, [wire, ...rest]: Params): Promise<string> {
  const given = config(rest, 0);
  if (typeof wire !== "string" || given.encoding !== "base64") throw refuse("the encoding must be base64");
  let outcome: Awaited<ReturnType<Chain["send"]>>;
  try {
    outcome = await chain.send(wire, given.skipPreflight !== true);
  } catch (error) {
    throw refuse(`failed to deserialize the transaction: ${(error as Error).message}`);
  }
  const { failure, signature, logs, units } = outcome;
  if (failure === null) return signature;
  const data = {
    err: failure,
    logs,
    unitsConsumed: units,
    accounts: null,
    innerInstructions: null,
    returnData: null,
  };
  throw new RpcFailure(PREFLIGHT_FAILURE, "Transaction simulation failed", data);
}

/** Checks a number of blocks to make. Only a development network offers such methods. */
function times(value: unknown): number {
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > 10_000) {
    throw refuse("the number of blocks must be an integer from 1 to 10000");
  }
  return value as number;
}

/** Methods of https://solana.com/docs/rpc/http. Methods whose names begin with `pda` exist only on the development network. */
export const methods: Readonly<Record<string, Method>> = {
  getHealth: () => "ok",
  getVersion: () => ({ "solana-core": "2.0.0", "feature-set": 0 }),
  getGenesisHash: () => developmentGenesis,
  getSlot: (chain, params) => chain.head(commitmentOf(config(params, 0))).slot,
  getBlockHeight: (chain, params) => chain.height(commitmentOf(config(params, 0))),
  getBlock: block,
  getLatestBlockhash: (chain, params) => {
    const commitment = commitmentOf(config(params, 0));
    const { hash, height } = chain.head(commitment);
    return {
      context: context(chain, commitment),
      value: { blockhash: hash, lastValidBlockHeight: height + 150 },
    };
  },
  getMinimumBalanceForRentExemption: (chain, [bytes]) => {
    if (!Number.isInteger(bytes) || (bytes as number) < 0)
      throw refuse("the first parameter must be a number of bytes");
    return Number(chain.bank("processed").rentExemption(BigInt(bytes as number)));
  },
  getAccountInfo: (chain, params) => {
    const { context: at, value } = accounts(chain, [addressIn(params[0])], config(params, 1)) as {
      context: unknown;
      value: unknown[];
    };
    return { context: at, value: value[0] };
  },
  getMultipleAccounts: (chain, params) => {
    if (!Array.isArray(params[0])) throw refuse("the first parameter must be a list of addresses");
    return accounts(chain, params[0].map(addressIn), config(params, 1));
  },
  getBalance: (chain, params) => {
    const commitment = commitmentOf(config(params, 1));
    const found = chain.bank(commitment).account(addressIn(params[0]));
    return { context: context(chain, commitment), value: Number(found?.lamports ?? 0n) };
  },
  getTokenAccountBalance: (chain, params) => {
    const commitment = commitmentOf(config(params, 1));
    const bank = chain.bank(commitment);
    const token = tokenIn(networkAccount(bank.account(addressIn(params[0]))));
    if (!token) throw refuse("Invalid param: could not find account");
    const { decimals } = mintIn(networkAccount(bank.account(token.mint)));
    return { context: context(chain, commitment), value: { amount: `${token.amount}`, decimals } };
  },
  getSignatureStatuses: (chain, [signatures]) => {
    if (!Array.isArray(signatures)) throw refuse("the first parameter must be a list of signatures");
    return { context: context(chain, "processed"), value: signatures.map((each) => status(chain, each)) };
  },
  getSignaturesForAddress: signaturesFor,
  getTransaction: transaction,
  getRecentPrioritizationFees: (chain) => [{ slot: chain.head("processed").slot, prioritizationFee: 0 }],
  sendTransaction: send,
  pdaMine: (chain, [blocks]) => {
    for (let left = times(blocks); left > 0; left--) chain.mine();
    return chain.height("processed");
  },
  // By default all blocks that are not final.
  pdaFork: (chain, [depth = chain.height("processed") - chain.height("finalized")]) => {
    const blocks = times(depth);
    if (chain.height("processed") - blocks < chain.height("finalized")) {
      throw refuse("only blocks that are not final can be abandoned");
    }
    chain.fork(blocks);
    for (let left = blocks; left > 0; left--) chain.mine(true);
    return chain.height("processed");
  },
};
