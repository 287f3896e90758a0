// The journal of a receiver, on disk: one line of the same length for each request, written before the answer.
import { readFileSync, statSync, writeSync } from "node:fs";

const lineBytes = 160;

/** A request that came. */
export interface Entry {
  /** Path of the endpoint. */
  readonly endpoint: string;
  /** Identifier in the header, and the one in the body. */
  readonly eventId: string;
  readonly bodyId: string;
  readonly subject: string;
  readonly accepted: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export function writeEntry(file: number, entry: Entry): void {
  const { endpoint, eventId, bodyId, subject, accepted, at } = entry;
  const text = [endpoint, eventId, bodyId, subject, accepted, at].join(" ");
  if (text.length >= lineBytes) throw new Error(`this does not fit into a line: ${text}`);
  writeSync(file, `${text.padEnd(lineBytes - 1)}\n`);
}

export function readEntries(path: string): Entry[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [endpoint, eventId, bodyId, subject, accepted, at] = line.trimEnd().split(" ") as [
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      return { endpoint, eventId, bodyId, subject, accepted: accepted === "true", at: Number(at) };
    });
}

export const countEntries = (path: string): number => Math.floor(statSync(path).size / lineBytes);
