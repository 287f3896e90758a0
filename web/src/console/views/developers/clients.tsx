// OAuth clients: listed, registered with a key that the browser makes, rotated and revoked. A private key is shown once, and kept nowhere.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "react-aria-components";
import { useIntent } from "../../../intent.ts";
import { useActing } from "../../acting.ts";
import { type Client, type Clients as OwnClients, clientsOf } from "../../api/clients.ts";
import { type NewKeyPair, newKeyPair } from "../../api/key-pair.ts";
import { useList } from "../../api/list.ts";
import { announce } from "../../components/announce.ts";
import { ButtonDialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, TextInput } from "../../components/fields.tsx";
import { RoleChoice } from "../../components/role-choice.tsx";
import { Rows } from "../../components/rows.tsx";
import { Copyable, Status, Time } from "../../components/values.tsx";
import { View } from "../../components/view.tsx";
import { useIssuer } from "../../session/use-issuer.ts";
import { fill, texts } from "../../texts.ts";
import { developers } from "../../texts/developers.ts";

const names = developers.clients;

export function Clients() {
  const acting = useActing();
  const clients = clientsOf(acting);
  const isReadable = clients && (clients.owner !== "operator" || acting.may("operators.admin"));
  return isReadable ? (
    <List clients={clients} />
  ) : (
    <View title={names.title}>
      <p className="notice">{texts.payments.noMerchant}</p>
    </View>
  );
}

function List({ clients }: { readonly clients: OwnClients }) {
  const { may } = useActing();
  const queries = useQueryClient();
  const list = useList<Client>(["clients", clients.owner], (page) => clients.list(page));
  const changed = () => queries.resetQueries({ queryKey: ["clients", clients.owner] });
  const writes = may(...clients.writers);
  const issuer = useIssuer();
  return (
    <View
      title={names.title}
      actions={
        writes && (
          <ButtonDialog label={names.create} title={names.create} className="main" onClosed={changed}>
            {() => <Registration clients={clients} />}
          </ButtonDialog>
        )
      }
    >
      <p className="quiet">{names.note}</p>
      {issuer === null && (
        <p>
          {names.people} <a href="/oauth/account">{names.peopleLink}</a>
        </p>
      )}
      <Rows
        label={names.title}
        list={list}
        keyOf={({ publicKeyId }) => publicKeyId}
        columns={[
          {
            head: names.one,
            cell: ({ name, publicKeyId }) => (
              <>
                {name} <code className="quiet">{publicKeyId}</code>
              </>
            ),
          },
          {
            head: names.role,
            cell: ({ role, scopes }) => role ?? fill(texts.keys.scopesOf, { count: String(scopes.length) }),
          },
          { head: names.status, cell: ({ status }) => <Status of={status} /> },
          {
            head: names.lastUse,
            cell: ({ lastUseTime }) => (lastUseTime === undefined ? names.never : <Time at={lastUseTime} />),
          },
          {
            head: names.actions,
            cell: (client) =>
              writes &&
              client.status === "active" && <Actions clients={clients} of={client} onChanged={changed} />,
          },
        ]}
      />
    </View>
  );
}

/** Returns the key of one intent: the same key again while its proof lasts, so that a repeat is the same request. */
function useKeyPair(owner: string): () => Promise<NewKeyPair> {
  const made = useRef<Promise<NewKeyPair>>(undefined);
  return async () => {
    made.current ??= newKeyPair(owner, location.origin);
    if ((await made.current).proofEnds <= Date.now() / 1000)
      made.current = newKeyPair(owner, location.origin);
    return made.current;
  };
}

