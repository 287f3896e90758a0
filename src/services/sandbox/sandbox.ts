import type { Sandbox, SandboxServiceService } from "../../../gen/ts/pda/sandbox/v1/sandbox_service.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { ClockReader } from "../../store/clock.ts";
import { timestamp } from "../contract/timestamp.ts";
import type { ServiceDeps } from "../deps.ts";

type Service = Handlers<typeof SandboxServiceService>;

/** The sandbox clock, the networks and the assets that can be used. */
export const getSandbox =
  (deps: Pick<ServiceDeps, "networks" | "sandboxAssets">): Service["getSandbox"] =>
  async ({ read }) => ({ sandbox: await sandboxState(read.clock, await deps.networks.list(), deps) });

/** Puts business time ahead, for everybody in this sandbox. */
export const advanceClock =
  (deps: Pick<ServiceDeps, "networks" | "sandboxAssets" | "clock">): Service["advanceClock"] =>
  async ({ request, transact, read }) => {
    // List the networks before the transaction. If they cannot be listed, the clock does not move.
    let networks: readonly string[] = [];
    const before = async () => {
      networks = await deps.networks.list();
    };
    const answer = await transact(
      async (tx) => {
        await tx.clock.advance(request.seconds);
        return { sandbox: await sandboxState(tx.clock, networks, deps) };
      },
      { before },
    );
    // Read the offset from the database, because a replayed answer is not decoded here.
    deps.clock?.note(Number(await read.clock.offsetSeconds()));
    // The first call after the commit records the change. So one second after this call, the ledger is closed by the new time.
    await read.statements.closedBefore();
    return answer;
  };

/** The sandbox as it is now. @param networks those that are served, asked for beforehand */
async function sandboxState(
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
