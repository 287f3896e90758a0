import { AccountKind } from "../../../gen/ts/pda/payment/v1/ledger.ts";
import type { GetStatementRequest } from "../../../gen/ts/pda/payment/v1/ledger_service.ts";
import type { AssetType } from "../../domain/asset/asset-type.ts";
import { idOf } from "../../domain/identifier/identifier.ts";
import { accountOf, accountUuid, type AccountKind as DomainKind } from "../../domain/ledger/ledger.ts";
import {
  type AccountStatement,
  type EntryPosition,
  type Period,
  statementOf,
} from "../../domain/ledger/statement.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Readers } from "../../store/store.ts";
import { requireAssetType } from "../asset/asset-types.ts";
import { invalidPageToken, type PageSizes, pageRequest, pageToken } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { boundOf } from "../contract/time-range.ts";

/** A page of a statement, with its account and period. */
export interface StatementPage {
  readonly merchant: Merchant;
  readonly assetType: AssetType;
  /** Kind of the account: `merchant`, `clearing` or `settled`. */
  readonly kind: string;
  /** `acc_…`. */
  readonly accountId: string;
  readonly period: Period;
  readonly statement: AccountStatement;
  /** Starts at 1. */
  readonly pageNumber: number;
  readonly nextPageToken: string;
}

/** The accounts of a merchant. The contract allows no other account. */
const kinds = new Map<AccountKind, DomainKind>([
  [AccountKind.ACCOUNT_KIND_MERCHANT, "merchant"],
  [AccountKind.ACCOUNT_KIND_CLEARING, "clearing"],
  [AccountKind.ACCOUNT_KIND_SETTLED, "settled"],
]);

/** The start of a page: the end of the period as the first page fixed it, the entry before the page, and the page number. */
interface Place {
  readonly to: Date;
  readonly after: EntryPosition;
  readonly pageNumber: number;
}

/**
 * Reads a page of a statement.
 *
 * @param list the name of the list, which the page token is bound to
 * @throws Failure INVALID_ARGUMENT, NOT_FOUND, UNKNOWN_REFERENCE, INVALID_PAGE_TOKEN, NOT_YET (PERIOD_OPEN)
 */
export async function readStatement(
  read: Readers,
  request: GetStatementRequest,
  list: string,
  sizes?: PageSizes,
): Promise<StatementPage> {
  const kind = kinds.get(request.account) ?? "merchant";
  // The contract requires the field, but its type allows undefined.
  const from = boundOf("from_time", request.fromTime ?? { seconds: 0n, nanos: -1 });
  const given = request.toTime && boundOf("to_time", request.toTime);
  const { merchantId } = request;
  const period = { from: from.getTime(), to: given?.getTime() };
  const binding = { list, merchantId, kind, assetType: request.assetType, ...period };
  const { size, after } = pageRequest(request, binding, placeForm, sizes);
  const place = after === undefined ? undefined : placeOf(after);
  const merchant = requireFound(await read.merchants.get(merchantId));
  const assetType = await requireAssetType(read.assetTypes, request.assetType);
  const to = await closedEnd(read, from, given ?? place?.to);

  const account = accountOf(kind, merchantId, assetType.assetTypeId);
  const page = place ? { size, after: place.after } : { size };
  const statement = statementOf(await read.statements.read(account, { from, to }, page));
  const pageNumber = place?.pageNumber ?? 1;
  const last = statement.more ? statement.entries.at(-1) : undefined;
  return {
    merchant,
    assetType,
    kind,
    accountId: idOf("account", accountUuid(account)),
    period: { from, to },
    statement,
    pageNumber,
    nextPageToken: pageToken(last && textOf({ to, after: last, pageNumber: pageNumber + 1 }), binding),
  };
}

/**
 * Returns the end of the period, after which no entry of the period can be committed any more. This function must run before the entries
 * are read.
 *
 * @throws Failure NOT_YET when the period is not closed
 */
async function closedEnd(read: Readers, from: Date, asked: Date | undefined): Promise<Date> {
  const closed = await read.statements.closedBefore();
  const to = asked ?? closed;
  // A period of less than a millisecond has no entries, and so is closed when its end is.
  if (to <= closed && (asked || from < to)) return to;
  const waitMs = Math.max(to.getTime(), from.getTime() + 1) - closed.getTime();
  throw new Failure("PERIOD_OPEN", {
    message: `The ledger is closed up to ${closed.toISOString()}: movements of the period can still be committed.`,
    retryAfterSeconds: Math.min(Math.ceil(waitMs / 1000), 86_400),
  });
}

function textOf({ to, after, pageNumber }: Place): string {
  return [to.getTime(), after.createdAt.getTime(), after.transactionId, after.leg, pageNumber].join("/");
}

const placeForm = /^(-?\d{1,13})\/(-?\d{1,13})\/(txn_[0-7][0-9a-hjkmnp-tv-z]{25})\/(\d{1,4})\/(\d{1,9})$/;

/** @throws Failure INVALID_PAGE_TOKEN */
function placeOf(text: string): Place {
  const match = placeForm.exec(text);
  if (!match) throw invalidPageToken();
  const [, to, createdAt, transactionId = "", leg, pageNumber] = match;
  return {
    to: new Date(Number(to)),
    after: { createdAt: new Date(Number(createdAt)), transactionId, leg: Number(leg) },
    pageNumber: Number(pageNumber),
  };
}
