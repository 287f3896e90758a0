// Whether value may be given away.
import type { PdaClient } from "../client.ts";
import { PdaError } from "../error.ts";

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
