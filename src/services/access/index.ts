import { AccessServiceService } from "../../../gen/ts/pda/access/v1/access_service.ts";
import { CallerServiceService } from "../../../gen/ts/pda/access/v1/caller_service.ts";
import { OutcomeServiceService } from "../../../gen/ts/pda/access/v1/outcome_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import { tokenHash } from "../../trust/dpop/proof.ts";
import type { ServiceDeps } from "../deps.ts";
import { principalOfCertificate } from "./client-certificate.ts";
import { resolveCredential } from "./credential.ts";
import { useDpopProofs, verifiedProof } from "./dpop.ts";
import { getCaller } from "./get-caller.ts";
import { getOutcome } from "./get-outcome.ts";
import { recordRefusals } from "./refusals.ts";
import { reportProcess } from "./report-process.ts";
import { leaseQuotas } from "./quotas.ts";
import { resolveSingleUse } from "./single-use.ts";
import { resolveToken } from "./token.ts";

/** Serves the gateway's questions to whom a credential belongs. */
export function accessService(
  deps: Pick<ServiceDeps, "store" | "trust" | "log" | "rateSubjects" | "tokens" | "audit" | "signingKeys"> &
    Partial<Pick<ServiceDeps, "keyUse">>,
): ServedMethod[] {
  const singleUse = { ...deps.tokens, store: deps.store, log: deps.log };
  return implement(AccessServiceService, {
    resolveCredential: async ({ request }) => {
      const { principal, allowedNetworks } = await resolveCredential(
        deps,
        request.credential,
        request.address,
      );
      return { principal, allowedNetworks: [...allowedNetworks] };
    },
    resolveToken: async ({ request: { token, dpopProof, ...source } }) => {
      const proven = dpopProof && (await verifiedProof(dpopProof, tokenHash(token)));
      return resolveToken(deps.tokens, token, proven ? { ...source, ...proven } : source);
    },
    useDpopProofs: ({ request }) => useDpopProofs(deps.tokens, request),
    resolveCertificate: async ({ request }) => ({
      principal: await principalOfCertificate(deps, request.certificate),
    }),
    resolveSingleUse: ({ request, requestId }) => resolveSingleUse(singleUse, request, requestId),
    recordRefusals: async ({ request }) => recordRefusals(deps.audit, request),
    leaseAnswerKey: async () => {
      const { keyId, key } = deps.signingKeys.of("answer");
      return { keyId, privateKey: key.export({ format: "der", type: "pkcs8" }).toString("base64") };
    },
    reportProcess: ({ request }) => reportProcess(deps, request),
    leaseQuotas: async ({ request }) => ({ leases: await leaseQuotas(deps, request) }),
  });
}

/** Serves the outcomes of requests by their idempotency keys, for the operations of all families. */
export function outcomeService(deps: Pick<ServiceDeps, "sealer">): ServedMethod[] {
  return implement(OutcomeServiceService, { getOutcome: getOutcome(deps) });
}

/** Tells callers for whom their credentials act. */
export const callerService = (): ServedMethod[] => implement(CallerServiceService, { getCaller });
