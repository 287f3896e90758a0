import type {
  IssuePublisherCertificateRequest,
  IssuePublisherCertificateResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { registryEntry } from "./certificate-index.ts";
import { certificateToProto } from "./convert.ts";
import { requireIssuing } from "./own-publisher.ts";
import { requireSigningRequest } from "./signing-request.ts";

/** A CA certificate for the publisher's own key, constrained to the publisher's names. */
export const issuePublisherCertificate =
  (trust: TrustAuthority): Handler<IssuePublisherCertificateRequest, IssuePublisherCertificateResponse> =>
  async ({ request, transact }) => {
    const { spki } = requireSigningRequest(request.certificateSigningRequest);
    return transact(async (tx) => {
      const publisher = await requireIssuing(tx.publishers, request.publisherId);
      const stored = await tx.publisherCertificates.insert({
        certificateId: newId("certificate"),
        publisherId: publisher.publisherId,
        ...registryEntry(trust.issuePublisherCa(publisher, spki)),
      });
      return { publisherCertificate: certificateToProto(stored, trust) };
    });
  };
