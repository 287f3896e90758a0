// `pda payments create`, `get` and `cancel`.
import type { components, PdaClient, PdaError } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { callService } from "../call.ts";
import { CommandError } from "../failure.ts";
import type { Purpose } from "../lists/problem.ts";
import type { ServiceOptions } from "../service.ts";
import { printPayment } from "./print.ts";

type Payment = components["schemas"]["Payment"];

/** Options of every command about one payment. */
export interface PaymentOptions extends ServiceOptions {
  readonly json?: boolean;
  readonly watch?: boolean;
}

/** Options of a command that changes something. */
export interface ChangeOptions extends Omit<PaymentOptions, "watch"> {
  readonly idempotencyKey?: string;
}

/** Options of `pda payments create`. */
export interface CreateOptions extends ChangeOptions {
  readonly amount: string;
  readonly assetType: string;
  readonly merchant?: string;
  readonly description?: string;
  readonly orderReference?: string;
  readonly expiresIn?: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Returns the purpose of a call about one payment. @param paymentId absent before the payment exists */
export const paymentCall = (scope: "payments.read" | "payments.write", paymentId?: string): Purpose => ({
  scope,
  adviceFor: (error) => adviceFor(error, paymentId),
});

function adviceFor({ errorCode, reason, status }: PdaError, paymentId?: string): string | undefined {
  if (reason === "OTHER_TENANT") return "name the key's own merchant with --merchant";
  if (errorCode === "SVC-4222") return "use another --idempotency-key, or repeat the first call unchanged";
  if (status === 404 && errorCode !== "SVC-4041") return "see which exist: pda payments list";
  if (status === 409 && paymentId !== undefined)
    return `see its present state: pda payments get ${paymentId}`;
  return undefined;
}

/** `pda payments create`. @throws CommandError */
export async function createPayment(config: Config, options: CreateOptions): Promise<void> {
  const { amount, assetType, merchant, description, orderReference, expiresIn, metadata } = options;
  const asked = {
    amount,
    assetType,
    ...(description === undefined ? {} : { description }),
    ...(orderReference === undefined ? {} : { orderReference }),
    ...(expiresIn === undefined ? {} : { expiresInSeconds: expiresIn }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  const params = { header: headersOf(options) };
  const created = await callService(config, options, paymentCall("payments.write"), async (api) => {
    const body = { ...asked, merchantId: merchant ?? (await ownMerchant(api)) };
    return (await api.POST("/api/v1/payments", { params, body })).data;
  });
  printPayment(created, options.json);
  if (!options.json) console.log(`show it to the payer: pda open payment ${created.paymentId}`);
}

/** Returns the merchant that the key acts for. @throws CommandError for a key of somebody else */
async function ownMerchant(api: PdaClient): Promise<string> {
  const { merchantId } = (await api.GET("/api/v1/caller")).data;
  if (merchantId !== undefined) return merchantId;
  throw new CommandError(
    "this API key belongs to no merchant",
    "name the merchant that is paid: --merchant mer_…",
  );
}

/** Returns a payment of the service. */
export const readPayment = async (api: PdaClient, paymentId: string): Promise<Payment> =>
  (await api.GET("/api/v1/payments/{paymentId}", { params: { path: { paymentId } } })).data;

/** `pda payments get`. @throws CommandError */
export async function showPayment(config: Config, paymentId: string, options: PaymentOptions): Promise<void> {
  const payment = await callService(config, options, paymentCall("payments.read", paymentId), (api) =>
    readPayment(api, paymentId),
  );
  printPayment(payment, options.json);
}

/** `pda payments cancel`. @throws CommandError */
export async function cancelPayment(
  config: Config,
  paymentId: string,
  options: ChangeOptions,
): Promise<void> {
  const params = { path: { paymentId }, header: headersOf(options) };
  const cancelled = await callService(
    config,
    options,
    paymentCall("payments.write", paymentId),
    async (api) => (await api.POST("/api/v1/payments/{paymentId}/cancel", { params })).data,
  );
  printPayment(cancelled, options.json);
}

const headersOf = ({ idempotencyKey }: ChangeOptions): { "Idempotency-Key"?: string } =>
  idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
