// Makes something that needs only a name.
import { useState } from "react";
import { Button } from "react-aria-components";
import { useIntent } from "../../intent.ts";
import { texts } from "../texts.ts";
import { ErrorNotice } from "./error-notice.tsx";
import { Form, TextInput } from "./fields.tsx";

interface NameFormProps {
  readonly label: string;
  readonly button: string;
  readonly busy: string;
  /** Makes it. @param key of the request */
  readonly create: (name: string, key: string) => Promise<unknown>;
  readonly onCreated: () => unknown;
}

export function NameForm({ label, button, busy, create, onCreated }: NameFormProps) {
  const creation = useIntent(create, onCreated);
  const [name, setName] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isEmpty = name.trim() === "";
  const submit = () => {
    setChecked(true);
    if (!isEmpty) creation.start(name.trim());
  };
  return (
    <Form className="form" onSubmit={submit} onEdit={creation.forget}>
      <TextInput
        label={label}
        value={name}
        onChange={setName}
        maxLength={100}
        required
        error={isChecked && isEmpty ? texts.merchants.nameWrong : undefined}
      />
      <ErrorNotice error={creation.error} />
      <Button type="submit" className="main" isDisabled={creation.isPending}>
        {creation.isPending ? busy : button}
      </Button>
    </Form>
  );
}
