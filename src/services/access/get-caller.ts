import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import {
  type Caller,
  CallerKind,
  type CallerServiceService,
} from "../../../gen/ts/pda/access/v1/caller_service.ts";
import type { Handlers } from "../../rpc/handler.ts";

/** Returns for whom the caller's credential acts. */
export const getCaller: Handlers<typeof CallerServiceService>["getCaller"] = async ({ principal }) => ({
  caller: callerOf(principal),
});

function callerOf({ kind, tenantId, credentialId, deviceId, scopes }: Principal): Caller {
  const whose = { merchantId: undefined, publisherId: undefined, walletId: undefined, deviceId };
  const rest = { ...whose, credentialId, scopes: scopes.toSorted() };
  switch (kind) {
    case PrincipalKind.PRINCIPAL_KIND_OPERATOR:
      return { ...rest, kind: CallerKind.CALLER_KIND_OPERATOR };
    case PrincipalKind.PRINCIPAL_KIND_MERCHANT:
      return { ...rest, kind: CallerKind.CALLER_KIND_MERCHANT, merchantId: tenantId };
    case PrincipalKind.PRINCIPAL_KIND_PUBLISHER:
      return { ...rest, kind: CallerKind.CALLER_KIND_PUBLISHER, publisherId: tenantId };
    case PrincipalKind.PRINCIPAL_KIND_WALLET:
      // A holder whose wallet is still to be created has none yet.
      return { ...rest, kind: CallerKind.CALLER_KIND_HOLDER, walletId: tenantId || undefined };
    case PrincipalKind.PRINCIPAL_KIND_SERVICE:
      return { ...rest, kind: CallerKind.CALLER_KIND_SERVICE };
    default:
      throw new Error(`a caller of kind ${kind} has no credential`);
  }
}
