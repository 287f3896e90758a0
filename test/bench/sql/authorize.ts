import { uuidOf } from "../../../src/domain/identifier/identifier.ts";
import { accountUuid } from "../../../src/domain/ledger/ledger.ts";
import { withClient } from "../database.ts";
import { assetTypeIdOf, type KeptAnswer, type PaymentFacts } from "./rows.ts";
import { itemsPerClient, type Statement, walletCount } from "./statement.ts";

// Identifiers that follow from a number, so that a statement needs no look-up: in the order of numbers as UUIDv7 are in that of time,
// and accounts spread at random as the product's are.
const numbered = (variant: "8" | "9", number: string): string =>
  `('01990000-0000-7000-${variant}000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const paymentOf = (number: string): string => numbered("8", number);
const walletOf = (number: string): string => numbered("9", number);
const accountOf = (number: string): string => `md5((${number})::text)::uuid`;

/** What the merchant is paid on. */
const merchantAccount = (facts: PaymentFacts, merchantId: string): string =>
  accountUuid({ kind: "merchant", ownerId: merchantId, assetTypeId: assetTypeIdOf(facts) });

/**
 * The rows of AuthorizePayment: the payment's state, the movement with its leg, the merchant's credit, the wallet's balance, the
 * idempotency row and the outbox event.
 */
export function authorizeStatement(
  facts: PaymentFacts,
  merchant: string,
  kept: KeptAnswer,
  event: { subject: string; data: Buffer },
): Statement {
  const { merchantId, assetTypeId, amount } = facts;
  return {
    constants: {
      ...kept,
      ...event,
      merchantId,
      assetTypeId,
      amount,
      account: merchantAccount(facts, merchant),
    },
    numbers: ["item", "wallet"],
    text: (value) => {
      const payment = paymentOf(`${value("item")}::bigint`);
      const wallet = `${value("wallet")}::bigint`;
      const assetType = `${value("assetTypeId")}::uuid`;
      const sum = `${value("amount")}::numeric`;
      const account = `${value("account")}::uuid`;
      const tenant = `${value("merchantId")}::uuid`;
      return `with x as materialized (select uuidv7() as id),
    paid as (
      update payment set status = 'completed', wallet_id = ${walletOf(wallet)}, transaction_id = x.id, ended_at = now() from x
      where merchant_id = ${tenant} and payment_id = ${payment} and status = 'pending'),
    moved as (
      insert into ledger_transaction (asset_type_id, transaction_id, kind, amount, merchant_id, wallet_id, payment_id, created_at)
      select ${assetType}, x.id, 'payment', ${sum}, ${tenant}, ${walletOf(wallet)}, ${payment}, now() from x),
    leg as (
      insert into ledger_transfer (asset_type_id, transaction_id, leg, debit_account_id, credit_account_id, amount, created_at)
      select ${assetType}, x.id, 0, ${accountOf(wallet)}, ${account}, ${sum}, now() from x),
    credited as (
      insert into account_delta (asset_type_id, account_id, kind, transaction_id, leg, amount)
      select ${assetType}, ${account}, 'merchant', x.id, 0, ${sum} from x),
    spent as (
      update account set balance = balance - ${sum} where asset_type_id = ${assetType} and account_id = ${accountOf(wallet)}),
    kept as (
      insert into idempotency (caller, operation, key, request_hash, response, sealed)
      values (${value("caller")}::text, ${value("operation")}::text, gen_random_uuid()::text,
        ${value("requestHash")}::bytea, ${value("response")}::bytea, false))
    insert into outbox (tenant_id, event_id, merchant_id, type, subject, occurred_at, data)
    values (${tenant}, uuidv7(), ${tenant}, 'payment.completed', ${value("subject")}::text, now(), ${value("data")}::bytea)`;
    },
  };
}

/** Wallets with money, and the merchant's account, for the statement. */
export async function prepareWallets(
  databaseUrl: string,
  facts: PaymentFacts,
  merchant: string,
): Promise<void> {
  const { assetTypeId } = facts;
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `with w as (insert into wallet (wallet_id, holder_key, key_thumbprint, created_at)
       select ${walletOf("n")}, '{"crv":"P-256","kty":"EC"}'::jsonb || jsonb_build_object('x', encode(sha256(n::text::bytea), 'base64'),
         'y', encode(sha256(('y' || n)::bytea), 'base64')), encode(sha256(('t' || n)::bytea), 'base64'), now()
       from generate_series(1, ${walletCount}::bigint) n returning *)
       insert into holder_key (key_thumbprint, wallet_id, seq, holder_key, created_at)
       select key_thumbprint, wallet_id, 1, holder_key, created_at from w`,
    );
    await client.query(
      `insert into account (asset_type_id, account_id, kind, owner_id, balance)
       select $1::uuid, ${accountOf("n")}, 'wallet', ${walletOf("n")}, 1e20 from generate_series(1, ${walletCount}::bigint) n
       union all select $1, $2::uuid, 'merchant', $3::uuid, 0`,
      [assetTypeId, merchantAccount(facts, merchant), uuidOf("merchant", merchant)],
    );
  });
}

/**
 * Pending payments for one turn, `count` for each client; those that the turn before left pending are not needed any more.
 */
export async function preparePending(
  databaseUrl: string,
  { merchantId, assetTypeId, amount }: PaymentFacts,
  options: { clients: number; first: number; count: number },
): Promise<void> {
  const { clients, first, count } = options;
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into payment (merchant_id, payment_id, asset_type_id, amount, nonce, created_at, expires_at)
       select $1, ${paymentOf(`client * ${itemsPerClient} + n`)}, $2, $3, uuid_send(gen_random_uuid()), now(), now() + interval '7 days'
       from generate_series(0, ${clients - 1}::bigint) client, generate_series($4::bigint, $5::bigint) n`,
      [merchantId, assetTypeId, amount, first, first + count - 1],
    );
    await client.query("analyze payment");
  });
}
