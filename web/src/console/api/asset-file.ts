// Issues the assets of a CSV file by issuance jobs, as `pda issue` does: the jobs are named by what the rows say, so a repeat goes on where
// the first attempt has ended, and issues nothing twice, in this browser, another one or on the command line.
import { items, PdaConnectionError, PdaError, PdaProtocolError } from "@pda/client/browser";
import { csvRows } from "../../../../src/domain/asset-file/columns.ts";
import { RowProblem } from "../../../../src/domain/asset-file/problem.ts";
import { OAuthError } from "../session/oauth.ts";
import { api, type Schemas } from "./client.ts";

type Item = Schemas["AssetSpecification"];
export type Result = Schemas["IssuanceItem"];

/** The most that a job takes. */
export const ROWS_MAX = 100_000;
/** Bytes of a file. */
export const FILE_BYTES_MAX = 50_000_000;
/** A request has few enough items that progress can be seen. */
const PIECE_ITEMS = 200;
const PIECE_BYTES_MAX = 3_500_000;

/** A file that was read, and not yet sent. */
export interface AssetFile {
  readonly name: string;
  readonly items: readonly Item[];
  /** Line of each item. */
  readonly lines: readonly number[];
  readonly faults: readonly { readonly line: number; readonly message: string }[];
  /** Names the job. */
  readonly reference: string;
  /** Each row has a reference, so that a corrected file issues only what is missing. */
  readonly allNamed: boolean;
}

/** Reads a file. @throws HeaderProblem */
export async function readAssetFile(name: string, bytes: Uint8Array): Promise<AssetFile> {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const found: Item[] = [];
  const lines: number[] = [];
  const faults: { line: number; message: string }[] = [];
  const said = ["csv\n"];
  for await (const { line, item } of csvRows(inPieces(hasMark ? bytes.subarray(3) : bytes))) {
    if (item instanceof RowProblem) {
      faults.push({ line, message: item.message });
      said.push("-\n");
      continue;
    }
    found.push(item);
    lines.push(line);
    said.push(`${JSON.stringify(item)}\n`);
  }
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(said.join(""))),
  );
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const allNamed = found.every(({ reference }) => reference !== undefined);
  return { name, items: found, lines, faults, reference: `pda-issue:${hash}:1`, allNamed };
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const size = 65_536;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Sending {
  readonly publisherId: string;
  readonly file: AssetFile;
  /** Called after each request, with all results so far. */
  readonly onProgress: (results: readonly Result[]) => void;
  /** Called when the service does not answer, before the same request is sent again. */
  readonly onWait: () => void;
  readonly signal: AbortSignal;
}

/** Sends the items of a file, and returns the result of each. @throws PdaError when the service refuses a whole request */
export async function sendAssetFile({
  publisherId,
  file,
  onProgress,
  onWait,
  signal,
}: Sending): Promise<readonly Result[]> {
  const insist = <T>(ask: () => Promise<T>) => persistently(ask, onWait, signal);
  const body = { reference: file.reference, itemCount: file.items.length };
  const { data: job } = await insist(() =>
    api().POST("/api/v1/publishers/{publisherId}/issuance-jobs", { params: { path: { publisherId } }, body }),
  );
  const path = { publisherId, issuanceJobId: job.issuanceJobId };
  const results: Result[] = [];
  // What an earlier attempt has sent keeps its results.
  const earlier = items((page) =>
    insist(() =>
      api().GET("/api/v1/publishers/{publisherId}/issuance-jobs/{issuanceJobId}/items", {
        params: { path, query: { pageSize: 200, ...page } },
      }),
    ),
  );
  if (job.receivedCount > 0) for await (const each of earlier) results.push(each);
  onProgress([...results]);
  while (results.length < file.items.length && !signal.aborted) {
    const firstIndex = results.length;
    const piece = pieceOf(file.items, firstIndex);
    // The job itself keeps an item from being issued twice: the same items again get the results that they have.
    const { data } = await insist(() =>
      api().POST("/api/v1/publishers/{publisherId}/issuance-jobs/{issuanceJobId}/items", {
        params: { path },
        body: { firstIndex, items: piece },
      }),
    );
    results.push(...data.items);
    onProgress([...results]);
  }
  return results;
}

function pieceOf(all: readonly Item[], first: number): Item[] {
  const piece: Item[] = [];
  let bytes = 0;
  for (const item of all.slice(first, first + PIECE_ITEMS)) {
    bytes += JSON.stringify(item).length * 3;
    if (piece.length > 0 && bytes > PIECE_BYTES_MAX) break;
    piece.push(item);
  }
  return piece;
}

const WAIT_MS_FIRST = 500;
const WAIT_MS_MAX = 10_000;

/** Repeats a call until the service answers it, or the reader stops. */
async function persistently<T>(ask: () => Promise<T>, onWait: () => void, signal: AbortSignal): Promise<T> {
  for (let waitMs = WAIT_MS_FIRST; ; waitMs = Math.min(2 * waitMs, WAIT_MS_MAX)) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error) || signal.aborted) throw error;
      onWait();
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (signal.aborted) throw new DOMException("stopped", "AbortError");
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof PdaConnectionError ||
  // The page of a proxy that does not reach the service.
  (error instanceof PdaProtocolError && error.status >= 500) ||
  (error instanceof PdaError && (error.status >= 500 || error.status === 429)) ||
  // A new access token could not be fetched.
  (error instanceof OAuthError && error.isPassing) ||
  error instanceof TypeError;

/** Returns the results as CSV, a line for each row of the file in its order. */
export function resultCsv({ items: sent, lines, faults }: AssetFile, results: readonly Result[]): string {
  const rows = [
    ...results.map(({ status, assetIdentifier = "", errors }, place) => ({
      line: lines[place] ?? 0,
      cells: [status, assetIdentifier, sent[place]?.reference ?? "", errors.map(faultText).join(" ")],
    })),
    ...faults.map(({ line, message }) => ({ line, cells: ["failed", "", "", message] })),
  ].sort((a, b) => a.line - b.line);
  const head = ["line", "status", "assetIdentifier", "reference", "errors"].join(",");
  const body = rows.map(({ line, cells }) => [String(line), ...cells.map(cellOf)].join(","));
  return `${[head, ...body].join("\r\n")}\r\n`;
}

/** Returns a fault as people read it. */
export const faultText = ({ field, message }: Schemas["ItemFault"]): string =>
  field === "" ? message : `${field}: ${message}`;

/** A cell of RFC 4180. One that a spreadsheet would calculate begins with an apostrophe (CWE-1236). */
function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
