import { randomUUID } from "node:crypto";
import { type Server, type ServerDuplexStream, status } from "@grpc/grpc-js";
import { streams } from "../../../gen/rest/operations.ts";
import type { Logger } from "../../logger.ts";
import { BusinessClock } from "../business-clock.ts";
import type { Identity } from "../identity.ts";
import { peerId } from "../mutual-tls.ts";
import type { Pipeline } from "../pipeline.ts";
import { Deadlines } from "./deadlines.ts";
import { dispatchPath, inFlightMax } from "./limits.ts";
import { DispatchSession } from "./session.ts";

/** The parts of a core that serve the stream. */
export interface DispatchOptions {
  readonly pipeline: Pick<Pipeline, "paths" | "call">;
  readonly identity: Pick<Identity, "tierOf">;
  /** Limit of the time of a call. */
  readonly deadlineMsMax: number;
  /** Open calls on one stream. */
  readonly inFlightMax?: number;
  /** The clock of a sandbox; without it business time is real time. */
  readonly clock?: BusinessClock;
  readonly log: Logger;
}

/** The open streams of a core. */
export interface DispatchService {
  /** Asks every client to send new calls elsewhere; open calls end normally. */
  drain(): void;
  /** Releases what outlives the server. */
  close(): void;
}

const same = (bytes: Buffer): Buffer => bytes;

/** Adds `pda.dispatch.v1` to a server. Only the tier that the contract names may open the stream; its certificate identifies it. */
export function addDispatch(server: Server, options: DispatchOptions): DispatchService {
  const peer = streams.find(({ path }) => path === dispatchPath)?.peer;
  if (!peer) throw new Error(`${dispatchPath} is not in the contract; run make generate`);
  const deadlines = new Deadlines();
  const sessions = new Set<DispatchSession>();
  const paths = new Set(options.pipeline.paths);
  const process = randomUUID();
  const { clock = new BusinessClock() } = options;
  let draining = false;

  const open = (stream: ServerDuplexStream<Buffer, Buffer>): void => {
    const tier = options.identity.tierOf(peerId(stream.getAuthContext()?.sslPeerCertificate));
    if (tier !== peer) {
      stream.emit("error", {
        code: status.PERMISSION_DENIED,
        details: `This stream is only for the ${peer}.`,
      });
      return;
    }
    const session = new DispatchSession(stream, {
      pipeline: options.pipeline,
      peer,
      paths,
      deadlines,
      deadlineMsMax: options.deadlineMsMax,
      inFlightMax: options.inFlightMax ?? inFlightMax,
      process,
      clockAheadSeconds: clock.aheadSeconds,
      log: options.log,
      ended: () => sessions.delete(session),
    });
    sessions.add(session);
    if (draining) session.drain();
  };
  const codec = {
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
  server.addService(
    { Dispatch: { path: dispatchPath, requestStream: true, responseStream: true, ...codec } },
    { Dispatch: open },
  );
  const stopFollowing = clock.onChange((seconds) => {
    for (const session of sessions) session.clockAhead(seconds);
  });
  return {
    drain() {
      draining = true;
      for (const session of sessions) session.drain();
    },
    close() {
      stopFollowing();
      deadlines.close();
    },
  };
}
