// A field for a text that people have as a file: they paste it, choose the file, or drop it.
import { type DragEvent, type ReactNode, useState } from "react";
import { textOfFile } from "../api/presented.ts";
import { texts } from "../texts.ts";
import { FileButton } from "./file-button.tsx";
import { TextArea } from "./long-fields.tsx";

const BYTES_MAX = 262_144;

interface FileAreaProps {
  readonly label: string;
  readonly value: string;
  /** Receives a file in DER as base64. */
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** Other ways to get the text, beside the button that chooses a file. */
  readonly children?: ReactNode;
}

export function FileArea({ label, value, onChange, hint, error, children }: FileAreaProps) {
  const [isTooLarge, setTooLarge] = useState(false);
  const { files } = texts;
  const become = (text: string) => {
    setTooLarge(false);
    onChange(text);
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > BYTES_MAX) return setTooLarge(true);
    become(textOfFile(new Uint8Array(await file.arrayBuffer())));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <div className="form" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <TextArea
        label={label}
        value={value}
        onChange={become}
        rows={6}
        hint={hint === undefined ? files.drop : `${hint} ${files.drop}`}
        error={isTooLarge ? files.tooLarge : error}
      />
      <div className="actions">
        <FileButton label={files.choose} onFile={(file) => void take(file)} />
        {children}
      </div>
    </div>
  );
}
