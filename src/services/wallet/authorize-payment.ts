import type {
  AuthorizePaymentRequest,
  AuthorizePaymentResponse,
} from "../../../gen/ts/pda/wallet/v1/wallet_service.ts";
import type { AssetTypeFacts } from "../../domain/asset/asset-type.ts";
import { accountOf, accountUuid } from "../../domain/ledger/ledger.ts";
import type { MerchantStanding } from "../../domain/merchant/merchant.ts";
import type { Payment } from "../../domain/payment/payment.ts";
import type { Wallet } from "../../domain/wallet/wallet.ts";
import { Failure } from "../../rpc/failure.ts";
import { writesInSets } from "../../rpc/handler.ts";
import { type Outcome, proceed, values } from "../../rpc/outcome.ts";
import type { Transaction } from "../../store/store.ts";
import { assetTypeFactsOf } from "../asset/asset-types.ts";
import { requireFound } from "../contract/require-found.ts";
import type { ServiceDeps } from "../deps.ts";
import { paymentEvent } from "../payment/events.ts";
import { requireSignature } from "./authorization.ts";
import { paymentRequestToProto } from "./convert.ts";
import { PaymentDecisions } from "./payment-decisions.ts";
import { requirePresentKey } from "./signature.ts";

type AuthorizeOptions = Pick<ServiceDeps, "publicUrl" | "requestedFailures">;

/** A request to pay: the wallet, the payment and its asset type. */
interface Asked {
  readonly wallet: Wallet;
  readonly payment: Payment;
  readonly assetType: AssetTypeFacts;
}

/** The stored wallets and payments that the requests name. Unknown wallets and payments are absent. */
interface Found {
  readonly wallets: ReadonlyMap<string, Wallet>;
  readonly payments: ReadonlyMap<string, Payment>;
  readonly typeOf: (payment: Payment) => AssetTypeFacts;
}

/** Pays payments. One transaction checks the holder's signature, moves the amount and completes the payment. */
export const authorizePayment = (options: AuthorizeOptions) =>
  writesInSets<AuthorizePaymentRequest, AuthorizePaymentResponse, Found>({
    lookUp: (calls, tx) =>
      find(
        tx,
        calls.map(({ request }) => request),
      ),
    run: async (calls, tx, found) => {
      const agreed = await Promise.allSettled(
        calls.map(async ({ request }) => {
          const asked = askedOf(request, found);
          const terms = { ...asked, audience: options.publicUrl };
          await requireSignature(tx.wallets, { authorization: request.authorization }, terms);
          return asked;
        }),
      );
      return pay(tx, agreed, options);
    },
  });

async function find(tx: Transaction, requests: readonly AuthorizePaymentRequest[]): Promise<Found> {
  const [wallets, payments] = await Promise.all([
    tx.wallets.getMany(requests.map(({ walletId }) => walletId)),
    tx.payments.getMany(requests.map(({ paymentId }) => ({ tenant: { kind: "all" }, paymentId }))),
  ]);
  const typeOf = await assetTypeFactsOf(
    tx.assetTypes,
    payments.flatMap((payment) => payment ?? []),
  );
  return {
    wallets,
    payments: new Map(payments.flatMap((payment) => (payment ? [[payment.paymentId, payment]] : []))),
    typeOf,
  };
}

/** @throws Failure NOT_FOUND about the wallet, UNKNOWN_REFERENCE about the payment */
function askedOf(
  { walletId, paymentId }: AuthorizePaymentRequest,
  { wallets, payments, typeOf }: Found,
): Asked {
  const wallet = requireFound(wallets.get(walletId));
  const payment = payments.get(paymentId);
  if (!payment) throw Failure.ofField("payment_id", "UNKNOWN_PAYMENT", "The payment does not exist.");
  return { wallet, payment, assetType: typeOf(payment) };
}

async function pay(
  tx: Transaction,
  asked: readonly Outcome<Asked>[],
  { publicUrl: audience, requestedFailures }: AuthorizeOptions,
): Promise<Outcome<AuthorizePaymentResponse>[]> {
  const open = values(asked);
  if (open.length === 0) return asked as PromiseRejectedResult[];
  // Lock payments before accounts, as all transactions do, so that no two transactions wait for each other.
  const [payments, accounts, merchants, suspended, now] = await Promise.all([
    tx.payments.lockMany(open.map(({ payment }) => payment.paymentId)),
    tx.ledger.lockWallets(open.map(walletAccount)),
    tx.merchants.standings(open.map(({ payment }) => payment.merchantId)),
    tx.assetTypes.suspended(open.map(({ assetType }) => assetType.code)),
    tx.clock.now(),
  ]);
  const decisions = new PaymentDecisions(payments, accounts, { now, requestedFailures, suspended });
  const outcomes = asked.map((outcome) =>
    proceed(outcome, ({ wallet, payment, assetType }) => {
      requirePresentKey(
        "authorization",
        wallet,
        accounts.get(accountUuid(walletAccount({ wallet, payment }))),
      );
      const merchant = merchants.get(payment.merchantId) as MerchantStanding;
      const paid = decisions.pay(payment.paymentId, wallet.walletId, assetType, merchant);
      const seen = { assetType, merchant, walletId: wallet.walletId, audience };
      return { paymentRequest: paymentRequestToProto(paid, seen) };
    }),
  );
  await tx.ledger.spend(decisions.paid.map(({ posting }) => posting));
  await tx.payments.saveMany([...decisions.paid, ...decisions.declined].map(({ payment }) => payment));
  await tx.outbox.append([
    ...decisions.paid.map(({ payment, assetType }) => paymentEvent("payment.completed", payment, assetType)),
    ...decisions.declined.map(({ payment, assetType }) => paymentEvent("payment.failed", payment, assetType)),
  ]);
  return outcomes;
}

const walletAccount = ({ wallet, payment }: Pick<Asked, "wallet" | "payment">) =>
  accountOf("wallet", wallet.walletId, payment.assetTypeId);
