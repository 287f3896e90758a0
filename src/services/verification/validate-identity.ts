import type {
  ValidateIdentityRequest,
  ValidateIdentityResponse,
} from "../../../gen/ts/pda/verification/v1/identity_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import { idempotencyCaller } from "../../rpc/tenant.ts";
import type { IdentityEvidence } from "../../store/verification/identity-evidence.ts";
import type { TakenIdentityChallenge } from "../../store/verification/identity-challenges.ts";
import { parseCertificate } from "../../trust/certificate.ts";
import {
  evaluateIdentity,
  type IdentityFacts,
  type ReadIdentity,
  readIdentity,
} from "../../trust/identity.ts";
import type { ServiceDeps } from "../deps.ts";
import { momentOf } from "./convert.ts";
import { identityReceipt } from "./identity-receipt.ts";
import { identityRequestOf, identityToProto } from "./identity-convert.ts";

type Deps = Pick<ServiceDeps, "trust" | "receipts" | "statusLists">;

/**
 * Whether a digital identity shows what is asked for; a negative verdict is an answer, not an error. What the credential says stays in
 * this function: it is in no answer, no log and no row.
 */
export const validateIdentity =
  (deps: Deps): Handler<ValidateIdentityRequest, ValidateIdentityResponse> =>
  async ({ request, principal, transact }) => {
    const identity = readIdentity(request.presentation);
    const asked = identityRequestOf(request);
    return transact(async (tx) => {
      // Taken first: what is taken is used up, whatever comes of the rest.
      const challenge = await tx.identityChallenges.take(idempotencyCaller(principal), request.nonce);
      const found = await tx.identityEvidence.find(named(identity));
      // Real time, never a sandbox's: certificates and wallets live in the world.
      const { now, validUntil } = momentOf(new Date());
      const facts = factsOf(found, { challenge, request, deps, validUntil });
      const answer = evaluateIdentity(identity, asked, facts, now);
      const validation = identityToProto(answer);
      if (request.receipt)
        validation.receipt = identityReceipt(deps.receipts, { request, asked, answer, challenge });
      return { identity: validation };
    });
  };

/** What is to be looked up; the same statement where nothing can be read. */
function named(identity: ReadIdentity) {
  const chain = identity.readable && typeof identity.chain !== "string" ? identity.chain : undefined;
  const keyIdentifier = chain?.leaf.extensions.authorityKeyIdentifier?.keyIdentifier ?? new Uint8Array();
  return {
    assetId: identity.readable ? identity.assetId : undefined,
    fingerprint: chain?.leaf.fingerprint ?? "",
    keyIdentifier: Buffer.from(keyIdentifier).toString("hex"),
  };
}

function factsOf(
  { asset, issuer, authorities }: IdentityEvidence,
  {
    challenge,
    request: { nonce },
    deps: { trust, statusLists },
    validUntil,
  }: {
    challenge: TakenIdentityChallenge | undefined;
    request: ValidateIdentityRequest;
    deps: Deps;
    validUntil: Date;
  },
): IdentityFacts {
  return {
    asset: asset
      ? {
          publisherId: asset.publisherId,
          isIdentity: asset.kind === "identity",
          state: asset.status,
          listed: statusLists.claim("assets", asset.statusNumber),
        }
      : null,
    issuer: issuer ?? null,
    authorities: authorities.map(({ certificate, ...registered }) => ({
      ...registered,
      certificate: parseCertificate(certificate),
    })),
    anchors: trust.anchors,
    challenge: challenge ? { ...challenge, nonce } : null,
    validUntil,
  };
}
