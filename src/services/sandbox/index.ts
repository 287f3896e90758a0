import { SandboxServiceService } from "../../../gen/ts/pda/sandbox/v1/sandbox_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { fundWallet } from "./fund-wallet.ts";
import { advanceClock, getSandbox } from "./sandbox.ts";

/** Sandbox API; the pipeline serves it in sandbox mode only. */
export function sandboxService(
  deps: Pick<ServiceDeps, "networks" | "sandboxAssets" | "clock">,
): ServedMethod[] {
  return implement(SandboxServiceService, {
    getSandbox: getSandbox(deps),
    advanceClock: advanceClock(deps),
    fundWallet,
  });
}
