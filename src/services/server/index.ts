import { ServerServiceService } from "../../../gen/ts/pda/server/v1/server_service.ts";
import { implement, type ServedMethod } from "../../rpc/handler.ts";
import { getServerInfo, type ServerInfoDeps } from "./get-server-info.ts";

/** Server API. */
export function serverService(deps: ServerInfoDeps): ServedMethod[] {
  return implement(ServerServiceService, { getServerInfo: getServerInfo(deps) });
}
