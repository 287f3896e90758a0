// Types of events that an endpoint can get, in groups. The settings of a service may leave some out.
import type { webhookTexts } from "../texts/webhooks.ts";

interface Group {
  readonly id: keyof typeof webhookTexts.groups;
  readonly types: readonly string[];
}

export const EVENT_GROUPS: readonly Group[] = [
  { id: "payments", types: ["payment.completed", "payment.failed", "refund.completed"] },
  { id: "settlement", types: ["settlement.finalized"] },
  { id: "assets", types: ["asset.revoked", "ownership.transferred"] },
  { id: "endpoint", types: ["webhook.disabled"] },
];

export const EVENT_TYPES: readonly string[] = EVENT_GROUPS.flatMap(({ types }) => types);
