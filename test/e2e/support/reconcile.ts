// Compares what the network says with what the ledger says.
import { address } from "@solana/kit";
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token";
import { expect } from "chai";
import pg from "pg";
import type { Product } from "../../support/product.ts";
import { eventually, type Merchant, type Publisher } from "./scene.ts";

/** Asks the own node of a network, by the setting that is its port. */
export async function askNode(
  product: Product,
  port: string,
  method: string,
  params: unknown[],
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${product.port(port)}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (answer.error) throw new Error(answer.error.message);
  return answer.result;
}

const firstNode = "PDA_CHAIN_ADAPTER_NETWORK_DEVELOPMENT_PORT";
export const secondNode = "PDA_CHAIN_ADAPTER_SECOND_NETWORK_DEVELOPMENT_PORT";

/** Balance of a merchant's account in minor units, asked of the network's own node and not of the product. */
export function balanceOnNetwork(
  product: Product,
  { networkAsset }: Publisher,
  { account }: Merchant,
): Promise<bigint> {
  return networkAsset.startsWith("solana:")
    ? tokenAccountBalance(product, networkAsset, account)
    : tokenContractBalance(product, networkAsset, account);
}

/** ERC-20 `balanceOf`. */
async function tokenContractBalance(
  product: Product,
  networkAsset: string,
  account: string,
): Promise<bigint> {
  const address = (name: string) => name.slice(name.lastIndexOf("0x") + 2).toLowerCase();
  const data = `0x70a08231${address(account).padStart(64, "0")}`;
  const params = [{ to: `0x${address(networkAsset)}`, data }, "latest"];
  return BigInt((await askNode(product, firstNode, "eth_call", params)) as string);
}

/** What the owner's associated token account holds. */
async function tokenAccountBalance(product: Product, networkAsset: string, account: string): Promise<bigint> {
  const last = (name: string) => address(name.slice(name.lastIndexOf(":") + 1));
  const [token] = await findAssociatedTokenPda({
    owner: last(account),
    mint: last(networkAsset),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  const answer = await askNode(product, secondNode, "getTokenAccountBalance", [token]);
  return BigInt((answer as { value: { amount: string } }).value.amount);
}

/** What the ledger owes a merchant and what it has paid out, in minor units. */
export async function balancesInLedger(
  product: Product,
  { assetType }: Publisher,
  { merchantId: ownerId }: Merchant,
): Promise<{ merchant: bigint; clearing: bigint; settled: bigint }> {
  const { read } = product.store();
  const type = await read.assetTypes.byCode(assetType);
  if (!type) throw new Error(`no asset type ${assetType}`);
  const balance = (kind: "merchant" | "clearing" | "settled") =>
    read.ledger.balance({ kind, ownerId, assetTypeId: type.assetTypeId });
  return {
    merchant: await balance("merchant"),
    clearing: await balance("clearing"),
    settled: await balance("settled"),
  };
}

/**
 * Waits until nothing is left to settle and every settlement of the merchant is final. The ledger is asked first:
 * the settlement that empties it is then among those listed, whereas a list taken before may miss it.
 */
async function untilSettled(product: Product, issuer: Publisher, shop: Merchant): Promise<void> {
  await eventually("settlement of everything", async () => {
    if ((await balancesInLedger(product, issuer, shop)).merchant !== 0n) return false;
    const { items } = (await shop.api.GET("/api/v1/settlement", { params: { query: { pageSize: 200 } } }))
      .data;
    return items.length > 0 && items.every(({ settlementStatus }) => settlementStatus === "finalized");
  });
}

/** Everything is settled: the account on the network holds what the ledger says was paid out, which is `minor`. */
export async function expectReconciled(
  product: Product,
  issuer: Publisher,
  shop: Merchant,
  minor: bigint,
): Promise<void> {
  await untilSettled(product, issuer, shop);
  expect(await balancesInLedger(product, issuer, shop)).to.deep.equal({
    merchant: 0n,
    clearing: 0n,
    settled: minor,
  });
  expect(await balanceOnNetwork(product, issuer, shop)).to.equal(minor);
  expect(await product.store().read.ledger.violations()).to.deep.equal([]);
}

/**
 * What must hold at the end of every run, for every merchant that was ever paid out: once nothing is on its way, its account on the
 * network holds what final settlements have transferred, and so says the ledger, to the unit.
 */
export async function expectAllReconciled(product: Product): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const { accounts, held } = await eventually("a moment in which nothing is on its way", async () => {
      const before = await transferred(client);
      if (before.some(({ open }) => open)) return false;
      const balances = await Promise.all(
        before.map(({ networkAsset, account }) =>
          balanceOnNetwork(product, { networkAsset } as Publisher, { account } as Merchant),
        ),
      );
      // A settlement may have begun meanwhile, and its transfer be on the network already.
      const unchanged = JSON.stringify(await transferred(client)) === JSON.stringify(before);
      return unchanged && { accounts: before, held: balances };
    });
    for (const [i, { account, amount }] of accounts.entries())
      expect(`${held[i]}`, `what ${account} holds on its network`).to.equal(amount);
    // A refund of money that was paid out is netted with the next settlement; until then the ledger alone knows of it.
    const { rows } = await client.query(
      `select owner_id as owner, sum(balance)::text as balance,
         ((select coalesce(sum(s.amount), 0) from settlement s
           where s.merchant_id = b.owner_id and s.asset_type_id = b.asset_type_id)
         - (select coalesce(sum(r.from_settled), 0) from refund r
           where r.merchant_id = b.owner_id and r.asset_type_id = b.asset_type_id and r.settlement_id is null))::text as expected
       from account_balance b where b.kind in ('clearing', 'settled') group by b.owner_id, b.asset_type_id`,
    );
    for (const { owner, balance, expected } of rows)
      expect(balance, `what was or is being paid out to ${owner}`).to.equal(expected);
    expect(await product.store().read.ledger.violations()).to.deep.equal([]);
  } finally {
    await client.end();
  }
}

/** What settlements transfer to each account on a network, and whether one of them is not final. */
async function transferred(
  client: pg.Client,
): Promise<{ networkAsset: string; account: string; amount: string; open: boolean }[]> {
  const { rows } = await client.query(
    `select network_asset as "networkAsset", account, sum(amount)::text as amount, bool_or(status <> 'finalized') as open
     from settlement group by 1, 2 order by 1, 2`,
  );
  return rows;
}
