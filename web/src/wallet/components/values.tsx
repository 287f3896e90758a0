// Values as readers of the browser's language know them.
import { useState } from "react";
import { amountIn } from "../../typed-amount.ts";
import { texts } from "../texts.ts";
import { usableLanguage } from "../values/amount.ts";
import { Button } from "./button.tsx";

/** The language of the reader; undefined stands for the browser's default. */
export const language = usableLanguage(navigator.language);

/** Writes an amount with its asset type. */
export const moneyText = (amount: string, assetType: string): string =>
  `${amountIn(amount, language)} ${assetType}`;

/** Writes a time in the reader's zone. */
export const timeText = (time: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));

/** A time. */
export const Time = ({ of }: { readonly of: string }) => <time dateTime={of}>{timeText(of)}</time>;

/** Something to copy, with the button that does so. */
export function Copied({ label, value }: { readonly label: string; readonly value: string }) {
  const [said, say] = useState("");
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => say(texts.copied),
      () => say(texts.notCopied),
    );
  return (
    <div className="copied">
      <span>{label}</span>
      <code>{value}</code>
      <Button onPress={copy} aria-label={`${texts.copy}: ${label}`}>
        {texts.copy}
      </Button>
      <span role="status">{said}</span>
    </div>
  );
}

interface SaidProps {
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A text with values that others may have chosen: each keeps its direction to itself. */
export const Said = ({ text, values }: SaidProps) =>
  text
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 0 ? part : <bdi key={part}>{values[part] ?? `{${part}}`}</bdi>));

/** Says that something has happened, to screen readers too. */
export const Result = ({
  text,
  values = {},
}: {
  readonly text: string;
  readonly values?: Record<string, string>;
}) => (
  <p role="status" className="result">
    <Said text={text} values={values} />
  </p>
);
