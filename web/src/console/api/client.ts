// The public interface, called as the person who is signed in.
import {
  createPdaClient,
  type components,
  type ObservedCall,
  PdaError,
  type PdaClient,
} from "@pda/client/browser";
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { nonces } from "../session/nonces.ts";
import { accepted, accessToken, ended, SignedOut, stateNow } from "../session/session.ts";

export type Schemas = components["schemas"];

let client: PdaClient | undefined;

/** Returns the client of the present session. @throws SignedOut */
export function api(): PdaClient {
  const state = stateNow();
  if (state.is === "out") throw new SignedOut();
  client ??= createPdaClient({ dpop: { accessToken, keys: state.keys, nonces }, observe });
  return client;
}

let aheadMs = 0;

function observe(call: ObservedCall): void {
  noteClock(call);
  if (call.status !== 401) accepted();
}

/** Each answer has the time of the service: that of a sandbox may have been put ahead, and a device's may be wrong. */
function noteClock({ answer }: ObservedCall): void {
  const at = Date.parse(String(answer.timestamp));
  if (!Number.isNaN(at)) aheadMs = at - Date.now();
}

/** Milliseconds of Unix time, by the clock of the service. */
export const serviceNow = (): number => Date.now() + aheadMs;

/** Forgets what was read for an earlier session. */
export async function forgetReads(): Promise<void> {
  queries.clear();
  await client?.close();
  client = undefined;
}

/** Tells whether the service refuses the credential itself, and not only this call. */
const isRefused = (error: unknown): error is PdaError => error instanceof PdaError && error.status === 401;

/**
 * What the page has read of the service. The client itself repeats what is worth repeating. A call that the network does not carry fails at
 * once: one that waited for the network could move money long after its reader has given it up.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: "always", refetchOnReconnect: true },
    mutations: { retry: false, networkMode: "always" },
  },
  queryCache: new QueryCache({
    onError: (error) => {
      if (isRefused(error)) void ended(error.message);
    },
  }),
});
