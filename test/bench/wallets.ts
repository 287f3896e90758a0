import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { idOf, newId, uuidOf } from "../../src/domain/identifier/identifier.ts";
import { accountUuid } from "../../src/domain/ledger/ledger.ts";
import { withClient } from "./database.ts";
import { assetTypeIdOf, type PaymentFacts } from "./sql/rows.ts";

/** A wallet with its holder's private key. */
export interface BenchWallet {
  readonly walletId: string;
  readonly privateKey: KeyObject;
}

/** A pending payment, as far as a holder has to sign it. */
export interface PendingPayment {
  readonly paymentId: string;
  readonly nonce: string;
}

/** What is the same in all authorisations of one turn. */
export interface Terms {
  readonly audience: string;
  readonly amount: string;
  readonly assetType: string;
  readonly merchantId: string;
}

/** Minor units that each wallet is given: more than it can spend. */
const funds = 10n ** 15n;

/** RFC 7638 thumbprint. */
const thumbprint = ({ x, y }: { x: string; y: string }): string =>
  createHash("sha256").update(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`).digest("base64url");

/**
 * Makes wallets with keys of their own and issues money to each, in the rows that CreateWallet and IssueValue write but in bulk: the
 * ledger is as right as if each had been made by a call.
 */
export async function makeWallets(
  databaseUrl: string,
  facts: PaymentFacts,
  count: number,
): Promise<BenchWallet[]> {
  const made = Array.from({ length: count }, () => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    return { walletId: newId("wallet"), privateKey, holderKey: { kty: "EC", crv: "P-256", x, y } };
  });
  const assetTypeId = assetTypeIdOf(facts);
  const publisherId = idOf("publisher", facts.publisherId);
  const issuance = accountUuid({ kind: "issuance", ownerId: publisherId, assetTypeId });
  await withClient(databaseUrl, async (client) => {
    await client.query("begin");
    await client.query(
      `with w as (
         insert into wallet (wallet_id, holder_key, key_thumbprint, created_at)
         select id, key, thumbprint, business_now() from unnest($1::uuid[], $2::jsonb[], $3::text[]) as x (id, key, thumbprint)
         returning *)
       insert into holder_key (key_thumbprint, wallet_id, seq, holder_key, created_at)
       select key_thumbprint, wallet_id, 1, holder_key, created_at from w`,
      [
        made.map(({ walletId }) => uuidOf("wallet", walletId)),
        made.map(({ holderKey }) => JSON.stringify(holderKey)),
        made.map(({ holderKey }) => thumbprint(holderKey)),
      ],
    );
    await client.query(
      `insert into account (asset_type_id, account_id, kind, owner_id) values ($1, $2, 'issuance', $3) on conflict do nothing`,
      [facts.assetTypeId, issuance, facts.publisherId],
    );
    await client.query(
      `with x as materialized (
         select uuidv7() as id, wallet, account from unnest($1::uuid[], $2::uuid[]) as y (wallet, account)),
       opened as (
         insert into account (asset_type_id, account_id, kind, owner_id, balance)
         select $3::uuid, account, 'wallet', wallet, $4::numeric from x),
       moved as (
         insert into ledger_transaction (asset_type_id, transaction_id, kind, amount, publisher_id, wallet_id, created_at)
         select $3, id, 'issue', $4, $5::uuid, wallet, business_now() from x),
       owed as (
         insert into account_delta (asset_type_id, account_id, kind, transaction_id, leg, amount)
         select $3, $6::uuid, 'issuance', id, 0, -$4 from x)
       insert into ledger_transfer (asset_type_id, transaction_id, leg, debit_account_id, credit_account_id, amount, created_at)
       select $3, id, 0, $6, account, $4, business_now() from x`,
      [
        made.map(({ walletId }) => uuidOf("wallet", walletId)),
        made.map(({ walletId: ownerId }) => accountUuid({ kind: "wallet", ownerId, assetTypeId })),
        facts.assetTypeId,
        funds.toString(),
        facts.publisherId,
        issuance,
      ],
    );
    await client.query("commit");
    await client.query("analyze wallet, account");
  });
  return made;
}

/** Makes pending payments in bulk, as CreatePayment stores them. */
export function makePending(
  databaseUrl: string,
  { merchantId, assetTypeId, amount }: PaymentFacts,
  count: number,
): Promise<PendingPayment[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string; nonce: Buffer }>(
      `insert into payment (merchant_id, payment_id, asset_type_id, amount, nonce, created_at, expires_at)
       select $1, uuidv7(), $2, $3, uuid_send(gen_random_uuid()), t, t + interval '7 days'
       from generate_series(1, $4::int), business_now() as t returning payment_id as id, nonce`,
      [merchantId, assetTypeId, amount, count],
    );
    await client.query("analyze payment");
    return rows.map(({ id, nonce }) => ({
      paymentId: idOf("payment", id),
      nonce: nonce.toString("base64url"),
    }));
  });
}

const header = Buffer.from('{"alg":"ES256","typ":"pda-pay+jws"}').toString("base64url");

/** The holder's agreement to a payment: a compact JWS (RFC 7515, ES256), valid for five minutes. */
export function signTerms(wallet: BenchWallet, payment: PendingPayment, terms: Terms): string {
  const iat = Math.floor(Date.now() / 1000);
  const { audience: aud, amount, assetType, merchantId } = terms;
  const { paymentId, nonce } = payment;
  const claims = { aud, nonce, iat, exp: iat + 300, paymentId, amount, assetType, merchantId };
  const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  const key = { key: wallet.privateKey, dsaEncoding: "ieee-p1363" } as const;
  return `${input}.${sign("sha256", Buffer.from(input), key).toString("base64url")}`;
}
