// The processes of the installation, as they have reported themselves.
import { api, type Schemas } from "../../api/client.ts";
import { expiryOf } from "../../api/expiry.ts";
import { useList } from "../../api/list.ts";
import { Rows } from "../../components/rows.tsx";
import { Status, Time } from "../../components/values.tsx";
import { fill } from "../../texts.ts";
import { operation } from "../../texts/operation.ts";

type Process = Schemas["Process"];

const names = operation.processes;
const REFRESH_MS = 15_000;
/** As the alarm CertificateExpiresSoon has it. */
const WARNED_DAYS = 10;

export function Processes() {
  const list = useList<Process>(
    ["processes"],
    (page) => api().GET("/api/v1/operator/processes", { params: { query: page } }),
    { everyMs: REFRESH_MS },
  );
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  // Certificates end by real time, which the clock of a sandbox may be ahead of. A running process has just reported by it.
  const now = Math.max(...all.map(({ reportTime }) => Date.parse(reportTime)));
  const versions = [
    ...new Set(all.filter(({ processState }) => processState === "running").map(({ version }) => version)),
  ].sort();
  return (
    <section className="panel">
      <h2>{names.title}</h2>
      <p>{names.note}</p>
      {versions.length > 1 && (
        <p className="notice" data-versions={versions.length}>
          {fill(names.versionsDiffer, { versions: versions.join(", ") })}
        </p>
      )}
      <Rows
        label={names.title}
        list={list}
        keyOf={({ processId }) => processId}
        columns={[
          { head: names.tier, cell: TierAndHost },
          { head: names.version, cell: ({ version }) => version },
          { head: names.started, cell: ({ startTime }) => <Time at={startTime} /> },
          { head: names.reported, cell: ({ reportTime }) => <Time at={reportTime} /> },
          {
            head: names.state,
            cell: ({ processState }) => (
              <Status of={processState} text={names.states[processState] ?? processState} />
            ),
          },
          { head: names.certificate, cell: (each) => <CertificateEnd of={each} now={now} /> },
        ]}
      />
    </section>
  );
}

const TierAndHost = ({ tier, host }: Process) => (
  <>
    {names.tiers[tier] ?? tier} <span className="quiet">{host}</span>
  </>
);

function CertificateEnd({ of, now }: { readonly of: Process; readonly now: number }) {
  const { certificateExpireTime, processState } = of;
  const expiry = expiryOf(certificateExpireTime, now, WARNED_DAYS);
  return (
    <>
      <Time at={certificateExpireTime} /> {/* The certificate of a process that is gone hurts nobody. */}
      {processState === "running" && expiry.is !== "fine" && (
        <a href="/docs/runbooks/certificate-expires-soon" data-expiry={expiry.is}>
          {expiry.is === "soon" ? fill(names.endsSoon, { days: String(expiry.days) }) : names.hasEnded}
        </a>
      )}
    </>
  );
}
