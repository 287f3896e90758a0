// `pda payments list`, `pda settlement list` and `pda processes list`: print lists of a running service as tables.
import type { KeyObject } from "node:crypto";
import {
  type components,
  createPdaClient,
  type PdaClient,
  pages,
} from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { statusOf } from "../payments/print.ts";
import { baseUrlOf, keyOriginOf, requiredApiKey, callOptionsOf, type ServiceOptions } from "../service.ts";
import { type ListForm, type ListPage, printList } from "./print.ts";
import { callFailure } from "./problem.ts";
import { changePrinter, changes } from "./watch.ts";

type Payment = components["schemas"]["Payment"];
type Settlement = components["schemas"]["Settlement"];
type Process = components["schemas"]["Process"];
type Print = (line: string) => void;

/** Options of every list command. */
export interface ListOptions extends ServiceOptions {
  readonly pageSize: number;
  readonly pageToken?: string;
  readonly all?: boolean;
  readonly json?: boolean;
  /** Print what is new or changed in the first page, until a signal comes. */
  readonly watch?: boolean;
}

/** Options of `pda payments list`. */
export interface PaymentsOptions extends ListOptions {
  readonly merchant?: string;
  readonly status?: "pending" | "completed" | "failed" | "cancelled";
  readonly assetType?: string;
  readonly orderReference?: string;
  readonly device?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Options of `pda settlement list`. */
export interface SettlementOptions extends ListOptions {
  readonly merchant?: string;
  readonly payment?: string;
  readonly status?: "pending" | "confirmed" | "finalized" | "reverted";
  readonly from?: string;
  readonly to?: string;
}

/** Query parameters of a page. */
export interface PageQuery {
  readonly pageSize: number;
  readonly pageToken?: string;
}

/** Columns of payments. */
export const paymentColumns = {
  payment: ({ paymentId }: Payment) => paymentId,
  status: statusOf,
  amount: ({ amount }: Payment) => amount,
  "asset type": ({ assetType }: Payment) => assetType,
  refunded: ({ refundedAmount }: Payment) => refundedAmount,
  order: ({ orderReference }: Payment) => orderReference ?? "-",
  merchant: ({ merchantId }: Payment) => merchantId,
  created: ({ createTime }: Payment) => createTime ?? "",
};

/** The longest status of a payment. The reason of a failure comes with the last row of a payment, and may be longer. */
export const longestPayment = { status: "completed" };

const settlementColumns = {
  settlement: ({ settlementId }: Settlement) => settlementId,
  status: ({ settlementStatus }: Settlement) => settlementStatus,
  amount: ({ amount }: Settlement) => amount,
  "asset type": ({ assetType }: Settlement) => assetType,
  confirmations: ({ confirmationCount }: Settlement) => `${confirmationCount}`,
  merchant: ({ merchantId }: Settlement) => merchantId,
  network: ({ network }: Settlement) => network,
  "blockchain reference": ({ blockchainReference }: Settlement) => blockchainReference ?? "",
  created: ({ createTime }: Settlement) => createTime ?? "",
};

const processColumns = {
  process: ({ processId }: Process) => processId,
  tier: ({ tier }: Process) => tier,
  state: ({ processState }: Process) => processState,
  version: ({ version }: Process) => version,
  host: ({ host }: Process) => host,
  started: ({ startTime }: Process) => startTime,
  "last report": ({ reportTime }: Process) => reportTime,
  "certificate ends": ({ certificateExpireTime }: Process) => certificateExpireTime,
};

/** `pda payments list`. @throws CommandError */
export function printPayments(config: Config, options: PaymentsOptions, out?: Print): Promise<void> {
  const { merchant, status, assetType, orderReference, device, from, to } = options;
  const filter = {
    ...(merchant ? { merchantId: merchant } : {}),
    ...(status ? { status } : {}),
    ...(assetType ? { assetType } : {}),
    ...(orderReference ? { orderReference } : {}),
    ...(device ? { deviceId: device } : {}),
    ...(from ? { fromTime: from } : {}),
    ...(to ? { toTime: to } : {}),
  };
  const ask = async (api: PdaClient, page: PageQuery): Promise<ListPage<Payment>> =>
    (await api.GET("/api/v1/payments", { params: { query: { ...filter, ...page } } })).data;
  const list = { columns: paymentColumns, longest: longestPayment, scope: "payments.read", ask };
  return showList(config, options, list, out);
}

/** `pda settlement list`. @throws CommandError */
export function printSettlements(config: Config, options: SettlementOptions, out?: Print): Promise<void> {
  const { merchant, payment, status, from, to } = options;
  const filter = {
    ...(merchant ? { merchantId: merchant } : {}),
    ...(payment ? { paymentId: payment } : {}),
    ...(status ? { settlementStatus: status } : {}),
    ...(from ? { fromTime: from } : {}),
    ...(to ? { toTime: to } : {}),
  };
  const ask = async (api: PdaClient, page: PageQuery): Promise<ListPage<Settlement>> =>
    (await api.GET("/api/v1/settlement", { params: { query: { ...filter, ...page } } })).data;
  const longest = { status: "finalized" };
  const list = { columns: settlementColumns, longest, scope: "settlement.read", ask };
  return showList(config, options, list, out);
}

/** `pda processes list`. @throws CommandError */
export function printProcesses(config: Config, options: ListOptions): Promise<void> {
  const ask = async (api: PdaClient, query: PageQuery): Promise<ListPage<Process>> =>
    (await api.GET("/api/v1/operator/processes", { params: { query } })).data;
  return showList(config, options, {
    columns: processColumns,
    scope: "operators.admin or tenants.read",
    ask,
  });
}

/** One kind of list. */
interface List<Item> {
  readonly columns: Readonly<Record<string, (item: Item) => string>>;
  /** Longest texts of columns that change while the list is watched, by head. */
  readonly longest?: Readonly<Record<string, string>>;
  /** Scope that the API key needs. */
  readonly scope?: string;
  /** Signs the calls of a wallet, in place of an API key. */
  readonly walletKey?: KeyObject;
  readonly ask: (api: PdaClient, page: PageQuery) => Promise<ListPage<Item>>;
}

/** Prints a list of the service. @throws CommandError */
export async function showList<Item>(
  config: Config,
  options: ListOptions,
  { columns, longest = {}, scope = "", walletKey, ask }: List<Item>,
  out: Print = console.log,
): Promise<void> {
  const baseUrl = baseUrlOf(config, options);
  const apiKey = walletKey ? "" : requiredApiKey(config, options, scope);
  await using api = createPdaClient({ baseUrl, apiKey, ...callOptionsOf(config, options, walletKey) });
  const { pageSize, pageToken } = options;
  const found = pages(async (page) => ({ data: await ask(api, { pageSize, ...page }) }), pageToken);
  try {
    if (options.watch)
      return await watchList(async () => (await ask(api, { pageSize })).items, {
        columns,
        longest,
        json: options.json === true,
        out,
      });
    await printList(options.all ? found : firstOf(found), { columns, json: options.json === true, out });
  } catch (error) {
    const purpose = walletKey ? { scope } : { scope, keyOrigin: keyOriginOf(config, options) };
    throw callFailure(error, baseUrl, purpose);
  }
}

/** Prints what is new or changed, until a signal ends the process. */
async function watchList<Item>(ask: () => Promise<readonly Item[]>, form: ListForm<Item>): Promise<void> {
  process.stderr.write("watching; end with Ctrl-C\n");
  const print = changePrinter(form);
  for await (const items of changes(ask)) print(items);
}

async function* firstOf<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const one of all) return yield one;
}
