import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextField, type TextFieldProps } from "react-aria-components/TextField";

interface FieldProps extends TextFieldProps {
  readonly label: string;
  readonly help?: string;
  /** What is wrong with what was entered. */
  readonly problem?: string | undefined;
}

/** A field for text, with its label, help and what is wrong. */
export function Field({ label, help, problem, ...props }: FieldProps) {
  return (
    <TextField {...props} validationBehavior="aria" isInvalid={problem !== undefined} className="field">
      <Label>{label}</Label>
      <Input autoComplete="off" spellCheck="false" />
      {help !== undefined && (
        <Text slot="description" className="quiet">
          {help}
        </Text>
      )}
      <FieldError className="wrong">{problem}</FieldError>
    </TextField>
  );
}
