import { LRUCache } from "lru-cache";
import type { AssetInfo, ChainAdapter } from "../../chain/adapter.ts";
import { ChainError, type ChainReason } from "../../chain/error.ts";
import { Failure } from "../../rpc/failure.ts";

/** The questions that the services ask about networks. Services do not know the chain adapter behind it. */
export interface Networks {
  /** Returns the networks that are served, as CAIP-2 identifiers. */
  list(): Promise<readonly string[]>;
  /** Returns why an account (CAIP-10) cannot be paid, or undefined when it can. */
  accountProblem(account: string): Promise<string | undefined>;
  /** Returns why an asset (CAIP-19) cannot be used with this number of fraction digits, or undefined when it can. */
  assetProblem(asset: string, decimals: number): Promise<string | undefined>;
}

const timeoutMs = 5_000;
/** The networks of an adapter change only when the adapter is reconfigured. */
const networksTtlMs = 5_000;
/** A network's facts about an asset do not change. The bound keeps callers from filling the memory. */
const assetTtlMs = 300_000;
const assetsMax = 1_000;

/** The refusals that are about the caller's input. */
const problems: readonly ChainReason[] = [
  "UNKNOWN_NETWORK",
  "INVALID_ACCOUNT",
  "INVALID_ASSET",
  "UNKNOWN_ASSET",
];

/**
 * Returns the networks behind a chain adapter. Every question has a deadline, and answers are cached for a short time. The methods throw
 * Failure UNAVAILABLE while the adapter or its node cannot be reached.
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
      // Concurrent callers share the answer. A failed answer is not cached.
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

/** Returns the adapter's objection to the input, as a sentence. */
async function problemOf(ask: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await unlessAway(ask);
  } catch (error) {
    if (error instanceof ChainError && error.reason && problems.includes(error.reason))
      return sentence(error.message);
    throw error;
  }
}

/** @throws Failure UNAVAILABLE while the adapter or its node cannot be reached */
async function unlessAway<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ChainError) || !error.retryable) throw error;
    throw new Failure("NETWORK_UNAVAILABLE", {
      message: "The network cannot be reached right now; try again.",
      retryAfterSeconds: 2,
      cause: error,
    });
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/**
 * Checks that every account can be paid. It asks the networks, so it must run outside a transaction.
 *
 * @throws Failure UNKNOWN_REFERENCE about the field, naming the first account that cannot be paid
 */
export async function requireUsable(
  networks: Networks,
  field: string,
  accounts: readonly string[],
): Promise<void> {
  for (const account of accounts) {
    const problem = await networks.accountProblem(account);
    if (problem) throw Failure.ofField(field, "UNUSABLE_ACCOUNT", `${account}: ${problem}`);
  }
}

/** @throws Failure UNKNOWN_REFERENCE naming the first asset (CAIP-19) that its network does not have with these fraction digits */
export async function requireNetworkAssets(
  networks: Networks,
  assets: readonly string[],
  decimals: number,
): Promise<void> {
  const problems = await Promise.all(assets.map((asset) => networks.assetProblem(asset, decimals)));
  const index = problems.findIndex((problem) => problem !== undefined);
  if (index < 0) return;
  throw Failure.ofField("networks", "NETWORK_ASSET_NOT_USABLE", `${assets[index]}: ${problems[index]}`);
}
