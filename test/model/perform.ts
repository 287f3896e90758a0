// Does a step on both sides and compares what comes out.
import { newKeyPair, signPayment } from "../../src/cli/demo/keys.ts";
import type { Received } from "../e2e/support/http.ts";
import { eventually } from "../e2e/support/scene.ts";
import { crash } from "./crash.ts";
import { codes, type Expected, type LedgerModel, type ModelPayment } from "./ledger-model.ts";
import { cancelByKey, rotate, tap, transfer } from "./perform-more.ts";
import type { Lie, Step } from "./steps.ts";
import { type RealPayment, type World, withKey } from "./world.ts";

/** The two sides. */
export interface Sides {
  readonly world: World;
  readonly model: LedgerModel;
}

/** A payment on both sides. */
export interface Both {
  readonly real: RealPayment;
  readonly model: ModelPayment;
}

/** The service and the model disagree. */
export class Violation extends Error {}

const daySeconds = 86_400;

/** Minor units of six decimals as the interface writes them. */
export function decimal(minor: bigint): string {
  const digits = minor.toString().padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, "");
}

/** One of a list, by any number. */
export function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}

const pickPayment = ({ world, model }: Sides, number: number): Both | undefined => {
  const index = number % (model.payments.length || 1);
  const [one, other] = [world.payments[index], model.payments[index]];
  return one && other ? { real: one, model: other } : undefined;
};

/** @throws Violation when the answer is not what the model expects */
export function expectAnswer(what: string, answer: Received, expected: Expected): void {
  const got = answer.status < 300 ? "done" : String(answer.json?.errorCode);
  if (expected === "done" ? got !== "done" : !expected.includes(got))
    throw new Violation(
      `${what}: expected ${[expected].flat().join(" or ")}, got ${answer.status} ${answer.text}`,
    );
}

/** Does one step. One that names what is not there does nothing. @returns the payments that it has touched */
export async function perform(sides: Sides, step: Step): Promise<readonly Both[]> {
  const { world } = sides;
  switch (step.kind) {
    case "issue":
      await issue(sides, step.wallet % world.holders.length, BigInt(step.amount));
      return [];
    case "create":
      return [await create(sides, step.merchant % world.shops.length, BigInt(step.amount))];
    case "expire":
      await world.keyed("/api/v1/sandbox/clock/advance", {
        ...world.operator,
        body: { seconds: String(daySeconds + 1) },
      });
      await expireAll(sides);
      return [];
    case "replay":
      await replay(world, step.answer);
      return [];
    case "reuse-key":
      await reuseKey(world, step.answer);
      return [];
    case "transfer":
      await transfer(sides, step);
      return [];
    case "rotate":
      await rotate(sides, step.wallet % world.holders.length);
      return [];
    case "tap":
      return [await tap(sides, step)];
    case "cancel-key":
      return cancelByKey(sides, step.answer);
    case "crash":
      return crash(sides, step);
    default: {
      const payment = pickPayment(sides, step.payment);
      if (!payment) return [];
      if (step.kind === "cancel") await cancel(sides, payment);
      else if (step.kind === "pay") await pay(sides, payment, step.wallet % world.holders.length);
      else if (step.kind === "pay-forged")
        await payForged(world, payment, step.wallet % world.holders.length, step.lie);
      else if (step.kind === "pry") await pry(world, payment);
      else {
        const { amount, refunded } = payment.model;
        await refund(sides, payment, step.kind === "refund" ? BigInt(step.amount) : amount - refunded);
      }
      return [payment];
    }
  }
}

/** A publisher issues value to a wallet. */
async function issue({ world, model }: Sides, wallet: number, amount: bigint): Promise<void> {
  const { publisherId, assetType } = world.issuer;
  const answer = await world.keyed(`/api/v1/publishers/${publisherId}/issuances`, {
    ...world.operator,
    body: { walletId: world.holders[wallet]?.walletId, assetType, amount: decimal(amount) },
  });
  expectAnswer("issue", answer, "done");
  model.issue(wallet, amount);
}

/** A merchant asks for a payment. */
export async function create({ world, model }: Sides, merchant: number, amount: bigint): Promise<Both> {
  const shop = world.shops[merchant];
  const body = {
    amount: decimal(amount),
    assetType: world.issuer.assetType,
    merchantId: shop?.merchantId,
  };
  const answer = await world.keyed("/api/v1/payments", { key: shop?.key ?? "", body });
  expectAnswer("create", answer, "done");
  // Both at once, so that what runs beside it finds the same payment under one number.
  const real: RealPayment = { paymentId: answer.json.data.paymentId, refundIds: [] };
  world.payments.push(real);
  const created = model.payments[model.create(merchant, amount)] as ModelPayment;
  return { real, model: created };
}

async function cancel({ world, model }: Sides, { real, model: payment }: Both): Promise<void> {
  const path = `/api/v1/payments/${real.paymentId}/cancel`;
  const answer = await world.keyed(path, { key: world.shops[payment.merchant]?.key ?? "", body: {} });
  expectAnswer("cancel", answer, model.cancel(payment));
}

