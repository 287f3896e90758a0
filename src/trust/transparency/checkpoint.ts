/** What a log says of its tree (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Name of the log. */
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

const form = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*$/;

/** Writes the text of a checkpoint, which is then signed as a note. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString("base64")}\n`;

/** Reads the text of a checkpoint, whose signature is checked before; undefined when the text is not a checkpoint. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const [, origin, size, root] = form.exec(text) ?? [];
  if (origin === undefined || root === undefined) return undefined;
  return { origin, size: Number(size), root: Buffer.from(root, "base64") };
}
