// Fields for long texts and for yes or no.
import { useId } from "react";

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly rows?: number;
  readonly maxLength?: number;
}

export function TextArea({ label, value, onChange, hint, error, rows = 3, maxLength }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        value={value}
        rows={rows}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={error !== undefined ? `${id}-error` : hint === undefined ? undefined : `${id}-hint`}
        onChange={(change) => onChange(change.target.value)}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="wrong" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface CheckBoxProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function CheckBox({ label, isChecked, onChange }: CheckBoxProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={isChecked} onChange={(change) => onChange(change.target.checked)} />{" "}
      {label}
    </label>
  );
}
