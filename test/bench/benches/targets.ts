import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Control } from "../control/start.ts";
import { countRows } from "../database.ts";
import { callOnce } from "../http.ts";
import type { Asked, LoadPlan } from "../load/plan.ts";
import { applyLoad, loadShape } from "../load/start.ts";
import type { Contender, Parts } from "../turn.ts";
import type { Setting } from "./setting.ts";

/** Where calls go and as whom. */
export interface Target {
  readonly name: string;
  readonly port: number;
  readonly apiKey: string;
  readonly merchantId: string;
  readonly assetType: string;
  readonly parts: Parts;
  readonly databaseUrl: string;
  readonly table: string;
  settle?(): Promise<void>;
}

const amount = "12.5";
const payments = "/api/v1/payments";

/** The product as a target. */
export function oursOf({ product, made }: Pick<Setting, "product" | "made">): Target {
  const { port, parts, databaseUrl } = product;
  const { apiKey, merchantId, assetType } = made;
  return {
    name: "pda",
    port,
    apiKey,
    merchantId,
    assetType,
    parts,
    databaseUrl,
    table: "payment",
    settle: () => product.settle(),
  };
}

/** The control as a target; the database is the product's server, whose CPU time counts for whoever has its turn. */
export function controlOf({ product }: Setting, { port, data, parts, databaseUrl }: Control): Target {
  return {
    name: "control",
    port,
    ...data,
    parts: { ...parts, ...databaseOf(product.parts) },
    databaseUrl,
    table: "payments",
  };
}

/** The database server alone. */
export const databaseOf = ({ database }: Parts): Parts => (database === undefined ? {} : { database });

/** Headers of a caller with an API key. */
export const authorised = ({ apiKey }: { readonly apiKey: string }) => ({
  Authorization: `Bearer ${apiKey}`,
});

/** The request that creates a payment. */
export function createRequest({ assetType, merchantId }: Target): Asked {
  return { method: "POST", path: payments, body: JSON.stringify({ amount, assetType, merchantId }) };
}

/** Creates one payment and checks the answer. @returns the payment and the idempotency key that it was created with */
export async function createOne(
  { product }: Pick<Setting, "product">,
  target: Target,
): Promise<{ payment: Record<string, unknown>; paymentId: string; key: string }> {
  const key = randomUUID();
  const { data } = await callOnce({
    port: target.port,
    ca: product.ca,
    ...createRequest(target),
    headers: { ...authorised(target), "Idempotency-Key": key },
  });
  const payment = data as { paymentId: string; status: string; amount: string };
  if (payment.status !== "pending" || payment.amount !== amount) {
    throw new Error(`${target.name} created something else: ${JSON.stringify(data)}`);
  }
  return { payment, paymentId: payment.paymentId, key };
}

/** Load by HTTPS on a target; `plan` says what is asked for. */
export function httpContender(
  { processes, product, seconds }: Pick<Setting, "processes" | "product" | "seconds">,
  target: Pick<Target, "name" | "port" | "parts" | "settle">,
  plan: Pick<LoadPlan, "requests" | "headers" | "keyed"> & Partial<LoadPlan>,
): Contender {
  const whole: LoadPlan = { ...loadShape, port: target.port, ca: product.ca, seconds, ...plan };
  const { name, parts } = target;
  return {
    name,
    parts,
    turn: () => applyLoad(processes, whole),
    ...(target.settle ? { settle: target.settle } : {}),
  };
}

/** Creates payments, each with an idempotency key of its own. */
export function creating(
  setting: Pick<Setting, "processes" | "product" | "seconds">,
  target: Target,
  load: Partial<LoadPlan> = {},
): Contender {
  const plan = { requests: [createRequest(target)], headers: authorised(target), keyed: true, ...load };
  return {
    ...httpContender(setting, target, plan),
    stored: () => countRows(target.databaseUrl, target.table),
  };
}

/** Creates so many payments. @returns them as they were answered */
export async function createMany(setting: Setting, target: Target, count: number): Promise<object[]> {
  const file = join(setting.dir, `created-${randomUUID()}`);
  await applyLoad(setting.processes, {
    ...loadShape,
    port: target.port,
    ca: setting.product.ca,
    requests: Array.from({ length: count }, () => createRequest(target)),
    once: true,
    headers: authorised(target),
    keyed: true,
    warmUpSeconds: 0,
    seconds: 600,
    keepAnswers: file,
  });
  await target.settle?.();
  const made = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => (JSON.parse(line) as { data: object }).data);
  rmSync(file);
  return made;
}

/** The request that reads a payment. */
export const readRequest = (paymentId: string): Asked => ({
  method: "GET",
  path: `${payments}/${paymentId}`,
});

/** Reads payments, one after another. */
export function reading(
  setting: Pick<Setting, "processes" | "product" | "seconds">,
  target: Target,
  paymentIds: readonly string[],
  load: Partial<LoadPlan> = {},
): Contender {
  const requests = paymentIds.map(readRequest);
  const plan = { requests, headers: authorised(target), keyed: false, ...load };
  return httpContender(setting, target, plan);
}

/** Payments that a bench of reading creates and then reads in turn. */
export const readPayments = 1_000;

/** Reads payments that it has created before. */
export async function readingNew(
  setting: Setting,
  target: Target,
  load: Partial<LoadPlan> = {},
): Promise<Contender> {
  const made = (await createMany(setting, target, readPayments)) as { paymentId: string }[];
  return reading(
    setting,
    target,
    made.map(({ paymentId }) => paymentId),
    load,
  );
}

/** The requests that verify each device by its certificate alone. */
export function authenticityRequests({ made }: Pick<Setting, "made">): Asked[] {
  return made.devices.map(({ assetId, certificate }) => ({
    method: "POST",
    path: authenticityPath,
    body: JSON.stringify({ assetId, deviceCertificate: certificate }),
  }));
}

/** Where assets are verified. */
export const authenticityPath = "/api/v1/verification/authenticity";
