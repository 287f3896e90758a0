import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { Button } from "../components/button.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Field } from "../components/field.tsx";
import { Problem } from "../components/problem.tsx";
import { Result, timeText } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { readRecoveryFile } from "../holder/keys.ts";
import { removeRecord } from "../holder/record.ts";
import { type Standing, takeNextKeys } from "../holder/wallet.ts";
import { completeRecovery, serviceTime, startRecovery } from "../holder/recovery.ts";
import { lookAgain, setStanding, useStanding } from "../session.tsx";
import { say, texts } from "../texts.ts";

/** Starts a recovery from a file, and completes it after the delay. */
export function Recover() {
  const { data, error, refetch } = useStanding();
  return (
    <View title={texts.recoverTitle}>
      <p>{texts.recoverText}</p>
      <p>{texts.recoverDelay}</p>
      <Problem error={error} onRetry={() => void refetch()} />
      {data?.kind === "recovering" && <Waiting {...data} />}
      {(data?.kind === "none" || data?.kind === "unknown") && <StartForm />}
      <p>
        <Link to="/">{texts.back}</Link>
      </p>
    </View>
  );
}

function OperatorKey({
  value,
  onChange,
  problem,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem?: string | undefined;
}) {
  return (
    <Field
      type="password"
      label={texts.operatorKey}
      help={texts.operatorKeyHelp}
      value={value}
      onChange={onChange}
      problem={problem}
    />
  );
}

function StartForm() {
  const client = useQueryClient();
  const fileId = useId();
  const [file, setFile] = useState<File>();
  const [operatorKey, setOperatorKey] = useState("");
  const [problems, setProblems] = useState<{ file?: string; key?: string }>({});
  const start = useMutation({
    mutationFn: startRecovery,
    onSuccess: ({ walletId, recoveryId, effectiveTime }) =>
      setStanding(client, { kind: "recovering", walletId, recoveryId, effectiveTime }),
    // Without an answer, the browser keeps a key of which only the service knows whether it counts.
    onError: () => void lookAgain(client),
  });
  const submit = async () => {
    const read = await readRecoveryFile((await file?.text()) ?? "");
    setProblems({
      ...(read ? {} : { file: texts.notARecoveryFile }),
      ...(operatorKey.trim() === "" ? { key: texts.needOperatorKey } : {}),
    });
    if (!read || operatorKey.trim() === "" || start.isPending) return;
    start.mutate({ walletId: read.walletId, recoveryKeys: read.keys, operatorKey: operatorKey.trim() });
  };
  return (
    <form
      noValidate
      onChange={() => {
        if (!start.isPending) start.reset();
      }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="field">
        <label htmlFor={fileId}>{texts.recoveryFile}</label>
        <input
          id={fileId}
          type="file"
          accept="application/json,.json"
          aria-invalid={problems.file !== undefined}
          aria-describedby={`${fileId}-wrong`}
          onChange={({ target }) => setFile(target.files?.[0])}
        />
        <span id={`${fileId}-wrong`} className="wrong">
          {problems.file}
        </span>
      </div>
      <OperatorKey value={operatorKey} onChange={setOperatorKey} problem={problems.key} />
      <Button kind="main" type="submit" isBusy={start.isPending}>
        {texts.startRecovery}
      </Button>
      <Problem error={start.error} />
    </form>
  );
}

function Waiting({ walletId, recoveryId, effectiveTime }: Extract<Standing, { kind: "recovering" }>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [operatorKey, setOperatorKey] = useState("");
  const key = operatorKey.trim();
  const complete = useMutation({
    mutationFn: () => completeRecovery(key, walletId, recoveryId),
    onSuccess: async () => {
      setStanding(client, { kind: "ready", wallet: await takeNextKeys() });
      await navigate({ to: "/" });
    },
  });
  const abandon = useMutation({
    mutationFn: removeRecord,
    onSuccess: () => setStanding(client, { kind: "none" }),
  });
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!complete.isPending) complete.mutate();
      }}
    >
      <p>{say(texts.recoveringText, { walletId })}</p>
      {effectiveTime !== undefined && <Delay until={effectiveTime} />}
      <OperatorKey value={operatorKey} onChange={setOperatorKey} />
      <p className="actions">
        <Button kind="main" type="submit" isDisabled={key === ""} isBusy={complete.isPending}>
          {texts.completeRecovery}
        </Button>
        <Confirm
          label={texts.abandonRecovery}
          question={texts.abandonSure}
          text={texts.abandonText}
          yes={texts.abandonYes}
          onYes={() => abandon.mutate()}
          isBusy={abandon.isPending}
        />
      </p>
      <Problem error={complete.error} />
    </form>
  );
}

/** How long the recovery waits. Says by itself when that is over, whoever has put the clock ahead. */
function Delay({ until }: { readonly until: string }) {
  const isOver = (now: number | undefined) => now !== undefined && now >= Date.parse(until);
  const { data } = useQuery({
    queryKey: ["service-time"],
    queryFn: serviceTime,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : 10_000),
  });
  return (
    <>
      <p>{say(texts.recoveringUntil, { time: timeText(until) })}</p>
      {!isOver(data) && (
        <p>
          {texts.recoveringAhead} <a href="/console/sandbox">{texts.toSandbox}</a>
        </p>
      )}
      <Result text={isOver(data) ? texts.recoveringReady : ""} />
    </>
  );
}
