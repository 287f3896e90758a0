// Certificates of one sort: listed with their ends, made for a signing request, and revoked.
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import { useActing } from "../../acting.ts";
import type { Sort } from "../../api/certificates.ts";
import { Confirmed } from "../../components/confirmed.tsx";
import { ButtonDialog } from "../../components/dialog.tsx";
import { Rows } from "../../components/rows.tsx";
import { Status, Time } from "../../components/values.tsx";
import { saveText } from "../../save.ts";
import { publishing } from "../../texts/publishing.ts";
import { fill } from "../../texts.ts";
import { EndingNotices, useCertificates } from "./ending-notices.tsx";
import { NewCertificate } from "./new-certificate.tsx";

const names = publishing.certificates;

interface CertificateListProps {
  readonly publisherId: string;
  readonly sort: Sort;
}

export function CertificateList({ publisherId, sort }: CertificateListProps) {
  const { may } = useActing();
  const queries = useQueryClient();
  const list = useCertificates(publisherId, sort);
  const changed = () => queries.resetQueries({ queryKey: ["certificates", publisherId, sort.name] });
  const words = names.sorts[sort.name];
  return (
    <section>
      <div className="view-head">
        <h2>{words.title}</h2>
        {may(...sort.makers) && (
          <ButtonDialog label={words.make} title={words.make} onClosed={changed}>
            {() => <NewCertificate sort={sort} />}
          </ButtonDialog>
        )}
      </div>
      <p className="quiet">{words.text}</p>
      <EndingNotices publisherId={publisherId} sort={sort} />
      <Rows
        label={words.title}
        list={list}
        keyOf={({ certificateId }) => certificateId}
        columns={[
          {
            head: names.certificate,
            cell: ({ certificateId, role }) => (
              <>
                <code>{certificateId}</code> {role}
              </>
            ),
          },
          { head: names.status, cell: ({ status }) => <Status of={status} /> },
          { head: names.made, cell: ({ createTime }) => <Time at={createTime} /> },
          { head: names.until, cell: ({ notAfterTime }) => <Time at={notAfterTime} /> },
          {
            head: names.actions,
            cell: ({ certificateId, certificateChain, status }) => (
              <span className="actions">
                <Button
                  className="small"
                  aria-label={`${names.download} ${certificateId}`}
                  onPress={() => saveText(certificateChain, `${certificateId}.pem`, "application/x-pem-file")}
                >
                  {names.download}
                </Button>
                {status === "active" && may(...sort.revokers) && (
                  <Confirmed
                    label={names.revoke}
                    title={fill(names.revokeTitle, { id: certificateId })}
                    text={words.revokeText}
                    busy={names.revoking}
                    done={names.revoked}
                    className="small danger"
                    {...(sort.reasons.length === 0
                      ? {}
                      : {
                          reason: {
                            label: names.reason,
                            options: ["", ...sort.reasons].map((value) => ({
                              value,
                              text: names.reasons[value] ?? value,
                            })),
                          },
                        })}
                    act={(reason, intent) => sort.revoke(certificateId, reason, intent)}
                    onDone={changed}
                  />
                )}
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}
