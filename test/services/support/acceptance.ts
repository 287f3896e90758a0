import type { Transfer } from "../../../src/domain/ownership/ownership.ts";
import type { ServiceDeps } from "../../../src/services/deps.ts";
import type { SignedText } from "../../../src/services/ownership/sealed-texts.ts";

/** The acceptance of a transfer, as it lies sealed in the store; undefined where there is none. */
export function acceptanceOf(
  { sealer }: Pick<ServiceDeps, "sealer">,
  { sealedAcceptance, transferId }: Transfer,
): SignedText | undefined {
  if (!sealedAcceptance) return undefined;
  return JSON.parse(
    sealer.open(sealedAcceptance, `ownership|acceptance|${transferId}`).toString(),
  ) as SignedText;
}
