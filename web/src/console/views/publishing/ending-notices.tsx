// Warns of certificates that end soon, or have ended.
import type { Certificate, Sort } from "../../api/certificates.ts";
import { serviceNow } from "../../api/client.ts";
import { expiryOf } from "../../api/expiry.ts";
import { useList } from "../../api/list.ts";
import { publishing } from "../../texts/publishing.ts";
import { fill } from "../../texts.ts";

const names = publishing.certificates;

export const useCertificates = (publisherId: string, sort: Sort) =>
  useList<Certificate>(["certificates", publisherId, sort.name], (page) => sort.list(page));

interface EndingNoticesProps {
  readonly publisherId: string;
  readonly sort: Sort;
}

/** Nothing while all certificates of the sort that were read are good for longer. */
export function EndingNotices({ publisherId, sort }: EndingNoticesProps) {
  const { data } = useCertificates(publisherId, sort);
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  return all.map(({ certificateId, status, notAfterTime }) => {
    const expiry = expiryOf(notAfterTime, serviceNow());
    if (status !== "active" || expiry.is === "fine") return null;
    const said =
      expiry.is === "soon"
        ? fill(names.endsSoon, { id: certificateId, days: String(expiry.days) })
        : fill(names.hasEnded, { id: certificateId });
    return (
      <p key={certificateId} className="notice bad" data-expiry={expiry.is}>
        {said} {names.sorts[sort.name].renew}
      </p>
    );
  });
}
