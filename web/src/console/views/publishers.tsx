// The publishers of the service, for operators.
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { keyed } from "../../intent.ts";
import { useActing } from "../acting.ts";
import { api, type Schemas } from "../api/client.ts";
import { useList } from "../api/list.ts";
import { announce } from "../components/announce.ts";
import { ButtonDialog } from "../components/dialog.tsx";
import { NameForm } from "../components/name-form.tsx";
import { Rows } from "../components/rows.tsx";
import { Copyable, Status, Time } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { texts } from "../texts.ts";

const names = texts.publishers;

export function Publishers() {
  const { may } = useActing();
  const queries = useQueryClient();
  const list = useList<Schemas["Publisher"]>(["publishers"], (page) =>
    api().GET("/api/v1/publishers", { params: { query: page } }),
  );
  return (
    <View
      title={names.title}
      actions={
        may("publishers.admin") && (
          <ButtonDialog label={names.create} title={names.create} className="main">
            {(close) => (
              <NameForm
                label={names.name}
                button={names.createButton}
                busy={names.creating}
                create={(name, key) =>
                  api().POST("/api/v1/publishers", { params: keyed(key), body: { name } })
                }
                onCreated={async () => {
                  announce(names.createdNow);
                  await queries.invalidateQueries({ queryKey: ["publishers"] });
                  close();
                }}
              />
            )}
          </ButtonDialog>
        )
      }
    >
      <Rows
        label={names.title}
        list={list}
        keyOf={({ publisherId }) => publisherId}
        columns={[
          {
            head: names.name,
            cell: ({ publisherId, name }) => (
              <Link to="/publishers/$publisherId" params={{ publisherId }}>
                {name}
              </Link>
            ),
          },
          {
            head: texts.kinds.publisher,
            cell: ({ publisherId }) => <Copyable text={publisherId} label={texts.kinds.publisher} />,
          },
          { head: texts.merchants.status, cell: ({ status }) => <Status of={status} /> },
          { head: texts.merchants.created, cell: ({ createTime }) => <Time at={createTime} /> },
        ]}
      />
    </View>
  );
}
