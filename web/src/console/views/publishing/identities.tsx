// The keys with which a publisher signs digital identities. It signs them itself: no claim ever comes to the service.
import { getRouteApi } from "@tanstack/react-router";
import { identityIssuers } from "../../api/certificates.ts";
import { publishing } from "../../texts/publishing.ts";
import { CertificateList } from "./certificate-list.tsx";
import { PublisherView } from "./publisher-view.tsx";

const route = getRouteApi("/publishers/$publisherId/identities");
const names = publishing.identities;

export function Identities() {
  const { publisherId } = route.useParams();
  return (
    <PublisherView publisherId={publisherId} title={names.title}>
      <p>
        {names.text} <a href="/docs/guides/digital-identities">{names.guide}</a>
      </p>
      <CertificateList publisherId={publisherId} sort={identityIssuers(publisherId)} />
    </PublisherView>
  );
}
