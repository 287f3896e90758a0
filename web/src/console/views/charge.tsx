// What the customer scans, and the state of the payment as it changes.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { api, type Schemas, serviceNow } from "../api/client.ts";
import { usePayment } from "../api/payment.ts";
import { announce } from "../components/announce.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { Amount, Copyable } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { fill, texts, word } from "../texts.ts";

const route = getRouteApi("/point-of-sale/$paymentId");

export function Charge() {
  const { paymentId } = route.useParams();
  const payment = usePayment(paymentId);
  const { point } = texts;
  const status = payment.data?.status;
  useEffect(() => {
    if (status === "completed") announce(point.paid);
    else if (status !== undefined && status !== "pending") announce(point.notPaid);
  }, [status, point]);
  return (
    <View title={titleOf(status)}>
      <ErrorNotice error={payment.error} onRetry={payment.refetch} />
      {payment.data && (
        <section className="panel charge" data-state={status}>
          <p className="big">
            <Amount amount={payment.data.amount} assetType={payment.data.assetType} />
          </p>
          {status === "pending" ? <Code payment={payment.data} /> : <Result payment={payment.data} />}
          <p>
            <Link to="/payments/$paymentId" params={{ paymentId }}>
              {point.details}
            </Link>
          </p>
          <p>
            <Link className="button" to="/point-of-sale">
              {point.next}
            </Link>
          </p>
        </section>
      )}
    </View>
  );
}

/** What the customer is to do, and after that how it ended. */
function titleOf(status: Schemas["Payment"]["status"] | undefined): string {
  if (status === undefined || status === "pending") return texts.point.chargeTitle;
  return status === "completed" ? texts.point.paid : texts.point.notPaid;
}

function Result({ payment: { status, failureReason } }: { readonly payment: Schemas["Payment"] }) {
  const isPaid = status === "completed";
  return (
    <p className={`big ${isPaid ? "good" : "warn"}`}>
      {isPaid ? texts.point.paid : texts.point.notPaid}
      {!isPaid && `: ${word(failureReason ?? status)}`}
    </p>
  );
}

function Code({ payment: { paymentId, expireTime } }: { readonly payment: Schemas["Payment"] }) {
  const { point } = texts;
  // A payment has one reference, so asking again gives the same one.
  const reference = useQuery({
    queryKey: ["reference", paymentId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () =>
      (await api().POST("/api/v1/payments/{paymentId}/reference", { params: { path: { paymentId } } })).data,
  });
  if (!reference.data) return <ErrorNotice error={reference.error} onRetry={reference.refetch} />;
  const { qrSvg, uri, ndef } = reference.data;
  return (
    <>
      <p>{point.show}</p>
      {/* As a picture, so that nothing in it can run. */}
      <img alt={point.code} src={`data:image/svg+xml;base64,${btoa(qrSvg)}`} />
      <p role="status">
        {point.waiting}
        <TimeLeft until={expireTime} />
      </p>
      <p>
        <a className="button" href={uri} target="_blank" rel="noreferrer">
          {point.openPage}
        </a>
      </p>
      <NfcWriter key={uri} uri={uri} />
      <details>
        <summary>{point.nfc}</summary>
        <dl className="facts">
          <dt>{texts.payment.reference}</dt>
          <dd>
            <Copyable text={reference.data.reference} label={texts.payment.reference} />
          </dd>
          <dt>{point.link}</dt>
          <dd>
            <Copyable text={uri} label={point.link} />
          </dd>
          <dt>{point.nfc}</dt>
          <dd>
            <Copyable text={ndef} label={point.nfc} />
          </dd>
        </dl>
      </details>
    </>
  );
}

/** Not said to readers of screens each second. */
function TimeLeft({ until }: { readonly until: string }) {
  const [now, setNow] = useState(serviceNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serviceNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((Date.parse(until) - now) / 1000);
  if (seconds < 0) return null;
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <span aria-hidden="true">
      {" · "}
      {texts.point.left} {clock}
    </span>
  );
}

/** Web NFC, which telephones with Android have. */
interface NdefReader {
  write(
    message: { readonly records: readonly { recordType: "url"; data: string }[] },
    options: { readonly signal: AbortSignal },
  ): Promise<void>;
}
const Reader = (globalThis as { readonly NDEFReader?: new () => NdefReader }).NDEFReader;

function NfcWriter({ uri }: { readonly uri: string }) {
  const [said, setSaid] = useState("");
  const writing = useRef<AbortController>(undefined);
  // A write waits for a tag. The next tag must not get the link of a payment that is not shown any more.
  useEffect(() => () => writing.current?.abort(), []);
  if (!Reader) return null;
  const write = async () => {
    writing.current?.abort();
    writing.current = new AbortController();
    const { signal } = writing.current;
    try {
      await new Reader().write({ records: [{ recordType: "url", data: uri }] }, { signal });
      setSaid(texts.point.nfcWritten);
    } catch (error) {
      if (signal.aborted) return;
      setSaid(fill(texts.point.nfcFailed, { why: error instanceof Error ? error.message : String(error) }));
    }
  };
  return (
    <p role="status">
      <Button onPress={() => void write()}>{texts.point.writeNfc}</Button> {said}
    </p>
  );
}
