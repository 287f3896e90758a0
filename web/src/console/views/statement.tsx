// A statement of one account of a merchant: its period is part of the address.
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useActing } from "../acting.ts";
import { queries, type Schemas, serviceNow } from "../api/client.ts";
import { downloadStatement, type Period, statementPage } from "../api/statement.ts";
import { Choice, Form, TextInput } from "../components/fields.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { Rows } from "../components/rows.tsx";
import { Amount, Time } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { dayAfter, dayOf, startOfDay } from "../days.ts";
import { texts, word } from "../texts.ts";
import { accountTexts } from "../texts/accounts.ts";

const route = getRouteApi("/balances/$assetType");
const ACCOUNTS = ["merchant", "clearing", "settled"] as const;
type Account = (typeof ACCOUNTS)[number];
const names = texts.statement;

export function StatementView() {
  const { merchantId } = useActing();
  const { assetType } = route.useParams();
  return (
    <View title={`${names.title} ${assetType}`}>
      {merchantId === undefined ? (
        <p className="notice">{texts.payments.noMerchant}</p>
      ) : (
        <OfMerchant merchantId={merchantId} assetType={assetType} />
      )}
    </View>
  );
}

/** The days of the address. Without any, the last 30 days, as far as the ledger is closed. */
function usePeriod(merchantId: string, assetType: string) {
  const given = route.useSearch();
  const [monthAgo] = useState(() => dayOf(new Date(Date.now() - 30 * 86_400_000)));
  const from = given.from ?? monthAgo;
  const account = ACCOUNTS.find((each) => each === given.account) ?? "merchant";
  const fromTime = startOfDay(from) ?? new Date(0).toISOString();
  const end = dayAfter(given.to);
  // A day that is not over has no statement yet; without an end, the service gives everything that is certain by now.
  const toTime = end === undefined || Date.parse(end) > serviceNow() ? undefined : end;
  const period: Period = { merchantId, assetType, account, fromTime, toTime };
  return { period, from, to: given.to ?? "", account };
}

interface OfMerchantProps {
  readonly merchantId: string;
  readonly assetType: string;
}

function OfMerchant({ merchantId, assetType }: OfMerchantProps) {
  const { period, from, to, account } = usePeriod(merchantId, assetType);
  const pages = useInfiniteQuery({
    queryKey: ["statement", period],
    initialPageParam: "",
    queryFn: ({ pageParam }) => statementPage(period, pageParam),
    getNextPageParam: ({ nextPageToken }) => (nextPageToken === "" ? undefined : nextPageToken),
  });
  const first = pages.data?.pages[0];
  return (
    <>
      <PeriodForm key={`${from} ${to} ${account}`} assetType={assetType} given={{ from, to, account }} />
      {first && <Totals of={first} />}
      {first && <Downloads period={{ ...period, toTime: first.toTime }} />}
      <h2>{names.entries}</h2>
      <Rows
        label={names.entries}
        list={pages}
        keyOf={({ transactionId, direction, counterAccount }: Schemas["StatementEntry"]) =>
          `${transactionId} ${direction} ${counterAccount}`
        }
        columns={[
          { head: names.time, cell: ({ createTime }) => <Time at={createTime} /> },
          { head: names.kind, cell: (entry) => <Kind of={entry} /> },
          { head: names.order, cell: ({ orderReference = "" }) => <bdi>{orderReference}</bdi> },
          {
            head: texts.payments.amount,
            number: true,
            cell: ({ amount }) => <Amount amount={amount} assetType={assetType} />,
          },
          {
            head: names.balance,
            number: true,
            cell: ({ balance }) => <Amount amount={balance} assetType={assetType} />,
          },
        ]}
      />
    </>
  );
}

/** What an entry is, as a link to what it is about where the reader may see that. */
function Kind({
  of: { direction, kind, paymentId, settlementId },
}: {
  readonly of: Schemas["StatementEntry"];
}) {
  const { may } = useActing();
  const text = `${word(direction)}: ${word(kind)}`;
  if (paymentId !== undefined && may("payments.read"))
    return (
      <Link to="/payments/$paymentId" params={{ paymentId }}>
        {text}
      </Link>
    );
  if (settlementId !== undefined && may("settlement.read"))
    return (
      <Link to="/settlements/$settlementId" params={{ settlementId }}>
        {text}
      </Link>
    );
  return text;
}

interface PeriodFormProps {
  readonly assetType: string;
  readonly given: { readonly from: string; readonly to: string; readonly account: Account };
}

function PeriodForm({ assetType, given }: PeriodFormProps) {
  const navigate = useNavigate();
  const [chosen, choose] = useState(given);
  const isSame = chosen.from === given.from && chosen.to === given.to && chosen.account === given.account;
  const [isChecked, setChecked] = useState(false);
  const show = async () => {
    setChecked(true);
    if (chosen.from === "") return;
    await navigate({
      to: "/balances/$assetType",
      params: { assetType },
      search: (before) => ({ ...before, ...chosen, to: chosen.to === "" ? undefined : chosen.to }),
    });
    // The same period again: it may have more by now.
    if (isSame) await queries.invalidateQueries({ queryKey: ["statement"] });
  };
  return (
    <Form className="filters panel" label={names.show} onSubmit={() => void show()}>
      <Choice
        label={names.account}
        value={chosen.account}
        onChange={(account) =>
          choose({ ...chosen, account: ACCOUNTS.find((each) => each === account) ?? "merchant" })
        }
        options={ACCOUNTS.map((value) => ({ value, text: accountTexts.choices[value] }))}
      />
      <TextInput
        label={names.from}
        type="date"
        value={chosen.from}
        onChange={(from) => choose({ ...chosen, from })}
        required
        error={isChecked && chosen.from === "" ? names.fromMissing : undefined}
      />
      <TextInput
        label={names.to}
        type="date"
        value={chosen.to}
        onChange={(to) => choose({ ...chosen, to })}
      />
      <Button type="submit" className="main">
        {names.show}
      </Button>
      <p className="quiet">
        {accountTexts.explained[chosen.account]} {names.note}
      </p>
    </Form>
  );
}

function Totals({ of }: { readonly of: Schemas["Statement"] }) {
  const rows = [
    [names.opening, of.openingBalance],
    [names.credits, of.credits],
    [names.debits, of.debits],
    [names.closing, of.closingBalance],
  ] as const;
  return (
    <dl className="facts panel">
      {rows.map(([name, amount]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>
            <Amount amount={amount} assetType={of.assetType} />
          </dd>
        </div>
      ))}
      <dt>{names.from}</dt>
      <dd>
        <Time at={of.fromTime} />
      </dd>
      <dt>{names.to}</dt>
      <dd>
        <Time at={of.toTime} />
      </dd>
    </dl>
  );
}

function Downloads({ period }: { readonly period: Period }) {
  const download = useMutation({ mutationFn: (format: "csv" | "camt") => downloadStatement(period, format) });
  return (
    <>
      <ErrorNotice error={download.error} />
      <p className="actions">
        <Button isDisabled={download.isPending} onPress={() => download.mutate("csv")}>
          {names.csv}
        </Button>
        <Button isDisabled={download.isPending} onPress={() => download.mutate("camt")}>
          {names.camt}
        </Button>
      </p>
    </>
  );
}
