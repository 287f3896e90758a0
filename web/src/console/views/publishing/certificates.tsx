// The certificates with which a publisher certifies devices, and with which it calls the service.
import { getRouteApi } from "@tanstack/react-router";
import { accessCertificates, caCertificates } from "../../api/certificates.ts";
import { publishing } from "../../texts/publishing.ts";
import { CertificateList } from "./certificate-list.tsx";
import { PublisherView } from "./publisher-view.tsx";

const route = getRouteApi("/publishers/$publisherId/certificates");

export function Certificates() {
  const { publisherId } = route.useParams();
  return (
    <PublisherView publisherId={publisherId} title={publishing.certificates.title}>
      <CertificateList publisherId={publisherId} sort={caCertificates(publisherId)} />
      <CertificateList publisherId={publisherId} sort={accessCertificates(publisherId)} />
    </PublisherView>
  );
}
