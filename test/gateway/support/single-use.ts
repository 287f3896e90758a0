import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import {
  type RequestSignature,
  ResolveSingleUseRequest,
  ResolveSingleUseResponse,
  type SingleUseVerdict,
} from "../../../gen/ts/pda/access/v1/access_service.ts";
import { Failure } from "../../../src/rpc/failure.ts";
import { encodeStatus } from "../../../src/rpc/status.ts";
import type { TestCore } from "./test-core.ts";

export const RESOLVE_SINGLE_USE = "/pda.access.v1.AccessService/ResolveSingleUse";

/** Lets a core judge the signatures of requests. @param judge throws the Failure of a refused signature */
export function onSignature(
  core: TestCore,
  judge: (signature: RequestSignature) => Principal | Promise<Principal>,
): void {
  core.on("ResolveSingleUse", async ({ request }) => {
    const principals: Principal[] = [];
    const verdicts: SingleUseVerdict[] = [];
    for (const signature of signaturesIn(request))
      try {
        verdicts.push({
          verdict: { $case: "principal", value: principals.push(await judge(signature)) - 1 },
        });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        verdicts.push({ verdict: { $case: "refusal", value: Buffer.from(encodeStatus(error)) } });
      }
    return ResolveSingleUseResponse.encode({ principals, verdicts }).finish();
  });
}

/** Returns the signatures that a core was asked about. */
export const signaturesAsked = (core: TestCore): RequestSignature[] =>
  core.calls
    .filter(({ path }) => path === RESOLVE_SINGLE_USE)
    .flatMap(({ request }) => signaturesIn(request));

function signaturesIn(request: Uint8Array): RequestSignature[] {
  return ResolveSingleUseRequest.decode(request).proofs.map(({ proof }) => {
    if (proof?.$case !== "signature") throw new Error("a signature is expected");
    return proof.value;
  });
}
