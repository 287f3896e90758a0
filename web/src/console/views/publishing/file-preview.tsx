// A file before it is sent, while it is sent, and afterwards.
import { useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { type AssetFile, type Result, resultCsv, sendAssetFile } from "../../api/asset-file.ts";
import { queries } from "../../api/client.ts";
import { announce } from "../../components/announce.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { saveText } from "../../save.ts";
import { publishing } from "../../texts/publishing.ts";
import { fill } from "../../texts.ts";
import { FileResults } from "./file-results.tsx";

const names = publishing.file;
const ROWS_SHOWN = 5;
const FAULTS_SHOWN = 50;

interface FilePreviewProps {
  readonly publisherId: string;
  readonly file: AssetFile;
  readonly onBusy: (isBusy: boolean) => void;
}

type Phase = "before" | "sending" | "waiting" | "stopped" | "done";

export function FilePreview({ publisherId, file, onBusy }: FilePreviewProps) {
  const [phase, setPhase] = useState<Phase>("before");
  const [results, setResults] = useState<readonly Result[]>([]);
  const [error, setError] = useState<unknown>();
  const stop = useRef<AbortController>(undefined);
  // A view that is left sends no more. The job keeps what it has, so that the same file goes on from there.
  useEffect(() => () => stop.current?.abort(), []);
  const send = async () => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setError(undefined);
    setPhase("sending");
    onBusy(true);
    try {
      const all = await sendAssetFile({
        publisherId,
        file,
        signal,
        onProgress: (next) => {
          setResults(next);
          setPhase("sending");
        },
        onWait: () => setPhase("waiting"),
      });
      const isDone = all.length === file.items.length;
      setPhase(isDone ? "done" : "stopped");
      if (isDone) announce(summaryOf(file, all));
    } catch (failure) {
      if (!signal.aborted) setError(failure);
      setPhase("stopped");
    } finally {
      onBusy(false);
      void queries.resetQueries({ queryKey: ["assets", publisherId] });
    }
  };
  const isSending = phase === "sending" || phase === "waiting";
  const download = () =>
    saveText(resultCsv(file, results), `${file.name.replace(/\.csv$/i, "")}.results.csv`, "text/csv");
  return (
    <>
      <section className="panel">
        <h2>{file.name}</h2>
        <p>{fill(names.counts, { good: String(file.items.length), bad: String(file.faults.length) })}</p>
        {phase === "before" && <FirstRows file={file} />}
        <Faults file={file} />
        {phase === "before" && !file.allNamed && <p className="notice">{names.noReference}</p>}
        {phase !== "before" && (
          <p>
            <progress
              aria-label={names.progress}
              aria-valuetext={fill(names.done, {
                count: String(results.length),
                all: String(file.items.length),
              })}
              value={results.length}
              max={file.items.length}
            />{" "}
            <span role="status">
              {phase === "waiting"
                ? names.waiting
                : phase === "done"
                  ? summaryOf(file, results)
                  : fill(names.done, { count: String(results.length), all: String(file.items.length) })}
            </span>
          </p>
        )}
        {phase === "stopped" && <p className="notice">{names.stopped}</p>}
        <ErrorNotice error={error} />
        <p className="actions">
          {(phase === "before" || phase === "stopped") && file.items.length > 0 && (
            <Button className="main" onPress={() => void send()}>
              {phase === "before" ? fill(names.send, { count: String(file.items.length) }) : names.goOn}
            </Button>
          )}
          {isSending && <Button onPress={() => stop.current?.abort()}>{names.stop}</Button>}
          {(phase === "done" || phase === "stopped") && <Button onPress={download}>{names.download}</Button>}
        </p>
      </section>
      {phase === "done" && <FileResults publisherId={publisherId} file={file} results={results} />}
    </>
  );
}

function summaryOf({ faults }: AssetFile, results: readonly Result[]): string {
  const count = (status: string): string => String(results.filter((each) => each.status === status).length);
  const failed = String(Number(count("failed")) + faults.length);
  return fill(names.summary, { issued: count("issued"), already: count("already_issued"), failed });
}

function FirstRows({ file: { items, lines } }: { readonly file: AssetFile }) {
  if (items.length === 0) return null;
  return (
    <div className="wide">
      <table>
        <caption>{names.firstRows}</caption>
        <thead>
          <tr>
            {[
              names.line,
              publishing.assets.kind,
              publishing.assets.name,
              publishing.assets.type,
              names.reference,
            ].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.slice(0, ROWS_SHOWN).map(({ assetProfile, assetType, reference }, place) => (
            <tr key={lines[place]}>
              <td>{lines[place]}</td>
              <td>{assetProfile.kind}</td>
              <td>{assetProfile.name}</td>
              <td>{assetType}</td>
              <td>{reference}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Faults({ file: { faults } }: { readonly file: AssetFile }) {
  if (faults.length === 0) return null;
  return (
    <div className="notice bad" role="status">
      <p>{names.faults}</p>
      <ul>
        {faults.slice(0, FAULTS_SHOWN).map(({ line, message }) => (
          <li key={line}>{fill(names.faultAt, { line: String(line), message })}</li>
        ))}
      </ul>
      {faults.length > FAULTS_SHOWN && (
        <p>{fill(names.moreFaults, { count: String(faults.length - FAULTS_SHOWN) })}</p>
      )}
    </div>
  );
}
