import { idOf } from "../../domain/identifier/identifier.ts";
import { requireFound } from "../../services/contract/require-found.ts";
import { webhookDisabledEvent } from "../../services/webhook/event.ts";
import type { Store } from "../../store/store.ts";
import type { DisabledByService } from "../../store/webhook/disabler.ts";
import type { LeasedEndpoint } from "../../store/webhook/leases.ts";
import { webhookDisabled } from "./metrics.ts";

/** Disables an enabled endpoint and records `webhook.disabled`, in one transaction. Does nothing when it is not enabled or has changed. */
export async function disableEndpoint(
  store: Store,
  { webhookId: webhookUuid, version }: Pick<LeasedEndpoint, "webhookId" | "version">,
  reason: DisabledByService,
): Promise<void> {
  const disabled = await store.transact(async (tx) => {
    if (!(await tx.webhookDisabler.disable(webhookUuid, version, reason))) return false;
    const webhook = requireFound(await tx.webhooks.get({ kind: "all" }, idOf("webhook", webhookUuid)));
    await tx.outbox.append([webhookDisabledEvent(webhook)]);
    return true;
  });
  if (disabled) webhookDisabled.inc({ reason: reason.toLowerCase() });
}
