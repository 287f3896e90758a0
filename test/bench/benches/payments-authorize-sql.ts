import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { countWhere, createDatabase } from "../database.ts";
import { duel } from "../duel.ts";
import { callOnce } from "../http.ts";
import type { Asked, LoadResult } from "../load/plan.ts";
import { authorizeStatement, preparePending, prepareWallets } from "../sql/authorize.ts";
import { sqlContender } from "../sql/contender.ts";
import { eventData, keptAnswer, paymentFacts, prepareTables } from "../sql/rows.ts";
import { walletCount } from "../sql/statement.ts";
import type { Contender } from "../turn.ts";
import {
  type BenchWallet,
  makePending,
  makeWallets,
  type PendingPayment,
  signTerms,
  type Terms,
} from "../wallets.ts";
import { violations } from "./ledger.ts";
import type { Bench, Setting } from "./setting.ts";
import { Supply } from "./supply.ts";
import { authorised, createOne, databaseOf, httpContender, oursOf } from "./targets.ts";

const completed = "status = 'completed'";

const request = (wallet: BenchWallet, payment: PendingPayment, terms: Terms): Asked => ({
  method: "POST",
  path: `/api/v1/wallets/${wallet.walletId}/payments/${payment.paymentId}/authorize`,
  body: JSON.stringify({ authorization: signTerms(wallet, payment, terms) }),
});

/** What a wallet is asked to sign for a payment. */
export async function termsOf(
  { product, made }: Setting,
  paymentId: string,
): Promise<{ terms: Terms; nonce: string }> {
  const { port, ca, operatorKey } = product;
  const call = { port, ca, headers: authorised({ apiKey: operatorKey }) };
  const { data: reference } = await callOnce({
    ...call,
    method: "POST",
    path: `/api/v1/payments/${paymentId}/reference`,
    body: "{}",
  });
  const { data } = await callOnce({
    ...call,
    method: "GET",
    path: `/api/v1/wallets/${made.walletId}/payment-requests/${(reference as { reference: string }).reference}`,
  });
  const { nonce, ...terms } = data as Terms & { nonce: string };
  return { terms, nonce };
}

/** Pays one payment. @returns the idempotency key of the call */
export async function payOne(
  { product: { port, ca, operatorKey } }: Pick<Setting, "product">,
  [wallet]: readonly BenchWallet[],
  payment: PendingPayment,
  terms: Terms,
): Promise<string> {
  if (!wallet) throw new Error("there is no wallet");
  const key = randomUUID();
  const { data } = await callOnce({
    ...request(wallet, payment, terms),
    port,
    ca,
    headers: { ...authorised({ apiKey: operatorKey }), "Idempotency-Key": key },
  });
  if ((data as { status?: string }).status !== "completed")
    throw new Error(`not paid: ${JSON.stringify(data)}`);
  return key;
}

/** Pays payments that were made and signed before the turn. @param rate calls a second; as many as are possible when absent */
export async function authorizing(
  setting: Setting,
  wallets: readonly BenchWallet[],
  terms: Terms,
  facts: Facts,
  rate?: number,
): Promise<Contender> {
  const { product, dir, seconds } = setting;
  const file = join(dir, "authorisations");
  const supply = new Supply(seconds, rate && 2 * rate);
  const contender = httpContender(setting, oursOf(setting), {
    requests: { file },
    once: true,
    ...(rate === undefined ? {} : { rate }),
    headers: authorised({ apiKey: product.operatorKey }),
    keyed: true,
  });
  return {
    ...contender,
    prepare: async () => {
      const pending = await makePending(product.databaseUrl, facts, supply.size);
      const lines = pending.map((payment, index) =>
        JSON.stringify(request(wallets[index % wallets.length] as BenchWallet, payment, terms)),
      );
      await writeFile(file, lines.join("\n"));
    },
    turn: async (): Promise<LoadResult> => supply.seen(await contender.turn()),
    stored: () => countWhere(product.databaseUrl, "payment", completed),
  };
}

type Facts = Awaited<ReturnType<typeof paymentFacts>>;

/** Paying: signature, double entry, one merchant that everybody pays, 10,000 wallets; against raw SQL of the same rows. */
export const paymentsAuthorizeSql: Bench = {
  name: "payments.authorize/sql",
  async run(setting) {
    const { processes, product, made, seconds, dir } = setting;
    const { paymentId } = await createOne(setting, oursOf(setting));
    const facts = await paymentFacts(product.databaseUrl, paymentId);
    const { terms, nonce } = await termsOf(setting, paymentId);
    const wallets = await makeWallets(product.databaseUrl, facts, walletCount);
    const key = await payOne(setting, wallets, { paymentId, nonce }, terms);
    const kept = await keptAnswer(product.databaseUrl, key);
    const event = {
      subject: paymentId,
      data: await eventData(product.databaseUrl, "payment.completed", paymentId),
    };
    const databaseUrl = await createDatabase(product.adminUrl, product.databaseUrl, "bench_authorize");
    await prepareTables(product.databaseUrl, databaseUrl, facts);
    await prepareWallets(databaseUrl, facts, made.merchantId);
    const statement = authorizeStatement(facts, made.merchantId, kept, event);
    const { contender, against } = await sqlContender(processes, statement, {
      dir,
      databaseUrl,
      seconds,
      parts: databaseOf(product.parts),
      stored: () => countWhere(databaseUrl, "payment", completed),
      supply: (items) => preparePending(databaseUrl, facts, items),
    });
    const ours = await authorizing(setting, wallets, terms, facts);
    const line = await duel(ours, contender, { bench: this.name, against, target: 0.4, seconds });
    const wrong = await violations(product.databaseUrl);
    if (wrong.length > 0) throw new Error(`the ledger is wrong: ${wrong.slice(0, 3).join("; ")}`);
    return line;
  },
};
