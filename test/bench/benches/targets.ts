import { randomUUID } from "node:crypto";
import type { Control } from "../control/start.ts";
import { countRows } from "../database.ts";
import type { Contender } from "../duel.ts";
import { callOnce } from "../http.ts";
import type { LoadPlan } from "../load/plan.ts";
import { applyLoad, loadShape } from "../load/start.ts";
import type { Setting } from "./setting.ts";

/** Where calls go and as whom. */
export interface Target {
  readonly name: string;
  readonly port: number;
  readonly apiKey: string;
  readonly merchantId: string;
  readonly assetType: string;
  readonly parts: Contender["parts"];
  readonly databaseUrl: string;
  readonly table: string;
  settle?(): Promise<void>;
}

const amount = "12.5";

/** The product as a target. */
export function oursOf({ product, made }: Setting): Target {
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
  const { database } = product.parts;
  const all = { ...parts, ...(database === undefined ? {} : { database }) };
  return { name: "control", port, ...data, parts: all, databaseUrl, table: "payments" };
}

const authorised = ({ apiKey }: Target) => ({ Authorization: `Bearer ${apiKey}` });

function createBody({ assetType, merchantId }: Target): string {
  return JSON.stringify({ amount, assetType, merchantId });
}

/** Creates one payment and checks the answer. @returns its identifier and the idempotency key that it was created with */
export async function createOne(
  setting: Setting,
  target: Target,
): Promise<{ paymentId: string; key: string }> {
  const key = randomUUID();
  const { data } = await callOnce({
    port: target.port,
    ca: setting.product.ca,
    method: "POST",
    path: "/api/v1/payments",
    headers: { ...authorised(target), "Idempotency-Key": key },
    body: createBody(target),
  });
  const payment = data as { paymentId: string; status: string; amount: string };
  if (payment.status !== "pending" || payment.amount !== amount) {
    throw new Error(`${target.name} created something else: ${JSON.stringify(data)}`);
  }
  return { paymentId: payment.paymentId, key };
}

/** Load by HTTPS on a target; `plan` says what is asked for. */
export function httpContender(
  { processes, product, seconds }: Setting,
  target: Pick<Target, "name" | "port" | "parts" | "settle">,
  plan: Pick<LoadPlan, "method" | "paths" | "headers" | "body" | "keyed">,
): Contender {
  const whole: LoadPlan = { ...plan, ...loadShape, port: target.port, ca: product.ca, seconds };
  const { name, parts } = target;
  return {
    name,
    parts,
    turn: () => applyLoad(processes, whole),
    ...(target.settle ? { settle: target.settle } : {}),
  };
}

/** Creates payments, each with an idempotency key of its own. */
export function creating(setting: Setting, target: Target): Contender {
  const contender = httpContender(setting, target, {
    method: "POST",
    paths: ["/api/v1/payments"],
    headers: authorised(target),
    body: createBody(target),
    keyed: true,
  });
  return { ...contender, stored: () => countRows(target.databaseUrl, target.table) };
}

/** Reads payments that it has created before, one after another. */
export async function reading(setting: Setting, target: Target, count: number): Promise<Contender> {
  const paths: string[] = [];
  for (let made = 0; made < count; made++) {
    const { paymentId } = await createOne(setting, target);
    paths.push(`/api/v1/payments/${paymentId}`);
  }
  await target.settle?.();
  return httpContender(setting, target, { method: "GET", paths, headers: authorised(target), keyed: false });
}
