import type {
  GetSandboxRequest,
  GetSandboxResponse,
} from "../../../gen/ts/pda/sandbox/v1/sandbox_service.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { ServiceDeps } from "../deps.ts";
import { sandboxState } from "./state.ts";

/** The sandbox clock, the networks and the assets that can be used. */
export const getSandbox =
  (deps: Pick<ServiceDeps, "networks" | "sandboxAssets">): Handler<GetSandboxRequest, GetSandboxResponse> =>
  async ({ read }) => ({ sandbox: await sandboxState(read.clock, await deps.networks.list(), deps) });
