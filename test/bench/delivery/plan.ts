import type { LoadResult } from "../load/plan.ts";
import type { Processes, Running } from "../processes.ts";

/** Where the load process puts events, or jobs of pg-boss. */
export interface Source {
  readonly kind: "events" | "jobs";
  readonly databaseUrl: string;
  /** Receives in turn: for events the merchants whose endpoints get them, for jobs the URLs. */
  readonly targets: readonly string[];
  readonly subject: string;
  /** For events the resource as the product stores it, in base64; for jobs the JSON text of an event. */
  readonly data: string;
}

/** One turn of deliveries. */
export interface DeliveryTurn {
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Most events that wait for their delivery: as many deliveries as are possible (a closed loop). */
  readonly waitingMax?: number;
  /** Events a second, whatever becomes of the ones before (an open loop). Without both, events come from elsewhere. */
  readonly rate?: number;
  /** Host names whose requests are not answered, and do not count. */
  readonly hanging?: readonly string[];
}

/** The queue of pg-boss. */
export const queueName = "deliveries";

/** Host of the receiver with this number. Names under `localhost` lead to this machine (RFC 6761), so that each receiver is a host of its own. */
export const hostOf = (number: number): string => `shop-${number}.localhost`;

/** Connections lead to this machine, whatever the resolver of the system knows. */
export const thisMachine = "127.0.0.1";

/** The process that puts events in and receives their deliveries. */
export interface DeliveryLoad {
  readonly pid: number;
  /** URL of the receiver with this number. */
  url(number: number): string;
  /** Asks it for a turn and waits for what came of it. @throws Error when a delivery was lost */
  turn(turn: DeliveryTurn): Promise<LoadResult>;
  /** Says where events are put in; without a source they come from elsewhere. */
  open(source: Source): Promise<void>;
  close(): Promise<void>;
}

/** Starts the receiver of deliveries, on a port of its own. */
export async function startDeliveryLoad(processes: Processes): Promise<DeliveryLoad> {
  const running = await processes.startModule("deliveries", new URL("load.ts", import.meta.url), {});
  const { port } = running.ready as { port: number };
  return {
    pid: running.pid,
    url: (number) => `http://${hostOf(number)}:${port}/hooks`,
    turn: async (turn) => (await ask(running, { turn })) as LoadResult,
    open: async (source) => void (await ask(running, { source })),
    close: () => processes.stop(running),
  };
}

/** What the process is asked for. */
export type Asked = { readonly turn: DeliveryTurn } | { readonly source: Source };

/** Asks the process for something. @throws Error when it ends instead, or says `{ failed }` */
function ask({ child, exited }: Running, asked: Asked): Promise<unknown> {
  const ended = exited.then((how) => {
    throw new Error(`the process of deliveries ended ${how}`);
  });
  const answer = new Promise((resolve) => child.once("message", resolve)).then((value) => {
    const { failed } = value as { failed?: string };
    if (failed !== undefined) throw new Error(failed);
    return value;
  });
  child.send(asked);
  return Promise.race([answer, ended]);
}
