// The calls of ../README.md with openapi-fetch and the types of openapi-typescript.
import createClient from "openapi-fetch";
import type { components, paths } from "../client/types";

type Schemas = components["schemas"];

const env = (name: string): string => process.env[name] ?? "";
const name = env("NAME");

/** Returns the client of a caller. */
const as = (key?: string) =>
  createClient<paths>({
    baseUrl: env("PDA_URL"),
    ...(key ? { headers: { Authorization: `Bearer ${key}` } } : {}),
  });

const line = (call: string, members: object): void => console.log(JSON.stringify({ call, ...members }));

/** Returns the data of an answer that is no failure. */
async function data<T>(call: Promise<{ data?: { data: T }; error?: Schemas["Failure"] }>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data.data;
}

const merchant = ({ merchantId, name, status, createTime, version }: Schemas["Merchant"]) => ({
  merchantId,
  name,
  status,
  createTime,
  version,
});

const payment = (of: Schemas["Payment"]) => {
  const { paymentId, merchantId, amount, status, createTime, metadata } = of;
  return { paymentId, merchantId, amount, status, createTime, metadata };
};

function event({ id, type, time, data: { payment } }: Schemas["Event"]): object {
  if (!payment) throw new Error(`an event of the type ${type}`);
  const { paymentId, amount, status } = payment;
  return { id, type, time, paymentId, amount, status };
}

async function merchants(): Promise<{ merchantId: string; key: string }> {
  const api = as(env("PDA_API_KEY"));
  const created = await data(api.POST("/api/v1/merchants", { body: { name } }));
  line("RegisterMerchant", merchant(created));
  const path = { merchantId: created.merchantId };
  line("GetMerchant", merchant(await data(api.GET("/api/v1/merchants/{merchantId}", { params: { path } }))));
  const updated = api.PATCH("/api/v1/merchants/{merchantId}", {
    params: { path, query: { updateMask: "name" } },
    body: { name: `${name} Ltd` },
  });
  line("UpdateMerchant", merchant(await data(updated)));
  const query = { namePrefix: name, pageSize: 10 };
  const found = await data(api.GET("/api/v1/merchants", { params: { query } }));
  line("ListMerchants", { merchants: found.items.map(merchant) });
  const failed = { type: "payment.failed", pageSize: 1 };
  const events = await data(api.GET("/api/v1/events", { params: { query: failed } }));
  line("ListEvents", { events: events.items.map(event) });
  const granted = await data(
    api.POST("/api/v1/merchants/{merchantId}/api-keys", {
      params: { path },
      body: { name: "till", scopes: ["payments.read", "payments.write"] },
    }),
  );
  const { apiKeyId, name: keyName, scopes, status } = granted.apiKey;
  line("CreateApiKey", { apiKeyId, name: keyName, scopes, status });
  return { ...path, key: granted.secret };
}

async function payments(merchantId: string, key: string): Promise<void> {
  const api = as(key);
  const create = (idempotencyKey: string) =>
    data(
      api.POST("/api/v1/payments", {
        params: { header: { "Idempotency-Key": idempotencyKey } },
        body: { merchantId, amount: "12.50", assetType: env("ASSET_TYPE"), metadata: { order: name } },
      }),
    );
  const get = (paymentId: string) =>
    api.GET("/api/v1/payments/{paymentId}", { params: { path: { paymentId } } });
  const first = await create(`${name}-1`);
  const second = await create(`${name}-2`);
  line("CreatePayment", payment(first));
  line("GetPayment", payment(await data(get(first.paymentId))));

  const list = (pageToken = "") =>
    data(api.GET("/api/v1/payments", { params: { query: { status: "pending", pageSize: 1, pageToken } } }));
  const page = await list();
  const next = await list(page.nextPageToken);
  line("ListPayments", { payments: [...page.items, ...next.items].map(payment) });
  const path = { paymentId: second.paymentId };
  const cancelled = await data(api.POST("/api/v1/payments/{paymentId}/cancel", { params: { path } }));
  line("CancelPayment", payment(cancelled));

  const { response, error } = await get("pay_01kf05yaj0fg8rwbaz19nqs3cy");
  line("Refusal", {
    httpStatus: response.status,
    errorCode: error?.errorCode,
    reason: error?.errors[0]?.reason,
    requestId: error?.requestId,
  });
}

async function main(): Promise<void> {
  const { version, environment } = await data(as().GET("/api/v1/server-info"));
  line("GetServerInfo", { version, environment });
  const { merchantId, key } = await merchants();
  await payments(merchantId, key);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
