// Which role a new key or client has, and where roles are explained.
import { texts } from "../texts.ts";
import { Choice } from "./fields.tsx";

interface RoleChoiceProps {
  readonly roles: readonly string[];
  /** Empty until one is chosen: nobody gets all rights by not choosing. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The form was sent, so that a missing role is said. */
  readonly isChecked: boolean;
}

export function RoleChoice({ roles, value, onChange, isChecked }: RoleChoiceProps) {
  const names = texts.keys;
  return (
    <>
      <Choice
        label={names.role}
        value={value}
        onChange={onChange}
        options={[
          { value: "", text: names.chooseRole },
          ...roles.map((role) => ({ value: role, text: role })),
        ]}
        error={isChecked && value === "" ? names.roleWrong : undefined}
      />
      <p>
        {/* In a tab of its own, so that what was typed stays. */}
        <a href="/docs/reference/authentication#roles" target="_blank" rel="noreferrer">
          {names.roleGuide}
        </a>
      </p>
    </>
  );
}
