import { Refused } from "../refused.ts";
import type { PaymentDetails } from "./details.ts";

/** The metadata key by which a sandbox makes a payment, or what becomes of it, go wrong on request. */
export const simulationKey = "pda:simulate";

/**
 * What a sandbox can be asked for:
 * - `declined`: the wallet that pays is taken to decline.
 * - `expired`: its time is over at once.
 * - `slow`: it is created `slowSeconds` late.
 * - `reverted`: its settlement is taken back once by a reorganisation of the development network, and then becomes final.
 */
const simulations = ["declined", "expired", "slow", "reverted"] as const;
export type Simulation = (typeof simulations)[number];

/** How late a slow one is. */
export const slowSeconds = 5;

/** What the metadata asks for. @throws Refused SIMULATION_UNKNOWN */
export function simulationOf({ metadata }: Pick<PaymentDetails, "metadata">): Simulation | undefined {
  if (metadata === undefined || !Object.hasOwn(metadata, simulationKey)) return undefined;
  const asked = metadata[simulationKey];
  const simulation = simulations.find((known) => known === asked);
  if (!simulation)
    throw new Refused("SIMULATION_UNKNOWN", `${simulationKey} must be one of ${simulations.join(", ")}.`);
  return simulation;
}
