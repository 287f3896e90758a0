import type {
  AssetPolicy as PolicyMessage,
  RefundPolicy as RefundMessage,
} from "../../../../gen/ts/pda/publisher/v1/asset_type.ts";
import { Assurance } from "../../../../gen/ts/pda/verification/v1/authenticity.ts";
import { type AssetPolicy, defaultPolicy, type MinimumAssurance } from "../../../domain/asset/policy.ts";
import type { RefundPolicy } from "../../../domain/refund/eligibility.ts";
import { wordOf } from "../../contract/enum.ts";

const assurances: Record<MinimumAssurance, Assurance> = {
  static: Assurance.ASSURANCE_STATIC,
  dynamic_mac: Assurance.ASSURANCE_DYNAMIC_MAC,
  proof_of_possession: Assurance.ASSURANCE_PROOF_OF_POSSESSION,
};
const word = wordOf(assurances);

/** Returns the policy that a request asks for, with defaults for absent members. */
export function policyOf(policy: PolicyMessage | undefined): AssetPolicy {
  if (!policy) return defaultPolicy;
  const { transferable, minimumAssurance, capabilities } = policy;
  return {
    transferable: transferable ?? defaultPolicy.transferable,
    minimumAssurance: word(minimumAssurance) ?? defaultPolicy.minimumAssurance,
    capabilities,
  };
}

export function policyToProto({ transferable, minimumAssurance, capabilities }: AssetPolicy): PolicyMessage {
  return { transferable, minimumAssurance: assurances[minimumAssurance], capabilities: [...capabilities] };
}

/** Returns the refund policy that a request asks for. Without a policy, refunds are not supported. */
export function refundPolicyOf(policy: RefundMessage | undefined): RefundPolicy {
  return policy
    ? { refundable: policy.refundable, windowSeconds: Number(policy.windowSeconds) }
    : { refundable: false, windowSeconds: 0 };
}

export function refundPolicyToProto({ refundable, windowSeconds }: RefundPolicy): RefundMessage {
  return { refundable, windowSeconds: BigInt(windowSeconds) };
}
