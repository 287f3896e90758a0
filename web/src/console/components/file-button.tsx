// A button that lets its reader choose a file.
import { useId } from "react";

interface FileButtonProps {
  readonly label: string;
  readonly accept?: string;
  readonly isDisabled?: boolean;
  readonly onFile: (file: File | undefined) => void;
}

export function FileButton({ label, accept, isDisabled = false, onFile }: FileButtonProps) {
  const id = useId();
  return (
    <label className="button" htmlFor={id} aria-disabled={isDisabled}>
      {label}
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={isDisabled}
        className="file"
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          // The same file again is another choice.
          target.value = "";
        }}
      />
    </label>
  );
}
