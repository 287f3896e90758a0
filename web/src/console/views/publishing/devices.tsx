// The devices of an asset: bound, and revoked when they are lost.
import { keyed } from "../../../intent.ts";
import { useActing } from "../../acting.ts";
import { api, queries, type Schemas } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { ButtonDialog } from "../../components/dialog.tsx";
import { Confirmed } from "../../components/confirmed.tsx";
import { Rows } from "../../components/rows.tsx";
import { Status, Time } from "../../components/values.tsx";
import { publishing } from "../../texts/publishing.ts";
import { fill } from "../../texts.ts";
import { BindDevice } from "./bind-device.tsx";

const names = publishing.devices;

interface DevicesProps {
  readonly publisherId: string;
  readonly assetId: string;
}

export function Devices({ publisherId, assetId }: DevicesProps) {
  const { may } = useActing();
  const path = { publisherId, assetId };
  const list = useList<Schemas["DeviceBinding"]>(["devices", assetId], (query) =>
    api().GET("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", { params: { path, query } }),
  );
  const changed = () => queries.invalidateQueries({ queryKey: ["devices", assetId] });
  return (
    <section>
      <div className="view-head">
        <h2>{names.title}</h2>
        {may("publishers.issue") && (
          <ButtonDialog label={names.bind} title={names.bind} onClosed={changed}>
            {() => <BindDevice publisherId={publisherId} assetId={assetId} />}
          </ButtonDialog>
        )}
      </div>
      <Rows
        label={names.title}
        list={list}
        keyOf={({ deviceId }) => deviceId}
        empty={names.none}
        columns={[
          {
            head: names.serial,
            cell: ({ serialNumber, deviceId }) => (
              <>
                {serialNumber} <code className="quiet">{deviceId}</code>
              </>
            ),
          },
          { head: names.kind, cell: ({ kind }) => names.kinds[kind] ?? kind },
          { head: names.until, cell: ({ notAfterTime }) => <Time at={notAfterTime} /> },
          {
            head: names.status,
            cell: ({ status, revokeReason }) => (
              <>
                <Status of={status} /> {revokeReason}
              </>
            ),
          },
          {
            head: names.actions,
            cell: ({ deviceId, serialNumber, status }) =>
              may("publishers.write") &&
              status === "active" && (
                <Confirmed
                  label={names.revoke}
                  title={fill(names.revokeTitle, { serial: serialNumber })}
                  text={names.revokeText}
                  busy={names.revoking}
                  done={names.revoked}
                  className="small danger"
                  reason={{ label: publishing.asset.reason }}
                  act={(reason, key) =>
                    api().POST(
                      "/api/v1/publishers/{publisherId}/assets/{assetId}/devices/{deviceId}/revoke",
                      {
                        params: { path: { ...path, deviceId }, ...keyed(key) },
                        body: reason.trim() === "" ? {} : { reason: reason.trim() },
                      },
                    )
                  }
                  onDone={changed}
                />
              ),
          },
        ]}
      />
    </section>
  );
}
