import type { ServiceDeps } from "../../deps.ts";
import { TagKeys } from "../../tag-keys.ts";
import { Inquiry } from "../../verification/inquiry.ts";
import { CertificateJudge } from "../../verification/judge.ts";
import { DeviceTaps } from "./device.ts";

/** What judges devices at terminals, as the Verification API judges them. */
export function deviceTaps({
  trust,
  sealer,
  ownershipTags,
  tapAmountMax,
}: Pick<ServiceDeps, "trust" | "sealer" | "ownershipTags" | "tapAmountMax">): DeviceTaps {
  const judge = new CertificateJudge(trust.anchors);
  const inquiry = new Inquiry({ trust, judge, tagKeys: new TagKeys(sealer) });
  return new DeviceTaps({ inquiry, ownershipTags, amountMax: tapAmountMax });
}
