// Fields of forms, each with its label, and with what is wrong as text that belongs to it.
import type { ReactNode } from "react";
import { useId } from "react";
import { flushSync } from "react-dom";
import { fill, texts } from "../texts.ts";

interface TextInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  /** What belongs into the field. */
  readonly hint?: string;
  readonly type?: "text" | "date" | "search" | "datetime-local";
  readonly inputMode?: "decimal" | "text";
  readonly suggestions?: readonly string[];
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly autoCapitalize?: "characters";
}

const LAST: Readonly<Record<string, string>> = { date: "9999-12-31", "datetime-local": "9999-12-31T23:59" };

export function TextInput({
  label,
  value,
  onChange,
  error,
  hint,
  suggestions,
  maxLength,
  ...rest
}: TextInputProps) {
  const id = useId();
  const { required, ...input } = rest;
  // The browser would cut a text that is pasted, without a word.
  const tooLong =
    maxLength !== undefined && value.length > maxLength
      ? fill(texts.tooLong, { length: String(value.length), max: String(maxLength) })
      : undefined;
  const problem = error ?? tooLong;
  const described = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        // Otherwise the browser lets people write years of six digits.
        max={LAST[rest.type ?? "text"]}
        id={id}
        value={value}
        autoComplete="off"
        aria-required={required}
        aria-invalid={problem !== undefined}
        aria-describedby={described === "" ? undefined : described}
        list={suggestions === undefined || suggestions.length === 0 ? undefined : `${id}-list`}
        onChange={(change) => onChange(change.target.value)}
      />
      {suggestions !== undefined && suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="quiet hint">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-error`} className="wrong" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly error?: string | undefined;
}

export function Choice({ label, value, onChange, options, error }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(change) => onChange(change.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p id={`${id}-error`} className="wrong" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface FormProps {
  readonly onSubmit: () => void;
  /** After a field was changed: what was said about its earlier value is no longer true. */
  readonly onEdit?: () => void;
  readonly className?: string;
  readonly label?: string;
  readonly children: ReactNode;
}

/**
 * The page's policy lets no form leave the page, so a form only ever calls its own function.
 * The first field that is wrong gets the focus: it may be out of sight of the button.
 */
export function Form({ onSubmit, onEdit, className, label, children }: FormProps) {
  return (
    <form
      className={className}
      aria-label={label}
      noValidate
      onChange={onEdit}
      onSubmit={(event) => {
        event.preventDefault();
        flushSync(onSubmit);
        event.currentTarget.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
      }}
    >
      {children}
    </form>
  );
}
