// Issues the assets of a CSV file: looked at first, then sent in pieces.
import { getRouteApi } from "@tanstack/react-router";
import { type DragEvent, useState } from "react";
import { HeaderProblem } from "../../../../../src/domain/asset-file/problem.ts";
import { useActing } from "../../acting.ts";
import { type AssetFile, FILE_BYTES_MAX, readAssetFile, ROWS_MAX } from "../../api/asset-file.ts";
import { FileButton } from "../../components/file-button.tsx";
import { publishing } from "../../texts/publishing.ts";
import { fill, texts } from "../../texts.ts";
import { FilePreview } from "./file-preview.tsx";
import { PublisherView } from "./publisher-view.tsx";

const route = getRouteApi("/publishers/$publisherId/issue-file");
const names = publishing.file;

export function IssueFile() {
  const { publisherId } = route.useParams();
  const { may } = useActing();
  const [file, setFile] = useState<AssetFile>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const take = async (given: File | undefined) => {
    if (!given) return;
    setFile(undefined);
    setFault(undefined);
    if (given.size > FILE_BYTES_MAX) return setFault(names.tooLarge);
    try {
      const read = await readAssetFile(given.name, new Uint8Array(await given.arrayBuffer()));
      if (read.items.length + read.faults.length === 0) setFault(names.noRows);
      else if (read.items.length > ROWS_MAX) setFault(names.tooMany);
      else setFile(read);
    } catch (error) {
      if (!(error instanceof HeaderProblem)) return setFault(names.unreadable);
      setFault(fill(names.header, { why: error.message }));
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (!isBusy) void take(event.dataTransfer.files[0]);
  };
  return (
    <PublisherView publisherId={publisherId} title={names.title}>
      {may("publishers.issue") ? (
        <>
          <section className="panel" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
            <p>{names.intro}</p>
            <p className="hint">{names.columns}</p>
            <p className="actions">
              <FileButton
                label={names.choose}
                accept=".csv,text/csv"
                onFile={(given) => void take(given)}
                isDisabled={isBusy}
              />
              <span>{names.drop}</span>
            </p>
            {fault !== undefined && (
              <p className="wrong" role="alert">
                {fault}
              </p>
            )}
          </section>
          {file && (
            <FilePreview key={file.reference} publisherId={publisherId} file={file} onBusy={setBusy} />
          )}
        </>
      ) : (
        <p className="notice">{texts.errors.notAllowed}</p>
      )}
    </PublisherView>
  );
}
