import type { ServiceDeps } from "../../deps.ts";
import { Verifier } from "../../verification/verifier.ts";
import { DeviceTaps } from "./device.ts";

/** What judges devices at terminals, as the Verification API judges them. */
export function deviceTaps({
  trust,
  sealer,
  ownershipTags,
  tapAmountMax,
}: Pick<ServiceDeps, "trust" | "sealer" | "ownershipTags" | "tapAmountMax">): DeviceTaps {
  const verifier = new Verifier({ trust, sealer });
  return new DeviceTaps({ verifier, ownershipTags, amountMax: tapAmountMax });
}
