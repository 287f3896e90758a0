// API keys: listed, made with a role, rotated and revoked. A secret is shown once, and kept nowhere.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useIntent } from "../../intent.ts";
import { useActing } from "../acting.ts";
import { type ApiKey, type Keys as OwnKeys, keysOf } from "../api/keys.ts";
import { useList } from "../api/list.ts";
import { announce } from "../components/announce.ts";
import { Confirm } from "../components/confirm.tsx";
import { ButtonDialog } from "../components/dialog.tsx";
import { ErrorNotice } from "../components/error-notice.tsx";
import { Form, TextInput } from "../components/fields.tsx";
import { RoleChoice } from "../components/role-choice.tsx";
import { Rows } from "../components/rows.tsx";
import { Secret } from "../components/secret.tsx";
import { Status, Time } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { fill, texts } from "../texts.ts";

const names = texts.keys;

export function Keys() {
  const acting = useActing();
  const keys = keysOf(acting);
  const isOfOperator = keys?.owner === "operator";
  const isReadable = keys && (!isOfOperator || acting.may("operators.admin"));
  return isReadable ? (
    <List keys={keys} isOfOperator={isOfOperator} />
  ) : (
    <View title={names.title}>
      <p className="notice">{texts.payments.noMerchant}</p>
    </View>
  );
}

function List({ keys, isOfOperator }: { readonly keys: OwnKeys; readonly isOfOperator: boolean }) {
  const { may } = useActing();
  const queries = useQueryClient();
  const list = useList<ApiKey>(["keys", keys.owner], (page) => keys.list(page));
  const changed = () => queries.resetQueries({ queryKey: ["keys", keys.owner] });
  const writes = may(...keys.writers);
  return (
    <View
      title={names.title}
      actions={
        writes && (
          <ButtonDialog label={names.create} title={names.create} className="main" onClosed={changed}>
            {() => <Creation keys={keys} />}
          </ButtonDialog>
        )
      }
    >
      {isOfOperator && <p className="quiet">{names.operatorNote}</p>}
      <Rows
        label={names.title}
        list={list}
        keyOf={({ apiKeyId }) => apiKeyId}
        columns={[
          {
            head: names.name,
            cell: ({ name, apiKeyId }) => (
              <>
                {name} <code className="quiet">{apiKeyId}</code>
              </>
            ),
          },
          {
            head: names.role,
            cell: ({ role, scopes }) => role ?? fill(names.scopesOf, { count: String(scopes.length) }),
          },
          { head: names.status, cell: ({ status }) => <Status of={status} /> },
          {
            head: names.lastUse,
            cell: ({ lastUseTime }) => (lastUseTime === undefined ? names.never : <Time at={lastUseTime} />),
          },
          {
            head: names.actions,
            cell: (apiKey) =>
              writes && apiKey.status === "active" && <Actions keys={keys} of={apiKey} onChanged={changed} />,
          },
        ]}
      />
    </View>
  );
}

function Creation({ keys }: { readonly keys: OwnKeys }) {
  const [name, setName] = useState("");
  const [role, setRole] = useState("");
  const [isChecked, setChecked] = useState(false);
  const create = useIntent((body: { name: string; role: string }, key) => keys.create(body, key));
  if (create.data) return <Secret label={names.secret} note={names.secretNote} secret={create.data.secret} />;
  const submit = () => {
    setChecked(true);
    if (name.trim() !== "" && role !== "") create.start({ name: name.trim(), role });
  };
  return (
    <Form className="form" onSubmit={submit}>
      <TextInput
        label={names.name}
        value={name}
        onChange={setName}
        maxLength={100}
        required
        error={isChecked && name.trim() === "" ? names.nameWrong : undefined}
      />
      <RoleChoice roles={keys.roles} value={role} onChange={setRole} isChecked={isChecked} />
      <ErrorNotice error={create.error} />
      <Button type="submit" className="main" isDisabled={create.isPending}>
        {create.isPending ? names.creating : names.createButton}
      </Button>
    </Form>
  );
}

interface ActionsProps {
  readonly keys: OwnKeys;
  readonly of: ApiKey;
  readonly onChanged: () => unknown;
}

function Actions({ keys, of: { apiKeyId, name }, onChanged }: ActionsProps) {
  return (
    <span className="actions">
      {/* The list is read again only after the secret was seen, because a new list would take the dialog away. */}
      <ButtonDialog
        label={names.rotate}
        title={fill(names.rotateTitle, { name })}
        className="small"
        onClosed={onChanged}
      >
        {() => <Rotation keys={keys} apiKeyId={apiKeyId} />}
      </ButtonDialog>
      <Confirm
        label={names.revoke}
        title={fill(names.revokeTitle, { name })}
        text={names.revokeText}
        busy={names.revoking}
        className="small danger"
        act={(key) => keys.revoke(apiKeyId, key)}
        onDone={() => {
          announce(names.revoked);
          return onChanged();
        }}
      />
    </span>
  );
}

interface ChangeProps {
  readonly keys: OwnKeys;
  readonly apiKeyId: string;
}

function Rotation({ keys, apiKeyId }: ChangeProps) {
  const rotate = useIntent((id: string, key) => keys.rotate(id, key));
  if (rotate.data) return <Secret label={names.secret} note={names.secretNote} secret={rotate.data.secret} />;
  return (
    <>
      <p>{names.rotateText}</p>
      <ErrorNotice error={rotate.error} />
      <Button className="main" isDisabled={rotate.isPending} onPress={() => rotate.start(apiKeyId)}>
        {rotate.isPending ? names.rotating : names.rotate}
      </Button>
    </>
  );
}
