// The field for the address of an endpoint.
import { webhookTexts as names } from "../../texts/webhooks.ts";
import { TextInput } from "../fields.tsx";

/** Tells whether a text looks like a whole address. The service says which addresses it accepts. */
export const isAddress = (text: string): boolean => /^https?:\/\/[^\s/]/.test(text.trim());

interface AddressProps {
  readonly url: string;
  readonly onChange: (url: string) => void;
  /** Somebody has tried to send the form. */
  readonly isChecked: boolean;
  readonly hint: string;
}

export function Address({ url, onChange, isChecked, hint }: AddressProps) {
  return (
    <TextInput
      label={names.url}
      value={url}
      onChange={onChange}
      maxLength={2048}
      required
      hint={hint}
      error={isChecked && !isAddress(url) ? names.urlWrong : undefined}
    />
  );
}
