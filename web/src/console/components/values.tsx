// How values look: amounts, times, states and identifiers.
import { useQuery } from "@tanstack/react-query";
import { Button, useLocale } from "react-aria-components";
import { amountText } from "../amount.ts";
import { isSandboxQuery } from "../api/sandbox.ts";
import { texts, word } from "../texts.ts";
import { announce } from "./announce.ts";

export function Amount({ amount, assetType }: { readonly amount: string; readonly assetType: string }) {
  const { locale } = useLocale();
  return (
    <span className="amount">
      {amountText(amount, locale)} {assetType}
    </span>
  );
}

export function Time({ at }: { readonly at: string | undefined }) {
  const { locale } = useLocale();
  if (at === undefined) return <span>–</span>;
  return <time dateTime={at}>{timeText(at, locale)}</time>;
}

/** A time by one of the two clocks of a sandbox. Elsewhere there is one clock, and nothing more to say. */
export function ClockTime({ at, clock }: { readonly at: string; readonly clock: "real" | "business" }) {
  const { data: isSandbox } = useQuery(isSandboxQuery);
  return (
    <>
      <Time at={at} /> {isSandbox && <span className="quiet">{texts.clocks[clock]}</span>}
    </>
  );
}

export const timeText = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }).format(new Date(at));

const GOOD = new Set([
  "completed",
  "finalized",
  "active",
  "enabled",
  "succeeded",
  "passed",
  "issued",
  "running",
]);
const BAD = new Set([
  "failed",
  "refused",
  "cancelled",
  "reverted",
  "suspended",
  "revoked",
  "expired",
  "disabled",
]);

interface StatusProps {
  readonly of: string;
  /** In place of the word that the state has elsewhere. */
  readonly text?: string;
}

/** A state as a word; colour only repeats it. */
export function Status({ of, text = word(of) }: StatusProps) {
  const tone = GOOD.has(of) ? "good" : BAD.has(of) ? "bad" : "warn";
  return (
    <span className={`status ${tone}`} data-state={of}>
      {text}
    </span>
  );
}

interface CopyableProps {
  readonly text: string;
  readonly label: string;
}

/** A text to copy, such as an identifier or a secret. */
export const Copyable = ({ text, label }: CopyableProps) => (
  <span className="copyable">
    <code>{text}</code>
    <CopyButton text={text} label={label} className="small" />
  </span>
);

export function CopyButton({ text, label, className = "" }: CopyableProps & { readonly className?: string }) {
  const copy = async () => {
    // A browser may refuse; the text can then be marked and copied by hand.
    const said = await navigator.clipboard.writeText(text).then(
      () => texts.copied,
      () => texts.notCopied,
    );
    announce(said);
  };
  return (
    <Button aria-label={`${texts.copy}: ${label}`} className={className} onPress={() => void copy()}>
      {texts.copy}
    </Button>
  );
}
