import { operations } from "../../../gen/rest/operations.ts";
import { Environment, type ServerServiceService } from "../../../gen/ts/pda/server/v1/server_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import { timestamp } from "../contract/timestamp.ts";

export interface ServerInfoDeps {
  readonly release: { readonly version: string; readonly commit: string | undefined };
  readonly sandbox: boolean;
}

const MAJOR = /^\/api\/v([0-9]+)\//;

/** The major versions of the contract, oldest first. */
const majors = [...new Set(operations.map(({ http }) => Number(MAJOR.exec(http?.template ?? "")?.[1] ?? 0)))]
  .filter((major) => major > 0)
  .sort((a, b) => a - b);

/** Returns what runs, and its real time; a sandbox's clock has an operation of its own. */
export const getServerInfo =
  ({ release, sandbox }: ServerInfoDeps): Handlers<typeof ServerServiceService>["getServerInfo"] =>
  async () => ({
    serverInfo: {
      version: release.version,
      apiVersions: majors.map((major) => `v${major}`),
      environment: sandbox ? Environment.ENVIRONMENT_SANDBOX : Environment.ENVIRONMENT_PRODUCTION,
      buildCommit: release.commit,
      serverTime: timestamp(new Date()),
    },
  });
