import { PassServiceService } from "../../../gen/ts/pda/publisher/v1/pass_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { getDevicePass } from "./get-device-pass.ts";

/** Passes of devices. */
export function passService(deps: Pick<ServiceDeps, "receipts" | "statusLists">): ServedMethod[] {
  return implement(PassServiceService, { getDevicePass: getDevicePass(deps) });
}
