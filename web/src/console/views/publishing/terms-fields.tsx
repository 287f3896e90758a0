// The terms of a ticket.
import type { TypedTerms } from "../../api/typed-asset.ts";
import { TextInput } from "../../components/fields.tsx";
import { publishing } from "../../texts/publishing.ts";

const names = publishing.issue;

/** No time, or one that the interface can write: a browser takes years of six digits, too. */
const isTime = (typed: string): boolean => typed === "" || /^\d{4}-/.test(typed);

/** Returns the field that is wrong. */
export function termsFault({ notBefore, notAfter, useCount }: TypedTerms): keyof TypedTerms | undefined {
  const count = Number(useCount);
  if (!/^\d{1,5}$/.test(useCount.trim()) || count < 1 || count > 10_000) return "useCount";
  if (!isTime(notBefore)) return "notBefore";
  if (!isTime(notAfter)) return "notAfter";
  return notBefore !== "" && notAfter !== "" && notAfter < notBefore ? "notAfter" : undefined;
}

interface TermsFieldsProps {
  readonly terms: TypedTerms;
  readonly onChange: (terms: TypedTerms) => void;
  readonly isChecked: boolean;
}

export function TermsFields({ terms, onChange, isChecked }: TermsFieldsProps) {
  const fault = isChecked ? termsFault(terms) : undefined;
  const change = (name: keyof TypedTerms) => (value: string) => onChange({ ...terms, [name]: value });
  return (
    <fieldset className="form">
      <legend>{names.ticket}</legend>
      <p className="hint">{names.ticketNote}</p>
      <TextInput
        label={names.uses}
        value={terms.useCount}
        onChange={change("useCount")}
        inputMode="decimal"
        error={fault === "useCount" ? names.usesWrong : undefined}
      />
      <TextInput
        label={names.notBefore}
        type="datetime-local"
        value={terms.notBefore}
        onChange={change("notBefore")}
        error={fault === "notBefore" ? names.timeWrong : undefined}
      />
      <TextInput
        label={names.notAfter}
        type="datetime-local"
        value={terms.notAfter}
        onChange={change("notAfter")}
        error={
          fault === "notAfter" ? (isTime(terms.notAfter) ? names.timesWrong : names.timeWrong) : undefined
        }
      />
      <TextInput label={names.gateGroups} value={terms.gateGroups} onChange={change("gateGroups")} />
      <TextInput label={names.redeemers} value={terms.redeemers} onChange={change("redeemers")} />
    </fieldset>
  );
}
