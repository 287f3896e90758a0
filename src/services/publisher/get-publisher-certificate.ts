import type {
  GetPublisherCertificateRequest,
  GetPublisherCertificateResponse,
} from "../../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { certificateToProto } from "./convert.ts";

/** One CA certificate of the publisher. */
export const getPublisherCertificate =
  (trust: TrustAuthority): Handler<GetPublisherCertificateRequest, GetPublisherCertificateResponse> =>
  async ({ request, read }) => {
    const stored = await read.publisherCertificates.get(request.publisherId, request.certificateId);
    if (!stored) throw new Failure("NOT_FOUND");
    return { publisherCertificate: certificateToProto(stored, trust) };
  };
