import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Button } from "../components/button.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Field } from "../components/field.tsx";
import { Problem } from "../components/problem.tsx";
import { QrCode } from "../components/qr-code.tsx";
import { Scanner } from "../components/scanner.tsx";
import { Copied, Said, timeText } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { isFor, type Kept, keptCredentials, present, removeCredential } from "../holder/identities.ts";
import { useWallet } from "../session.tsx";
import { texts } from "../texts.ts";
import { type Disclosure, type Question, readQuestion, valueText } from "../values/credential.ts";
import { WithWallet } from "./with-wallet.tsx";

/** Most bytes of a QR code (ISO/IEC 18004, version 40 with the least correction). */
const CODE_BYTES_MAX = 2_953;

const route = getRouteApi("/identities/$credentialId");

/** One credential: what it says, what of it a verifier shall see, and the presentation. */
export function IdentityView() {
  return (
    <WithWallet>
      <Found />
    </WithWallet>
  );
}

function Found() {
  const { credentialId } = route.useParams();
  const wallet = useWallet();
  const { data, error, refetch } = useQuery({
    queryKey: ["identities", wallet.thumbprint, credentialId],
    queryFn: async () => {
      const kept = (await keptCredentials()).find(({ id }) => id === credentialId);
      return kept ? { ...kept, isUsable: await isFor(wallet, kept.credential) } : null;
    },
  });
  return (
    <View title={texts.identityTitle}>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === null && <p role="status">{texts.noIdentity}</p>}
      {data && <Shown {...data} />}
      <p>
        <Link to="/identities">{texts.identitiesTitle}</Link>
      </p>
    </View>
  );
}

function Shown({ id, credential, isUsable }: Kept & { readonly isUsable: boolean }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => removeCredential(id),
    onSuccess: async () => {
      await navigate({ to: "/identities" });
      await client.invalidateQueries({ queryKey: ["identities"] });
    },
  });
  const { type, expiresAt } = credential;
  return (
    <>
      <dl>
        <div>
          <dt>{texts.credentialType}</dt>
          <dd>
            <bdi>{type}</bdi>
          </dd>
        </div>
        {expiresAt !== undefined && (
          <div>
            <dt>{texts.validUntil}</dt>
            <dd>{timeText(new Date(expiresAt * 1000).toISOString())}</dd>
          </div>
        )}
      </dl>
      {isUsable ? <Present id={id} credential={credential} /> : <p>{texts.credentialOfFormerKey}</p>}
      <Confirm
        label={texts.removeCredential}
        question={texts.removeSure}
        text={texts.removeText}
        yes={texts.removeYes}
        onYes={() => remove.mutate()}
        isBusy={remove.isPending}
      />
      <Problem error={remove.error} />
    </>
  );
}

function Present({ credential }: Kept) {
  const wallet = useWallet();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const act = useMutation({
    mutationFn: async (question: Question) => ({
      audience: question.audience,
      presentation: await present(wallet, credential, chosen, question),
    }),
  });
  // A presentation is about one question and one choice.
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      act.reset();
      set(value);
    };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const question = readQuestion(text);
    setProblem(question ? undefined : texts.notAQuestion);
    if (question && !act.isPending) act.mutate(question);
  };
  return (
    <section>
      <h2>{texts.presentTitle}</h2>
      <form onSubmit={submit} noValidate>
        <fieldset>
          <legend>{texts.choose}</legend>
          {credential.disclosures.map((each) => (
            <Choice
              key={each.text}
              disclosure={each}
              isChosen={chosen.has(each.text)}
              onChange={(isChosen) => {
                const others = [...chosen].filter((other) => other !== each.text);
                change(setChosen)(new Set(isChosen ? [...others, each.text] : others));
              }}
            />
          ))}
        </fieldset>
        <Field
          label={texts.questionLabel}
          help={texts.questionHelp}
          value={text}
          onChange={change(setText)}
          problem={problem}
        />
        <Scanner onText={change(setText)} />
        <Button kind="main" type="submit" isBusy={act.isPending}>
          {texts.present}
        </Button>
      </form>
      <Problem error={act.error} />
      {act.data && (
        <div role="status" className="notice good">
          <p>
            <Said text={texts.presented} values={{ audience: act.data.audience }} />
          </p>
          {act.data.presentation.length <= CODE_BYTES_MAX ? (
            <QrCode text={act.data.presentation} label={texts.codeOfPresentation} />
          ) : (
            <p>{texts.tooLongForCode}</p>
          )}
          <Copied label={texts.presentation} value={act.data.presentation} />
        </div>
      )}
    </section>
  );
}

function Choice({
  disclosure: { name, value },
  isChosen,
  onChange,
}: {
  readonly disclosure: Disclosure;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}) {
  const shown = valueText(value);
  return (
    <label className="choice">
      <input type="checkbox" checked={isChosen} onChange={({ target }) => onChange(target.checked)} />
      <span>
        <bdi>{name ?? texts.listElement}</bdi>: <bdi>{shown === "{}" ? texts.holdsOthers : shown}</bdi>
      </span>
    </label>
  );
}
