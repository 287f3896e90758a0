import type { components } from "../../../clients/typescript/src/index.ts";
import type { Product } from "../../support/product.ts";
import { eventually } from "./scene.ts";

/** Creates a webhook endpoint as the operator, and waits until its receiver has answered the verification. @returns its secret, too */
export async function enabledWebhook(
  product: Product,
  body: components["schemas"]["CreateWebhookRequest"],
): Promise<{ webhookId: string; secret: string }> {
  const operator = product.client(product.operatorKey);
  const { data: created } = await operator.POST("/api/v1/events/webhooks", { body });
  const { webhook, secret } = created;
  const { webhookId } = webhook;
  await eventually("the endpoint is enabled", async () => {
    const { data } = await operator.GET("/api/v1/events/webhooks/{webhookId}", {
      params: { path: { webhookId } },
    });
    return data.enabled;
  });
  return { webhookId, secret };
}
