// Whether the service is a sandbox, and what only a sandbox has.
import { keyed } from "../../intent.ts";
import { api } from "./client.ts";

export const isSandboxQuery = {
  queryKey: ["is-sandbox"],
  queryFn: async () => (await api().GET("/api/v1/server-info")).data.environment === "sandbox",
  staleTime: Number.POSITIVE_INFINITY,
};

export const sandboxQuery = {
  queryKey: ["sandbox"],
  queryFn: async () => (await api().GET("/api/v1/sandbox")).data,
};

/** The key in a payment's metadata that lets it take a bad way, and its values. */
export const SIMULATE = "pda:simulate";
export const SIMULATIONS = ["declined", "expired", "slow", "reverted"] as const;

/** Puts the clock of the sandbox ahead. */
export const advanceClock = async (seconds: number, key: string) =>
  (
    await api().POST("/api/v1/sandbox/clock/advance", {
      params: keyed(key),
      body: { seconds: String(seconds) },
    })
  ).data;
