// The calls of ../README.md with openapi-generator's typescript-fetch client.
import * as pda from "../client";

const env = (name: string): string => process.env[name] ?? "";
const name = env("NAME");

/** Returns the configuration of a caller. */
const as = (accessToken?: string): pda.Configuration =>
  new pda.Configuration({ basePath: env("PDA_URL"), ...(accessToken ? { accessToken } : {}) });

const line = (call: string, members: object): void => console.log(JSON.stringify({ call, ...members }));

const merchant = ({ merchantId, name, status, createTime, version }: pda.Merchant) => ({
  merchantId,
  name,
  status,
  createTime: createTime.toISOString(),
  version,
});

const payment = ({ paymentId, merchantId, amount, status, createTime, metadata }: pda.Payment) => ({
  paymentId,
  merchantId,
  amount,
  status,
  createTime: createTime.toISOString(),
  metadata,
});

function event({ id, type, time, data: { payment } }: pda.Event): object {
  if (!payment) throw new Error(`an event of the type ${type}`);
  const { paymentId, amount, status } = payment;
  return { id, type, time: time.toISOString(), paymentId, amount, status };
}

async function merchants(): Promise<{ merchantId: string; key: string }> {
  const api = new pda.MerchantApi(as(env("PDA_API_KEY")));
  const created = (await api.registerMerchant({ registerMerchantRequest: { name } })).data;
  const { merchantId } = created;
  line("RegisterMerchant", merchant(created));
  line("GetMerchant", merchant((await api.getMerchant({ merchantId })).data));
  const changes = { merchantId, updateMask: "name", updateMerchantRequest: { name: `${name} Ltd` } };
  line("UpdateMerchant", merchant((await api.updateMerchant(changes)).data));
  const found = (await api.listMerchants({ namePrefix: name, pageSize: 10 })).data;
  line("ListMerchants", { merchants: found.items.map(merchant) });
  const failed = { type: "payment.failed", pageSize: 1 };
  const events = (await new pda.EventApi(as(env("PDA_API_KEY"))).listEvents(failed)).data;
  line("ListEvents", { events: events.items.map(event) });
  const createApiKeyRequest = { name: "till", scopes: new Set(["payments.read", "payments.write"]) };
  const granted = (await api.createApiKey({ merchantId, createApiKeyRequest })).data;
  const { apiKeyId, name: keyName, scopes, status } = granted.apiKey;
  line("CreateApiKey", { apiKeyId, name: keyName, scopes, status });
  return { merchantId, key: granted.secret };
}

async function payments(merchantId: string, key: string): Promise<void> {
  const api = new pda.PaymentApi(as(key));
  const createPaymentRequest = {
    merchantId,
    amount: "12.50",
    assetType: env("ASSET_TYPE"),
    metadata: { order: name },
  };
  const create = async (idempotencyKey: string) =>
    (await api.createPayment({ createPaymentRequest, idempotencyKey })).data;
  const first = await create(`${name}-1`);
  const second = await create(`${name}-2`);
  line("CreatePayment", payment(first));
  line("GetPayment", payment((await api.getPayment({ paymentId: first.paymentId })).data));

  const pending = { status: pda.PaymentStatus.PAYMENT_STATUS_PENDING, pageSize: 1 };
  const page = (await api.listPayments(pending)).data;
  const next = (await api.listPayments({ ...pending, pageToken: page.nextPageToken })).data;
  line("ListPayments", { payments: [...page.items, ...next.items].map(payment) });
  line("CancelPayment", payment((await api.cancelPayment({ paymentId: second.paymentId })).data));

  const refused: unknown = await api
    .getPayment({ paymentId: "pay_01kf05yaj0fg8rwbaz19nqs3cy" })
    .catch((error: unknown) => error);
  if (!(refused instanceof pda.ResponseError)) throw refused;
  const { errorCode, errors, requestId } = pda.FailureFromJSON(await refused.response.json());
  line("Refusal", { httpStatus: refused.response.status, errorCode, reason: errors[0]?.reason, requestId });
}

async function main(): Promise<void> {
  const { version, environment } = (await new pda.ServerApi(as()).getServerInfo()).data;
  line("GetServerInfo", { version, environment });
  const { merchantId, key } = await merchants();
  await payments(merchantId, key);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