/** What the holder has to sign. */
async function requestOf(
  world: World,
  { real, model }: Both,
  wallet: number,
): Promise<Record<string, string>> {
  if (real.request) return real.request;
  const path = `/api/v1/payments/${real.paymentId}/reference`;
  const answer = await world.answered(path, { key: world.shops[model.merchant]?.key ?? "", method: "POST" });
  if (answer.status >= 300) return {};
  const { reference } = answer.json.data;
  const { walletId } = world.holders[wallet] ?? {};
  const request = `/api/v1/wallets/${walletId}/payment-requests/${reference}`;
  const asked = await world.answered(request, world.operator);
  // One that was paid at a tap was never asked for, and is no wallet's to pay any more.
  if (asked.status >= 300) return {};
  real.request = asked.json.data as Record<string, string>;
  return real.request;
}

/** A holder pays. */
export async function pay(sides: Sides, payment: Both, wallet: number): Promise<void> {
  const { world, model } = sides;
  const { keys, walletId } = world.holders[wallet] as (typeof world.holders)[number];
  const request = await requestOf(world, payment, wallet);
  // Without a request there is nothing to sign: the payment had ended before anybody asked for it.
  if (request.nonce === undefined) {
    if (payment.model.status === "pending") throw new Violation("a pending payment cannot be asked for");
    return;
  }
  const authorization = await signPayment(keys, request as never);
  const answer = await world.keyed(
    `/api/v1/wallets/${walletId}/payments/${payment.real.paymentId}/authorize`,
    {
      ...world.operator,
      body: { authorization },
    },
  );
  expectAnswer("pay", answer, model.pay(payment.model, wallet));
  if (answer.status < 300) payment.real.transactionId = answer.json.data.transactionId;
}

/** A signature over something else than what is asked for moves nothing. */
async function payForged(world: World, payment: Both, wallet: number, lie: Lie): Promise<void> {
  const request = await requestOf(world, payment, wallet);
  if (request.nonce === undefined) return;
  const { keys, walletId } = world.holders[wallet] as (typeof world.holders)[number];
  const forged = {
    ...request,
    ...(lie === "amount" ? { amount: decimal(payment.model.amount + 1n) } : {}),
    ...(lie === "merchant" ? { merchantId: world.shops.at(payment.model.merchant - 1)?.merchantId } : {}),
    ...(lie === "nonce" ? { nonce: Buffer.alloc(16).toString("base64url") } : {}),
  };
  const authorization = await signPayment(lie === "key" ? await newKeyPair() : keys, forged as never);
  const answer = await world.keyed(
    `/api/v1/wallets/${walletId}/payments/${payment.real.paymentId}/authorize`,
    {
      ...world.operator,
      body: { authorization },
    },
  );
  expectAnswer(`pay with a wrong ${lie}`, answer, [codes.signatureRefused]);
}

async function refund(
  { world, model }: Sides,
  { real, model: payment }: Both,
  amount: bigint,
): Promise<void> {
  if (real.transactionId === undefined || amount === 0n) return;
  const answer = await world.keyed("/api/v1/refunds", {
    key: world.shops[payment.merchant]?.key ?? "",
    body: { originalTransaction: real.transactionId, refundAmount: decimal(amount), reason: "returned" },
  });
  const short = answer.json?.errors?.[0]?.reason === "MERCHANT_BALANCE_SHORT";
  const expected = model.refundAnswer(payment, amount);
  // Money on its way to the merchant's account cannot be given back meanwhile: the model does not know how much that is.
  if (expected === "done" && short) return expectAnswer("refund", answer, [codes.insufficientFunds]);
  expectAnswer("refund", answer, expected);
  if (expected !== "done") return;
  model.refund(payment, amount);
  real.refundIds.push(answer.json.data.refundId);
}

async function expireAll({ world, model }: Sides): Promise<void> {
  const expired = model.nextDay();
  await Promise.all(
    expired.map((payment) => {
      const real = world.payments[model.payments.indexOf(payment)];
      return eventually("expiry", async () => {
        const { status } = await world.read(`/api/v1/payments/${real?.paymentId}`);
        return status === "failed";
      });
    }),
  );
}

/** The same request with its key gives the same answer, and does nothing. */
async function replay(world: World, number: number): Promise<void> {
  const first = pick(world.answers, number);
  // What was refused is judged anew, and may be done now: money has come in since.
  if (!first || first.stopped || first.status >= 300) return;
  const again = await world.answered(first.path, withKey(first.sent, first.key));
  if (again.status !== first.status || JSON.stringify(again.json.data) !== first.answer)
    throw new Violation(`${first.path} was answered ${first.answer}, and then ${again.text}`);
}

/** Another request with a key that was used is refused. */
async function reuseKey(world: World, number: number): Promise<void> {
  const first = pick(world.answers, number);
  if (!first || first.stopped || first.status >= 300 || first.path !== "/api/v1/payments") return;
  const sent = { ...first.sent, body: { ...(first.sent.body as object), amount: "77.777777" } };
  const again = await world.answered(first.path, withKey(sent, first.key));
  expectAnswer("another request with a used key", again, [codes.keyReused]);
}

/** Another merchant sees nothing of it. */
async function pry(world: World, { real, model }: Both): Promise<void> {
  const stranger = world.shops.at(model.merchant - 1);
  const answer = await world.answered(`/api/v1/payments/${real.paymentId}`, { key: stranger?.key ?? "" });
  expectAnswer("another merchant's payment", answer, [codes.notFound]);
}
