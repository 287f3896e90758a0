import { holderKey } from "@pda/client/browser";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Button } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { Problem } from "../components/problem.tsx";
import { Scanner } from "../components/scanner.tsx";
import { Copied, Result } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { isFor, keepCredential, keptCredentials } from "../holder/identities.ts";
import { useWallet } from "../session.tsx";
import { texts } from "../texts.ts";
import { readCredential } from "../values/credential.ts";
import { WithWallet } from "./with-wallet.tsx";

/** The credentials that the browser keeps, and a way to add one. */
export function Identities() {
  return (
    <WithWallet>
      <View title={texts.identitiesTitle}>
        <p>{texts.identitiesText}</p>
        <List />
        <Add />
      </View>
    </WithWallet>
  );
}

function List() {
  const { data, error, refetch } = useQuery({ queryKey: ["identities"], queryFn: keptCredentials });
  return (
    <section>
      <Problem error={error} onRetry={() => void refetch()} />
      {data?.length === 0 && <p>{texts.noIdentities}</p>}
      <ul className="rows">
        {data?.map(({ id, credential }) => (
          <li key={id}>
            <Link to="/identities/$credentialId" params={{ credentialId: id }}>
              <bdi>{credential.type}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Add() {
  const wallet = useWallet();
  const client = useQueryClient();
  const key = useQuery({
    queryKey: ["public key", wallet.thumbprint],
    queryFn: async () => JSON.stringify(await holderKey(wallet.keys)),
  });
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const add = useMutation({
    mutationFn: keepCredential,
    onSuccess: () => {
      setText("");
      return client.invalidateQueries({ queryKey: ["identities"] });
    },
  });
  const submit = async () => {
    const credential = readCredential(text);
    const found =
      credential === undefined
        ? texts.notACredential
        : (await isFor(wallet, credential))
          ? undefined
          : texts.credentialOfOther;
    setProblem(found);
    if (found === undefined && !add.isPending) add.mutate(text);
  };
  return (
    <section>
      <h2>{texts.addIdentity}</h2>
      <form
        noValidate
        onChange={() => add.reset()}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field
          label={texts.credentialLabel}
          help={texts.credentialHelp}
          value={text}
          onChange={setText}
          problem={problem}
        />
        <Scanner onText={setText} />
        <Button kind="main" type="submit" isBusy={add.isPending}>
          {texts.addCredential}
        </Button>
      </form>
      {key.data && <Copied label={texts.publicKey} value={key.data} />}
      <Result text={add.isSuccess ? texts.credentialAdded : ""} />
      <Problem error={add.error} />
    </section>
  );
}
