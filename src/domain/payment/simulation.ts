import { Refused } from "../refused.ts";
import type { RequestedFailures } from "./requested-failures.ts";

const key = "pda:simulate";
const words = ["declined", "expired", "slow", "reverted"];

/**
 * What a merchant can request in a sandbox:
 * - `declined`: the wallet that pays is taken to decline.
 * - `expired`: the payment has the least lifetime. The worker then expires it as it expires any other payment.
 * - `slow`: the payment is created five seconds late.
 * - `reverted`: the payment's settlement is taken back once by a reorganisation of the development network, and then becomes final.
 */
export const simulations: RequestedFailures = {
  key,
  reversal: "reverted",
  require({ metadata }, atTerminal) {
    const word = metadata?.[key];
    if (word === undefined) return;
    if (!words.includes(word))
      throw new Refused("SIMULATION_UNKNOWN", `${key} must be one of ${words.join(", ")}.`);
    if (word === "expired" && atTerminal)
      throw new Refused("SIMULATION_UNKNOWN", "A payment at a terminal is paid at once and cannot expire.");
  },
  lifetimeSeconds: ({ metadata }) => (metadata?.[key] === "expired" ? 0.001 : undefined),
  delayMs: ({ metadata }) => (metadata?.[key] === "slow" ? 5000 : undefined),
  declines: ({ metadata }) => metadata?.[key] === "declined",
};
