// A secret that is shown once.
import { Copyable } from "./values.tsx";

interface SecretProps {
  readonly label: string;
  /** Where to keep it. */
  readonly note: string;
  readonly secret: string;
}

export function Secret({ label, note, secret }: SecretProps) {
  return (
    <div className="notice good" role="status">
      <p>
        <strong>{label}</strong>
      </p>
      <p>
        <Copyable text={secret} label={label} />
      </p>
      <p>{note}</p>
    </div>
  );
}
