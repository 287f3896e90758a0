import type { Sandbox } from "../../../gen/ts/pda/sandbox/v1/sandbox_service.ts";
import type { ClockReader } from "../../store/clock.ts";
import type { ServiceDeps } from "../deps.ts";
import { timestamp } from "../timestamp.ts";

/** The sandbox as it is now. @param networks those that are served, asked for beforehand */
export async function sandboxState(
  clock: ClockReader,
  networks: readonly string[],
  { sandboxAssets }: Pick<ServiceDeps, "sandboxAssets">,
): Promise<Sandbox> {
  return {
    clockTime: timestamp(await clock.now()),
    clockOffsetSeconds: await clock.offsetSeconds(),
    networks: [...networks],
    networkAssets: [...sandboxAssets],
  };
}
