import type {
  VerifyAuthenticityRequest,
  VerifyAuthenticityResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import type { Tenant } from "../../domain/access/principal.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { Evidence } from "../../store/asset/evidence.ts";
import type { Audience } from "../../trust/authenticity/audience.ts";
import type { AuthenticityFacts, RegisteredPublisherCertificate } from "../../trust/authenticity/facts.ts";
import { evaluateAuthenticity } from "../../trust/authenticity.ts";
import type { TrustAuthority } from "../trust-authority.ts";
import { authenticityToProto } from "./convert.ts";
import type { CertificateJudge } from "./judge.ts";

/** How long an answer may be relied on: as long as a status list would be kept. */
const answerTtlMs = 300_000;

/** Whether an asset is what it claims to be. Changes nothing; a negative verdict is an answer, not an error. */
export const verifyAuthenticity =
  (
    trust: TrustAuthority,
    judge: CertificateJudge,
  ): Handler<VerifyAuthenticityRequest, VerifyAuthenticityResponse> =>
  async ({ request, tenant, read }) => {
    const presented = judge.read(request.deviceCertificate);
    const { leaf } = presented.chain;
    const keyIdentifier = leaf.extensions.authorityKeyIdentifier?.keyIdentifier ?? new Uint8Array();
    // Real time, never a sandbox's: certificates live in the world.
    const now = new Date();
    const evidence = await read.evidence.find(request.assetId, keyIdentifier, leaf.fingerprint);

    const registered = evidence.publisherCertificates.map(
      (found): RegisteredPublisherCertificate => ({
        certificate: judge.registered(found),
        revokedAt: found.revokedAt,
        publisherId: found.publisherId,
        publisherHost: trust.hostOf(found.publisherId),
        publisherActive: found.publisherActive,
      }),
    );
    const verdict = judge.judge(
      presented,
      registered.map(({ certificate }) => certificate),
    );
    const facts = factsOf(evidence, registered, leaf.fingerprint, now);
    const answer = evaluateAuthenticity(verdict, facts, now, audienceOf(tenant, evidence));
    return { authenticity: authenticityToProto(request.assetId, answer) };
  };

function factsOf(
  { asset, device }: Evidence,
  publisherCertificates: readonly RegisteredPublisherCertificate[],
  fingerprint: string,
  now: Date,
): AuthenticityFacts {
  return {
    publisherCertificates,
    asset: asset
      ? {
          assetId: asset.assetId,
          publisherId: asset.publisherId,
          lifecycle: asset.status,
          minimumAssurance: "static",
        }
      : null,
    device: device ? { fingerprint, ...device } : null,
    status: { asOf: now, validUntil: new Date(now.getTime() + answerTtlMs) },
    proof: null,
  };
}

/** Reasons in full are for the operator and for the publisher of the asset that was named. */
function audienceOf(tenant: Tenant, { asset }: Evidence): Audience {
  const own = tenant.kind === "publisher" && tenant.publisherId === asset?.publisherId;
  return own || tenant.kind === "all" ? "publisher" : "public";
}
