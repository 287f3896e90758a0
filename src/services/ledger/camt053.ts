import { createHash } from "node:crypto";
import { formatAmount } from "../../domain/amount/amount.ts";
import type { StatementEntry } from "../../domain/ledger/statement.ts";
import { Failure } from "../../rpc/failure.ts";
import type { StatementPage } from "./read-statement.ts";
import { type Element, xml } from "./xml.ts";

const namespace = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08";
/** ISO 4217: no currency is involved. An asset type is not a currency, even if its code looks like one. */
const noCurrency = "XXX";
/** Limits of ActiveOrHistoricCurrencyAndAmount: the fraction digits, and the digits in total. */
const fractionDigitsMax = 5;
const digitsMax = 18;
/** Max35Text. */
const identifierMax = 35;

/** The service that writes the statement, and the time of writing. */
export interface Servicer {
  /** Name of the service, e.g. its host. */
  readonly name: string;
  readonly createdAt: Date;
}

/**
 * Returns a page of a statement as ISO 20022 BankToCustomerStatement, camt.053.001.08. Each page has its own opening and closing balance. A
 * balance inside the period is marked as intermediate (`INTM`).
 *
 * @throws Failure AMOUNT_NOT_ALLOWED (AMOUNT_NOT_EXPRESSIBLE) when the format cannot hold an amount; amounts are never rounded
 */
export function camt053(page: StatementPage, servicer: Servicer): string {
  const { statement, pageNumber } = page;
  const statementId = digest(`${page.accountId}|${page.period.from.getTime()}|${page.period.to.getTime()}`);
  const created = servicer.createdAt.toISOString();
  const pagination: readonly Element[] = [
    ["PgNb", String(pageNumber)],
    ["LastPgInd", String(!statement.more)],
  ];
  return xml([
    "Document",
    [
      [
        "BkToCstmrStmt",
        [
          [
            "GrpHdr",
            [
              ["MsgId", digest([statementId, pageNumber, ...statement.entries.map(identityOf)].join("|"))],
              ["CreDtTm", created],
              ["MsgPgntn", pagination],
            ],
          ],
          [
            "Stmt",
            [
              ["Id", statementId],
              ["StmtPgntn", pagination],
              ["CreDtTm", created],
              [
                "FrToDt",
                [
                  ["FrDtTm", page.period.from.toISOString()],
                  ["ToDtTm", page.period.to.toISOString()],
                ],
              ],
              account(page, servicer),
              ...balances(page),
              totals(page),
              ...statement.entries.map((entry) => entryElement(entry, page)),
            ],
          ],
        ],
      ],
    ],
    { xmlns: namespace },
  ]);
}

function account({ accountId, kind, assetType, merchant }: StatementPage, servicer: Servicer): Element {
  return [
    "Acct",
    [
      [
        "Id",
        [
          [
            "Othr",
            [
              ["Id", accountId],
              ["SchmeNm", [["Prtry", "PDA ledger account"]]],
            ],
          ],
        ],
      ],
      ["Tp", [["Prtry", kind]]],
      ["Ccy", noCurrency],
      ["Nm", text(`${assetType.code} ${assetType.name}`, 70)],
      [
        "Ownr",
        [
          ["Nm", text(merchant.name, 140)],
          ["Id", [["OrgId", [["Othr", [["Id", merchant.merchantId]]]]]]],
        ],
      ],
      ["Svcr", [["FinInstnId", [["Nm", text(servicer.name, 140)]]]]],
    ],
  ];
}

function balances(page: StatementPage): Element[] {
  const { statement, period, pageNumber } = page;
  const firstTime = statement.entries[0]?.createdAt ?? period.from;
  const lastTime = statement.entries.at(-1)?.createdAt ?? period.to;
  const first = pageNumber === 1;
  return [
    balance("OPBD", statement.pageOpening, first ? period.from : firstTime, !first, page),
    balance("CLBD", statement.pageClosing, statement.more ? lastTime : period.to, statement.more, page),
  ];
}

function balance(code: string, minor: bigint, at: Date, intermediate: boolean, page: StatementPage): Element {
  return [
    "Bal",
    [
      ["Tp", [["CdOrPrtry", [["Cd", code]]], intermediate ? ["SubTp", [["Cd", "INTM"]]] : undefined]],
      ...amountAndSide(minor, page),
      ["Dt", [["DtTm", at.toISOString()]]],
    ],
  ];
}

