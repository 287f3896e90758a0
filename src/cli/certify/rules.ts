import { deliveryRules } from "./delivery-rules.ts";
import type { Rule } from "./rule.ts";
import { signatureRules } from "./signature-rules.ts";

/** The twelve rules that a receiver of webhooks keeps, in the order in which they are checked. */
export const rules: readonly Rule[] = [...deliveryRules.first, ...signatureRules, ...deliveryRules.last];
