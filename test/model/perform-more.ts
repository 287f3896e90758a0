// More steps: what wallets do by themselves, taps, and cancelling by key.
import { randomBytes } from "node:crypto";
import { holderKey, newKeyPair } from "../../src/cli/demo/keys.ts";
import { keyThumbprint, signStatement, signTap } from "../support/holder-signatures.ts";
import type { Holder } from "../e2e/support/scene.ts";
import { codes, type ModelPayment } from "./ledger-model.ts";
import { type Both, decimal, expectAnswer, pick, type Sides } from "./perform.ts";
import type { Step } from "./steps.ts";
import type { RealPayment } from "./world.ts";

type Of<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

/** A holder gives value to another. */
export async function transfer({ world, model }: Sides, step: Of<"transfer">): Promise<void> {
  const [from, to] = [step.wallet % world.holders.length, step.to % world.holders.length];
  const [giver, receiver] = [world.holders[from] as Holder, world.holders[to] as Holder];
  const amount = BigInt(step.amount);
  const said = {
    toWalletId: receiver.walletId,
    amount: decimal(amount),
    assetType: world.issuer.assetType,
  };
  const claims = { aud: world.product.baseUrl, walletId: giver.walletId, ...said };
  const authorization = await signStatement(giver.keys, "pda-value-transfer+jws", claims);
  const answer = await world.keyed(`/api/v1/wallets/${giver.walletId}/value-transfers`, {
    ...world.operator,
    body: { ...said, authorization },
  });
  expectAnswer("transfer", answer, model.transfer(from, to, amount));
}

/** A holder takes a new key; what the old one signs from then on is refused by the steps that follow. */
export async function rotate({ world }: Sides, wallet: number): Promise<void> {
  const { walletId, keys } = world.holders[wallet] as Holder;
  const next = await newKeyPair();
  const claims = {
    aud: world.product.baseUrl,
    walletId,
    oldKey: await keyThumbprint(keys),
    newKey: await keyThumbprint(next),
  };
  const answer = await world.keyed(`/api/v1/wallets/${walletId}/keys/rotate`, {
    ...world.operator,
    body: {
      holderKey: await holderKey(next),
      authorization: await signStatement(keys, "pda-rotate+jws", claims),
      proof: await signStatement(next, "pda-rotate+jws", claims),
    },
  });
  expectAnswer("rotate", answer, "done");
  world.holders[wallet] = { walletId, keys: next };
}

/** A holder taps at a merchant's terminal. */
export async function tap({ world, model }: Sides, step: Of<"tap">): Promise<Both> {
  const [merchant, wallet] = [step.merchant % world.shops.length, step.wallet % world.holders.length];
  const { merchantId, key } = world.shops[merchant] as (typeof world.shops)[number];
  const { walletId, keys } = world.holders[wallet] as Holder;
  const { assetType } = world.issuer;
  const [value, nonce] = [BigInt(step.amount), randomBytes(32).toString("base64url")];
  const terms = { amount: decimal(value), assetType, merchantId };
  const authorization = await signTap(keys, { audience: world.product.baseUrl, nonce, walletId, ...terms });
  const answer = await world.keyed("/api/v1/payments", {
    key,
    body: { ...terms, presentation: { walletId, holder: { nonce, authorization } } },
  });
  expectAnswer("tap", answer, "done");
  const { paymentId, transactionId } = answer.json.data;
  const real: RealPayment = {
    paymentId,
    refundIds: [],
    ...(transactionId === undefined ? {} : { transactionId }),
  };
  world.payments.push(real);
  return { real, model: model.payments[model.tap(merchant, wallet, value)] as ModelPayment };
}

/** A merchant cancels by the key of a creation; the key creates nothing from then on. */
export async function cancelByKey({ world, model }: Sides, number: number): Promise<readonly Both[]> {
  const first = pick(world.answers, number);
  if (!first || first.path !== "/api/v1/payments" || first.stopped) return [];
  const { paymentId } = JSON.parse(first.answer);
  const index = world.payments.findIndex((payment) => payment.paymentId === paymentId);
  const [real, payment] = [world.payments[index], model.payments[index]];
  if (!real || !payment) return [];
  const answer = await world.answered(`/api/v1/idempotency/${first.key}/cancel`, {
    ...first.sent,
    body: {},
  });
  const expected = model.cancel(payment);
  expectAnswer("cancel by key", answer, expected);
  if (expected !== "done") return [{ real, model: payment }];
  first.stopped = true;
  const late = await world.answered(first.path, {
    ...first.sent,
    headers: { "Idempotency-Key": first.key },
  });
  expectAnswer("a request with a cancelled key", late, [codes.conflict]);
  return [{ real, model: payment }];
}