/** Returns the totals of the entries in this file. */
function totals(page: StatementPage): Element {
  const { entries } = page.statement;
  const credits = entries.filter(({ amount }) => amount > 0n);
  const debits = entries.filter(({ amount }) => amount < 0n);
  const of = (name: string, some: readonly StatementEntry[]): Element => [
    name,
    [
      ["NbOfNtries", String(some.length)],
      [
        "Sum",
        expressible(
          some.reduce((sum, { amount }) => sum + (amount < 0n ? -amount : amount), 0n),
          page,
        ),
      ],
    ],
  ];
  return ["TxsSummry", [of("TtlNtries", entries), of("TtlCdtNtries", credits), of("TtlDbtNtries", debits)]];
}

function entryElement(entry: StatementEntry, page: StatementPage): Element {
  const { transactionId, leg, kind, amount, createdAt, orderReference } = entry;
  const endToEnd = orderReference !== undefined && [...orderReference].length <= identifierMax;
  const booked: readonly Element[] = [["DtTm", createdAt.toISOString()]];
  const references = (["paymentId", "refundId", "settlementId"] as const).flatMap((name): Element[] => {
    const reference = entry[name];
    return reference
      ? [
          [
            "Prtry",
            [
              ["Tp", name],
              ["Ref", reference],
            ],
          ],
        ]
      : [];
  });
  return [
    "Ntry",
    [
      ["NtryRef", `${transactionId}-${leg}`],
      ...amountAndSide(amount, page),
      ["Sts", [["Cd", "BOOK"]]],
      ["BookgDt", booked],
      ["ValDt", booked],
      ["AcctSvcrRef", transactionId],
      [
        "BkTxCd",
        [
          [
            "Domn",
            [
              ["Cd", "PMNT"],
              [
                "Fmly",
                [
                  ["Cd", amount < 0n ? "ICDT" : "RCDT"],
                  ["SubFmlyCd", "OTHR"],
                ],
              ],
            ],
          ],
          ["Prtry", [["Cd", kind]]],
        ],
      ],
      [
        "NtryDtls",
        [
          [
            "TxDtls",
            [
              [
                "Refs",
                [
                  ["AcctSvcrRef", transactionId],
                  endToEnd ? ["EndToEndId", orderReference] : undefined,
                  ...references,
                ],
              ],
              ...amountAndSide(amount, page),
              remittance(entry),
            ],
          ],
        ],
      ],
    ],
  ];
}

/** Returns the remittance information: the creditor reference (ISO 11649) and the merchant's own reference. */
function remittance({ paymentReference, orderReference }: StatementEntry): Element | undefined {
  if (paymentReference === undefined && orderReference === undefined) return undefined;
  const type: Element = [
    "Tp",
    [
      ["CdOrPrtry", [["Cd", "SCOR"]]],
      ["Issr", "ISO"],
    ],
  ];
  const structured: readonly (Element | undefined)[] = [
    paymentReference === undefined ? undefined : ["CdtrRefInf", [type, ["Ref", paymentReference]]],
    orderReference === undefined ? undefined : ["AddtlRmtInf", text(orderReference, 140)],
  ];
  return ["RmtInf", [["Strd", structured]]];
}

function amountAndSide(minor: bigint, page: StatementPage): Element[] {
  const debit = minor < 0n;
  return [
    ["Amt", expressible(debit ? -minor : minor, page), { Ccy: noCurrency }],
    ["CdtDbtInd", debit ? "DBIT" : "CRDT"],
  ];
}

function expressible(minor: bigint, { assetType }: StatementPage): string {
  const written = formatAmount(minor, assetType.decimals);
  const [whole = "", fraction = ""] = written.split(".");
  // A leading zero does not count as a digit.
  const digits = (whole === "0" ? 0 : whole.length) + fraction.length;
  if (fraction.length <= fractionDigitsMax && digits <= digitsMax) return written;
  throw new Failure("AMOUNT_NOT_EXPRESSIBLE", {
    message: `camt.053 cannot hold ${written}: amounts have at most ${fractionDigitsMax} fraction digits and ${digitsMax} digits in total. Amounts are never rounded; get the statement as JSON or CSV instead.`,
  });
}

/** Cuts a text to `max` characters. An ISO 20022 text must not be empty, so an empty text becomes "-". */
function text(given: string, max: number): string {
  return [...given].slice(0, max).join("") || "-";
}

/**
 * Returns an identifier of 32 characters (the limit is 35). It is always the same for the same name, so that the receiver can recognise a
 * duplicate file.
 */
/** Pages of another size have the same numbers and other entries, so the name of a file comes from its entries, too. */
const identityOf = ({ transactionId, leg }: StatementEntry): string => `${transactionId} ${leg}`;

function digest(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 32);
}
