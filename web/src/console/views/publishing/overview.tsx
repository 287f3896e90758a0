// One publisher, and where to go on.
import { getRouteApi, Link } from "@tanstack/react-router";
import { useActing } from "../../acting.ts";
import { accessCertificates, caCertificates, identityIssuers } from "../../api/certificates.ts";
import { usePublisher } from "../../api/publisher.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Copyable, Status, Time } from "../../components/values.tsx";
import { publishing } from "../../texts/publishing.ts";
import { texts } from "../../texts.ts";
import { EndingNotices } from "./ending-notices.tsx";
import { PublisherView } from "./publisher-view.tsx";

const route = getRouteApi("/publishers/$publisherId");
const names = publishing.overview;

export function PublisherOverview() {
  const { publisherId } = route.useParams();
  const { may } = useActing();
  const publisher = usePublisher(publisherId);
  const params = { publisherId };
  return (
    <PublisherView publisherId={publisherId} title={names.title}>
      <ErrorNotice error={publisher.error} onRetry={publisher.refetch} />
      {publisher.isPending && <p role="status">{texts.loading}</p>}
      {publisher.data && (
        <dl className="facts panel">
          <dt>{names.name}</dt>
          <dd>{publisher.data.name}</dd>
          <dt>{names.id}</dt>
          <dd>
            <Copyable text={publisherId} label={names.id} />
          </dd>
          <dt>{names.status}</dt>
          <dd>
            <Status of={publisher.data.status} />
          </dd>
          <dt>{names.created}</dt>
          <dd>
            <Time at={publisher.data.createTime} />
          </dd>
        </dl>
      )}
      {[caCertificates, accessCertificates, identityIssuers].map((sortOf) => (
        <EndingNotices key={sortOf(publisherId).name} publisherId={publisherId} sort={sortOf(publisherId)} />
      ))}
      <h2>{names.next}</h2>
      <ul>
        {may("publishers.write") && (
          <li>
            <Link to="/publishers/$publisherId/asset-types" params={params}>
              {names.defineFirst}
            </Link>
          </li>
        )}
        {may("publishers.issue") && (
          <li>
            <Link to="/publishers/$publisherId/issue" params={params}>
              {names.issueFirst}
            </Link>
          </li>
        )}
        <li>
          <Link to="/verify">{names.verifyFirst}</Link>
        </li>
      </ul>
    </PublisherView>
  );
}
