// The terms of a ticket, and how often it was redeemed.
import { useQuery } from "@tanstack/react-query";
import { api, type Schemas } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Rows } from "../../components/rows.tsx";
import { Time } from "../../components/values.tsx";
import { publishing } from "../../texts/publishing.ts";
import { fill } from "../../texts.ts";

const names = publishing.ticket;

export function TicketUses(path: { readonly publisherId: string; readonly assetId: string }) {
  const ticket = useQuery({
    queryKey: ["ticket", path.assetId],
    queryFn: async () =>
      (await api().GET("/api/v1/publishers/{publisherId}/assets/{assetId}/ticket", { params: { path } }))
        .data,
  });
  const list = useList<Schemas["TicketRedemption"]>(["redemptions", path.assetId], (query) =>
    api().GET("/api/v1/publishers/{publisherId}/assets/{assetId}/ticket/redemptions", {
      params: { path, query },
    }),
  );
  return (
    <section>
      <h2>{names.title}</h2>
      <ErrorNotice error={ticket.error} onRetry={ticket.refetch} />
      {ticket.data && <Terms ticket={ticket.data} />}
      <h3>{names.redemptions}</h3>
      <Rows
        label={names.redemptions}
        list={list}
        keyOf={({ redemptionId }) => redemptionId}
        empty={names.none}
        columns={[
          { head: names.number, cell: ({ useNumber }) => useNumber },
          {
            head: names.gate,
            cell: ({ gate, gateGroup }) => (gateGroup === undefined ? gate : `${gate} (${gateGroup})`),
          },
          { head: names.time, cell: ({ redeemTime }) => <Time at={redeemTime} /> },
          { head: names.by, cell: ({ redeemedBy }) => redeemedBy ?? names.operator },
        ]}
      />
    </section>
  );
}

function Terms({
  ticket: { terms, usedCount, usesLeft, lastRedeemTime },
}: {
  readonly ticket: Schemas["Ticket"];
}) {
  const { notBeforeTime, notAfterTime, gateGroups, redeemers } = terms;
  return (
    <dl className="facts panel">
      <dt>{names.used}</dt>
      <dd>{fill(names.usedOf, { used: String(usedCount), all: String(usedCount + usesLeft) })}</dd>
      <dt>{names.last}</dt>
      <dd>{lastRedeemTime === undefined ? names.never : <Time at={lastRedeemTime} />}</dd>
      <dt>{names.from}</dt>
      <dd>{notBeforeTime === undefined ? names.always : <Time at={notBeforeTime} />}</dd>
      <dt>{names.until}</dt>
      <dd>{notAfterTime === undefined ? names.always : <Time at={notAfterTime} />}</dd>
      <dt>{names.gates}</dt>
      <dd>{gateGroups.length === 0 ? names.anyGate : gateGroups.join(", ")}</dd>
      <dt>{names.redeemers}</dt>
      <dd>{redeemers.length === 0 ? names.onlyPublisher : redeemers.join(", ")}</dd>
    </dl>
  );
}
