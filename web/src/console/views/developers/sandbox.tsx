// What only a sandbox has: a clock that can be put ahead, and payments that fail on request.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button, useLocale } from "react-aria-components";
import { keyed, useIntent } from "../../../intent.ts";
import { useActing } from "../../acting.ts";
import { useAssetTypes } from "../../api/asset-types.ts";
import { api } from "../../api/client.ts";
import { advanceClock, isSandboxQuery, sandboxQuery, SIMULATE, SIMULATIONS } from "../../api/sandbox.ts";
import { announce } from "../../components/announce.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, TextInput } from "../../components/fields.tsx";
import { Time } from "../../components/values.tsx";
import { View } from "../../components/view.tsx";
import { fill, texts } from "../../texts.ts";
import { developers } from "../../texts/developers.ts";

const names = developers.sandbox;
const HOUR = 3_600;
const HOURS_MAX = 8_760;
const STEPS = [
  [names.minutes, 15 * 60],
  [names.hour, HOUR],
  [names.day, 24 * HOUR],
  [names.month, 30 * 24 * HOUR],
] as const;

export function SandboxView() {
  const { may } = useActing();
  const isSandbox = useQuery(isSandboxQuery);
  return (
    <View title={names.title}>
      <ErrorNotice error={isSandbox.error} onRetry={isSandbox.refetch} />
      {isSandbox.isPending && <p role="status">{texts.loading}</p>}
      {isSandbox.data === false && <p className="notice">{names.none}</p>}
      {isSandbox.data && may("sandbox.admin") && <Clock />}
      {isSandbox.data && <Failures />}
    </View>
  );
}

function Clock() {
  const queries = useQueryClient();
  const { locale } = useLocale();
  const sandbox = useQuery({ ...sandboxQuery, refetchInterval: 5_000 });
  const [hours, setHours] = useState("");
  const [isChecked, setChecked] = useState(false);
  const advance = useIntent(advanceClock, async () => {
    announce(names.advanced);
    // What depends on time may look different now.
    await queries.invalidateQueries();
  });
  const isNumber = /^[1-9]\d{0,3}$/.test(hours) && Number(hours) <= HOURS_MAX;
  const submit = () => {
    setChecked(true);
    if (isNumber) advance.start(Number(hours) * HOUR);
  };
  return (
    <section className="panel">
      <h2>{names.clock}</h2>
      <ErrorNotice error={sandbox.error} onRetry={sandbox.refetch} />
      {sandbox.data && (
        <dl className="facts">
          <dt>{names.clockTime}</dt>
          <dd>
            <Time at={sandbox.data.clockTime} />
          </dd>
          <dt>{names.ahead}</dt>
          <dd>{lengthOf(Number(sandbox.data.clockOffsetSeconds), locale)}</dd>
          <dt>{names.networks}</dt>
          <dd>
            <code>{sandbox.data.networks.join("\n")}</code>
          </dd>
          <dt>{names.assets}</dt>
          <dd>
            <code>{sandbox.data.networkAssets.join("\n")}</code>
          </dd>
        </dl>
      )}
      <p>{names.clockNote}</p>
      <ErrorNotice error={advance.error} />
      <p className="actions">
        {STEPS.map(([what, seconds]) => (
          <Button key={what} isDisabled={advance.isPending} onPress={() => advance.start(seconds)}>
            {fill(names.advance, { what })}
          </Button>
        ))}
      </p>
      <Form className="filters" label={names.clock} onSubmit={submit}>
        <TextInput
          label={names.own}
          value={hours}
          onChange={setHours}
          error={isChecked && !isNumber ? names.ownWrong : undefined}
        />
        <p className="actions">
          <Button type="submit" isDisabled={advance.isPending}>
            {names.ownButton}
          </Button>
        </p>
      </Form>
    </section>
  );
}

/** Returns a length of time in days, hours and minutes. @param language such as `en-GB` */
function lengthOf(seconds: number, language: string): string {
  const minutes = Math.floor(seconds / 60);
  const parts = [
    ["day", Math.floor(minutes / 1_440)],
    ["hour", Math.floor(minutes / 60) % 24],
    ["minute", minutes % 60],
  ] as const;
  return parts
    .map(([unit, count]) =>
      new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count),
    )
    .join(", ");
}

function Failures() {
  const { merchantId, may } = useActing();
  const navigate = useNavigate();
  const [assetType] = useAssetTypes();
  const attempt = useIntent(
    async (body: { merchantId: string; assetType: string; word: string }, key) =>
      (
        await api().POST("/api/v1/payments", {
          params: keyed(key),
          body: {
            merchantId: body.merchantId,
            assetType: body.assetType,
            amount: "1",
            metadata: { [SIMULATE]: body.word },
          },
        })
      ).data,
    ({ paymentId }) => {
      announce(texts.payments.createdNow);
      return navigate({ to: "/payments/$paymentId", params: { paymentId } });
    },
  );
  const isReady = merchantId !== undefined && assetType !== undefined && may("payments.write");
  return (
    <section className="panel">
      <h2>{names.failures}</h2>
      <p>
        {fill(names.failuresNote, { key: SIMULATE })} <a href="/docs/guides/point-of-sale">{names.guide}</a>
      </p>
      {!isReady && <p className="notice">{names.needsType}</p>}
      <ErrorNotice error={attempt.error} />
      <dl className="facts">
        {SIMULATIONS.map((word) => (
          <div key={word} className="fact">
            <dt>
              <code>{word}</code>
            </dt>
            <dd>
              {names.words[word]}{" "}
              {isReady && (
                <Button
                  className="small"
                  aria-label={`${names.try}: ${word}`}
                  isDisabled={attempt.isPending}
                  onPress={() => attempt.start({ merchantId, assetType, word })}
                >
                  {names.try}
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {attempt.isPending && <p role="status">{names.trying}</p>}
    </section>
  );
}
