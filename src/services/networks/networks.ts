import { LRUCache } from "lru-cache";
import type { AssetInfo, ChainAdapter } from "../../chain/adapter.ts";
import { ChainError, type ChainReason } from "../../chain/error.ts";
import { Failure } from "../../rpc/failure.ts";

/** What the services ask of the networks; the adapter behind it is nobody else's business. */
export interface Networks {
  /** The networks that are served, CAIP-2. */
  list(): Promise<readonly string[]>;
  /** Why an account (CAIP-10) cannot be paid, or undefined when it can. */
  accountProblem(account: string): Promise<string | undefined>;
  /** Why an asset (CAIP-19) cannot be used with so many fraction digits, or undefined when it can. */
  assetProblem(asset: string, decimals: number): Promise<string | undefined>;
}

const timeoutMs = 5_000;
/** The networks of an adapter change only when it is set up anew. */
const networksTtlMs = 5_000;
/** What a network says of an asset does not change; an entry costs little, and the bound keeps callers from filling the memory. */
const assetTtlMs = 300_000;
const assetsMax = 1_000;

/** Refusals that are about the caller's input. */
const problems: readonly ChainReason[] = [
  "UNKNOWN_NETWORK",
  "INVALID_ACCOUNT",
  "INVALID_ASSET",
  "UNKNOWN_ASSET",
];

/**
 * The networks behind a chain adapter. Every question has a deadline; answers are kept for a short time.
 * Its methods throw Failure UNAVAILABLE while the adapter or its node cannot be asked.
 */
export function chainNetworks(adapter: ChainAdapter): Networks {
  const assets = new LRUCache<string, AssetInfo>({ max: assetsMax, ttl: assetTtlMs });
  let known: { networks: Promise<readonly string[]>; until: number } | undefined;

  const list = async (): Promise<readonly string[]> => {
    const now = performance.now();
    if (known === undefined || known.until <= now) {
      const networks = adapter.listNetworks({ timeoutMs }).then((all) => all.map(({ network }) => network));
      const asked = { networks, until: now + networksTtlMs };
      known = asked;
      // Callers that come while it is asked share the answer; a failed one is not kept.
      networks.catch(() => {
        if (known === asked) known = undefined;
      });
    }
    return unlessAway(() => (known as { networks: Promise<readonly string[]> }).networks);
  };

  const unserved = async (network: string): Promise<string | undefined> =>
    (await list()).includes(network) ? undefined : `The network ${network} is not served.`;

  return {
    list,

    async accountProblem(account) {
      const network = account.split(":").slice(0, 2).join(":");
      return (
        (await unserved(network)) ??
        problemOf(async () => {
          await adapter.validateAccount({ network, account }, { timeoutMs });
          return undefined;
        })
      );
    },

    async assetProblem(asset, decimals) {
      const network = asset.split("/", 1)[0] as string;
      const problem = await unserved(network);
      if (problem !== undefined) return problem;
      return problemOf(async () => {
        const info = assets.get(asset) ?? (await adapter.getAsset({ network, asset }, { timeoutMs }));
        assets.set(asset, info);
        return info.decimals === decimals
          ? undefined
          : `The asset has ${info.decimals} fraction digits on its network.`;
      });
    },
  };
}

/** What the adapter finds wrong with the input, as a sentence. */
async function problemOf(ask: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await unlessAway(ask);
  } catch (error) {
    if (error instanceof ChainError && error.reason && problems.includes(error.reason))
      return sentence(error.message);
    throw error;
  }
}

/** @throws Failure UNAVAILABLE when the adapter or its node cannot be asked just now */
async function unlessAway<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ChainError) || !error.retryable) throw error;
    throw new Failure("UNAVAILABLE", {
      message: "The network cannot be asked right now.",
      reason: "NETWORK_UNAVAILABLE",
      retryAfterSeconds: 2,
      cause: error,
    });
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/**
 * Asks the networks, so outside a transaction.
 *
 * @throws Failure UNKNOWN_REFERENCE about the field, naming the first account that its network cannot pay to
 */
export async function requireUsable(
  networks: Networks,
  field: string,
  accounts: readonly string[],
): Promise<void> {
  for (const account of accounts) {
    const problem = await networks.accountProblem(account);
    if (problem)
      throw Failure.ofField("UNKNOWN_REFERENCE", field, "UNUSABLE_ACCOUNT", `${account}: ${problem}`);
  }
}

/** @throws Failure UNKNOWN_REFERENCE naming the first asset (CAIP-19) that its network does not have as described */
export async function requireNetworkAssets(
  networks: Networks,
  assets: readonly string[],
  decimals: number,
): Promise<void> {
  const problems = await Promise.all(assets.map((asset) => networks.assetProblem(asset, decimals)));
  const index = problems.findIndex((problem) => problem !== undefined);
  if (index < 0) return;
  throw Failure.ofField(
    "UNKNOWN_REFERENCE",
    "networks",
    "NETWORK_ASSET_NOT_USABLE",
    `${assets[index]}: ${problems[index]}`,
  );
}
