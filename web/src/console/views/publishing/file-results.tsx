// The result of each row of a file that was sent, those that failed first.
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { type AssetFile, faultText, type Result } from "../../api/asset-file.ts";
import { useList } from "../../api/list.ts";
import { Rows } from "../../components/rows.tsx";
import { Status } from "../../components/values.tsx";
import { publishing } from "../../texts/publishing.ts";

const names = publishing.file;

interface FileResultsProps {
  readonly publisherId: string;
  readonly file: AssetFile;
  readonly results: readonly Result[];
}

export function FileResults({ publisherId, file, results }: FileResultsProps) {
  const rows = useMemo(
    () =>
      results
        .map((result, place) => ({ line: file.lines[place] ?? 0, ...result }))
        .sort((a, b) => Number(b.status === "failed") - Number(a.status === "failed") || a.line - b.line),
    [file, results],
  );
  // A list like that of the service, so that a long one is shown as smoothly.
  const list = useList<(typeof rows)[number]>(
    ["file-results", file.reference, rows.length],
    async ({ pageSize, pageToken = "0" }) => {
      const next = Number(pageToken) + pageSize;
      const nextPageToken = next < rows.length ? String(next) : "";
      return { data: { items: rows.slice(Number(pageToken), next), nextPageToken } };
    },
  );
  return (
    <section>
      <h2>{names.results}</h2>
      <Rows
        label={names.results}
        list={list}
        keyOf={({ line }) => String(line)}
        columns={[
          { head: names.line, cell: ({ line }) => line },
          { head: publishing.assets.status, cell: ({ status }) => <Status of={status} /> },
          {
            head: names.asset,
            cell: ({ assetIdentifier: assetId, errors }) =>
              assetId === undefined ? (
                errors.map(faultText).join(" ")
              ) : (
                <Link to="/publishers/$publisherId/assets/$assetId" params={{ publisherId, assetId }}>
                  {assetId}
                </Link>
              ),
          },
        ]}
      />
    </section>
  );
}