function Registration({ clients }: { readonly clients: OwnClients }) {
  const [name, setName] = useState("");
  const [role, setRole] = useState("");
  const [isChecked, setChecked] = useState(false);
  const [pair, setPair] = useState<NewKeyPair>();
  const keyPair = useKeyPair(clients.owner);
  const register = useIntent((body: { name: string; role: string; publicKey: string; proof: string }, key) =>
    clients.register(body, key),
  );
  if (register.data && pair) return <PrivateKey of={register.data} pair={pair} />;
  const submit = async () => {
    setChecked(true);
    if (name.trim() === "" || role === "") return;
    const made = await keyPair();
    setPair(made);
    register.start({ name: name.trim(), role, publicKey: made.publicKey, proof: made.proof });
  };
  return (
    <Form className="form" onSubmit={() => void submit()}>
      <TextInput
        label={names.name}
        value={name}
        onChange={setName}
        maxLength={100}
        required
        error={isChecked && name.trim() === "" ? texts.keys.nameWrong : undefined}
      />
      <RoleChoice roles={clients.roles} value={role} onChange={setRole} isChecked={isChecked} />
      <p className="quiet">
        {names.keyNote} <a href="/docs/reference/authentication">{names.keyGuide}</a>
      </p>
      <ErrorNotice error={register.error} />
      <Button type="submit" className="main" isDisabled={register.isPending}>
        {register.isPending ? names.creating : names.createButton}
      </Button>
    </Form>
  );
}

function PrivateKey({ of: { publicKeyId }, pair }: { readonly of: Client; readonly pair: NewKeyPair }) {
  return (
    <div className="notice good" role="status">
      <p>
        <strong>{names.privateKey}</strong>
      </p>
      <div className="secret">
        <Copyable text={pair.privateKey} label={names.privateKey} />
      </div>
      <p>
        {names.identifier} <Copyable text={publicKeyId} label={names.identifier} />
      </p>
      <p>{names.privateKeyNote}</p>
    </div>
  );
}

interface ActionsProps {
  readonly clients: OwnClients;
  readonly of: Client;
  readonly onChanged: () => unknown;
}

function Actions({ clients, of: client, onChanged }: ActionsProps) {
  const { name } = client;
  return (
    <span className="actions">
      {/* The list is read again only after the key was seen, because a new list would take the dialog away. */}
      <ButtonDialog
        label={names.rotate}
        title={fill(names.rotateTitle, { name })}
        className="small"
        onClosed={onChanged}
      >
        {() => <Rotation clients={clients} of={client} />}
      </ButtonDialog>
      <ButtonDialog label={names.revoke} title={fill(names.revokeTitle, { name })} className="small danger">
        {(close) => (
          <Revocation
            clients={clients}
            of={client}
            onDone={() => {
              announce(names.revoked);
              close();
              return onChanged();
            }}
          />
        )}
      </ButtonDialog>
    </span>
  );
}

interface ChangeProps {
  readonly clients: OwnClients;
  readonly of: Client;
}

function Rotation({ clients, of: { publicKeyId } }: ChangeProps) {
  const [pair, setPair] = useState<NewKeyPair>();
  const keyPair = useKeyPair(clients.owner);
  const rotate = useIntent((body: { publicKey: string; proof: string }, key) =>
    clients.rotate(publicKeyId, body, key),
  );
  if (rotate.data && pair) return <PrivateKey of={rotate.data} pair={pair} />;
  const start = async () => {
    const made = await keyPair();
    setPair(made);
    rotate.start({ publicKey: made.publicKey, proof: made.proof });
  };
  return (
    <>
      <p>{names.rotateText}</p>
      <ErrorNotice error={rotate.error} />
      <Button className="main" isDisabled={rotate.isPending} onPress={() => void start()}>
        {rotate.isPending ? names.rotating : names.rotate}
      </Button>
    </>
  );
}

function Revocation({ clients, of, onDone }: ChangeProps & { readonly onDone: () => unknown }) {
  const revoke = useIntent((id: string, key) => clients.revoke(id, key), onDone);
  return (
    <>
      <p>{names.revokeText}</p>
      <ErrorNotice error={revoke.error} />
      <Button className="danger" isDisabled={revoke.isPending} onPress={() => revoke.start(of.publicKeyId)}>
        {revoke.isPending ? names.revoking : names.revoke}
      </Button>
    </>
  );
}
