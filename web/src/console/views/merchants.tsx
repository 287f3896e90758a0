// The merchants of the service, for operators.
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "react-aria-components";
import { keyed } from "../../intent.ts";
import { useActing } from "../acting.ts";
import { api, type Schemas } from "../api/client.ts";
import { useList } from "../api/list.ts";
import { announce } from "../components/announce.ts";
import { ButtonDialog } from "../components/dialog.tsx";
import { Form, TextInput } from "../components/fields.tsx";
import { NameForm } from "../components/name-form.tsx";
import { Rows } from "../components/rows.tsx";
import { Status, Time } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { texts } from "../texts.ts";

const route = getRouteApi("/merchants");
const names = texts.merchants;

export function Merchants() {
  const { may } = useActing();
  const { namePrefix } = route.useSearch();
  const queries = useQueryClient();
  const list = useList<Schemas["Merchant"]>(["merchants", "list", namePrefix], (page) =>
    api().GET("/api/v1/merchants", { params: { query: { namePrefix, ...page } } }),
  );
  const created = () => {
    announce(names.createdNow);
    return queries.invalidateQueries({ queryKey: ["merchants"] });
  };
  return (
    <View
      title={names.title}
      actions={
        may("merchants.admin") && (
          <ButtonDialog label={names.create} title={names.create} className="main">
            {(close) => (
              <NameForm
                label={names.name}
                button={names.createButton}
                busy={names.creating}
                create={(name, key) =>
                  api().POST("/api/v1/merchants", { params: keyed(key), body: { name } })
                }
                onCreated={async () => {
                  await created();
                  close();
                }}
              />
            )}
          </ButtonDialog>
        )
      }
    >
      <Search key={namePrefix} given={namePrefix ?? ""} />
      <Rows
        label={names.title}
        list={list}
        keyOf={({ merchantId }) => merchantId}
        empty={namePrefix === undefined ? texts.none : texts.noneFound}
        columns={[
          { head: names.name, cell: ({ name }) => name },
          { head: names.status, cell: ({ status }) => <Status of={status} /> },
          { head: names.created, cell: ({ createTime }) => <Time at={createTime} /> },
          {
            head: names.act,
            cell: ({ merchantId, name }) => (
              <Link to="/payments" search={{ merchant: merchantId }} aria-label={`${names.act} ${name}`}>
                {names.act}
              </Link>
            ),
          },
        ]}
      />
    </View>
  );
}

function Search({ given }: { readonly given: string }) {
  const [text, setText] = useState(given);
  const navigate = useNavigate();
  return (
    <Form
      className="filters panel"
      label={names.search}
      onSubmit={() =>
        void navigate({
          to: "/merchants",
          search: (before) => ({ ...before, namePrefix: text.trim() === "" ? undefined : text.trim() }),
        })
      }
    >
      <TextInput label={names.search} type="search" value={text} onChange={setText} maxLength={100} />
      <Button type="submit">{texts.payments.apply}</Button>
    </Form>
  );
}
