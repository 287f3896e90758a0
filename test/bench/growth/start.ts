import { mkdir } from "node:fs/promises";
import { uuidOf, idOf } from "../../../src/domain/identifier/identifier.ts";
import { createOne, oursOf } from "../benches/targets.ts";
import { withClient } from "../database.ts";
import { type Processes } from "../processes.ts";
import { type Product, startProduct } from "../product.ts";
import { provision, provisionDevices, type Provisioned } from "../provision.ts";
import { paymentFacts } from "../sql/rows.ts";
import { fill, type Size } from "./fill.ts";

/** A product of its own with what was made in it. */
export interface Store {
  readonly product: Product;
  readonly made: Provisioned;
  /** Payments of the caller, spread over all. */
  readonly paymentIds: readonly string[];
}

/** Payments that are read in turn. */
const readMax = 20_000;

async function start(
  processes: Processes,
  dir: string,
): Promise<Omit<Store, "paymentIds"> & { paymentId: string }> {
  await mkdir(dir);
  const product = await startProduct(processes, dir);
  const made = await provision(product);
  const { paymentId } = await createOne({ product }, oursOf({ product, made }));
  await product.settle();
  return { product, made, paymentId };
}

const asSuperuser = ({ adminUrl, databaseUrl }: Product): string => {
  const url = new URL(adminUrl);
  url.pathname = new URL(databaseUrl).pathname;
  return url.href;
};

/** A store with nothing in it but what is read: the same calls with the same answers as of a full one. */
export const emptySize: Size = { payments: readMax, assets: 1_000 };

/** A product that has been in use for half a year. */
export async function startFilled(processes: Processes, dir: string, size: Size): Promise<Store> {
  const { product, made, paymentId } = await start(processes, dir);
  const facts = await paymentFacts(product.databaseUrl, paymentId);
  const [device] = made.devices;
  if (!device) throw new Error("there is no device");
  await fill(asSuperuser(product), { ...facts, assetId: uuidOf("asset", device.assetId), paymentId }, size);
  const { assetIds, paymentIds } = await withClient(product.databaseUrl, async (client) => {
    const payments = await client.query<{ id: string }>(
      `select payment_id as id from payment where merchant_id = $1 order by random() limit $2`,
      [facts.merchantId, readMax],
    );
    const assets = await client.query<{ id: string }>(
      `select asset_id as id from asset where status = 'issued' order by random() limit $1`,
      [made.devices.length],
    );
    return {
      paymentIds: payments.rows.map(({ id }) => idOf("payment", id)),
      assetIds: assets.rows.map(({ id }) => idOf("asset", id)),
    };
  });
  const devices = await provisionDevices(product, made, assetIds);
  return { product, made: { ...made, devices }, paymentIds };
}
