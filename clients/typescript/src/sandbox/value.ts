// Value for tests.
import type { PdaClient } from "../client.ts";
import { PdaError } from "../error.ts";
import { items } from "../pages.ts";

/** Tells whether the service is a sandbox. */
export async function isSandbox(api: PdaClient): Promise<boolean> {
  try {
    await api.GET("/api/v1/sandbox");
    return true;
  } catch (error) {
    if (error instanceof PdaError && error.status === 404) return false;
    throw error;
  }
}

/** Returns the publisher that defined an asset type; undefined when none did. */
export async function publisherOf(api: PdaClient, assetType: string): Promise<string | undefined> {
  const publishers = items((page) =>
    api.GET("/api/v1/publishers", { params: { query: { pageSize: 200, ...page } } }),
  );
  for await (const { publisherId } of publishers) {
    const path = { publisherId };
    const types = items((page) =>
      api.GET("/api/v1/publishers/{publisherId}/asset-types", {
        params: { path, query: { pageSize: 200, ...page } },
      }),
    );
    for await (const type of types) if (type.assetType === assetType) return publisherId;
  }
  return undefined;
}
