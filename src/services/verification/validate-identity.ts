import type {
  IdentityServiceService,
  ValidateIdentityRequest,
} from "../../../gen/ts/pda/verification/v1/identity_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { idempotencyCaller } from "../../rpc/tenant.ts";
import type { TakenIdentityChallenge } from "../../store/verification/identity-challenges.ts";
import type { IdentityEvidence } from "../../store/verification/identity-evidence.ts";
import { parseCertificate } from "../../trust/certificate.ts";
import {
  evaluateIdentity,
  type IdentityFacts,
  type ReadIdentity,
  readIdentity,
} from "../../trust/identity.ts";
import type { ServiceDeps } from "../deps.ts";
import { momentOf } from "./convert.ts";
import { identityRequestOf, identityToProto } from "./identity-convert.ts";
import { identityReceipt } from "./identity-receipt.ts";

type Deps = Pick<ServiceDeps, "trust" | "receipts" | "statusLists">;

/**
 * Validates that a digital identity satisfies a request. A negative verdict is an answer, not an error. The credential's claims stay in
 * this function: no answer, log or row contains them.
 */
export const validateIdentity =
  (deps: Deps): Handlers<typeof IdentityServiceService>["validateIdentity"] =>
  async ({ request, principal, transact }) => {
    const identity = readIdentity(request.presentation);
    const asked = identityRequestOf(request);
    return transact(async (tx) => {
      // The challenge is taken first, so that it is consumed whatever the verdict is.
      const challenge = await tx.identityChallenges.take(idempotencyCaller(principal), request.nonce);
      const found = await tx.identityEvidence.find(named(identity));
      // Real time, never a sandbox's clock, because certificates and wallets exist outside the sandbox.
      const { now, validUntil } = momentOf(new Date());
      const facts = factsOf(found, { challenge, request, deps, validUntil });
      const answer = evaluateIdentity(identity, asked, facts, now);
      const validation = identityToProto(answer);
      if (request.receipt)
        validation.receipt = identityReceipt(deps.receipts, { request, asked, answer, challenge });
      return { identity: validation };
    });
  };

/** Returns the values to look up. An unreadable identity gets the same statement with empty values. */
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
