import { status } from "@grpc/grpc-js";
import type { Channels } from "./channels.ts";
import type { CoreConnection } from "./connection.ts";
import type { DispatchStream, StreamEnd } from "./dispatch-stream.ts";

/** Codes with which a core refuses the stream. It is asked again later, because a newer core may accept. */
const refusals: readonly number[] = [status.UNIMPLEMENTED, status.PERMISSION_DENIED, status.UNAUTHENTICATED];

/** Pauses between attempts to open a stream. After a stream that lived, the first attempt follows at once. */
const pauseMinMs = 50;
const pauseMaxMs = 500;
/** A stream that was open for at least this time lived. */
const livedMs = 1_000;

/** Pauses between attempts to reach a process that no stream reaches yet. */
const spreadMinMs = 1_000;
const spreadMaxMs = 60_000;

export interface LinksOptions {
  readonly channels: Channels;
  readonly open: (connection: CoreConnection) => DispatchStream;
  /** Milliseconds after which a core that refused the stream is asked again. */
  readonly refusedRetryMs: number;
  /** How long calls may still run on a stream that is being ended. */
  readonly drainMs: number;
}

/** A connection and its stream, if open. */
class Link {
  connection: CoreConnection;
  stream: DispatchStream | undefined = undefined;
  pauseMs = 0;
  timer: NodeJS.Timeout | undefined = undefined;

  constructor(connection: CoreConnection) {
    this.connection = connection;
  }
}

/**
 * Keeps one stream open on each connection and reopens it whenever it ends. Several connections to one address should reach several
 * processes behind the address, but chance decides which. So while two streams reach the same process, another connection is tried now and
 * then. It is kept if it reaches a new process.
 */
export class Links {
  readonly #options: LinksOptions;
  readonly #links: Link[];
  #turn = 0;
  /** A stream that may replace one of two streams to the same process. */
  #candidate: { connection: CoreConnection; stream: DispatchStream } | undefined;
  #spreadTimer: NodeJS.Timeout | undefined;
  #spreadMs = spreadMinMs;
  #over = false;

  constructor(options: LinksOptions) {
    this.#options = options;
    this.#links = options.channels.connections.map((connection) => new Link(connection));
    for (const link of this.#links) this.#open(link);
  }

  get isOpen(): boolean {
    return this.#links.some(({ stream }) => stream?.isReady);
  }

  get hasRoom(): boolean {
    return this.#links.some(({ stream }) => stream?.hasRoom);
  }

  /** Returns the stream with the fewest open calls that has room; equal streams take turns. */
  pick(): DispatchStream | undefined {
    const links = this.#links;
    const count = links.length;
    let best: DispatchStream | undefined;
    for (let step = 0; step < count; step += 1) {
      const { stream } = links[(this.#turn + step) % count] as Link;
      if (stream?.hasRoom && (!best || stream.inFlight < best.inFlight)) best = stream;
    }
    this.#turn = (this.#turn + 1) % count;
    return best;
  }

  opened(stream: DispatchStream): void {
    if (this.#candidate?.stream === stream) this.#judge(this.#candidate);
    else this.#spreadLater();
  }

  draining(stream: DispatchStream): void {
    this.#lost(stream);
  }

  ended(stream: DispatchStream, { status: { code } }: StreamEnd): void {
    if (this.#candidate?.stream === stream) {
      this.#dropCandidate();
      this.#spreadLater();
    } else this.#lost(stream, stream.readyMs === undefined && refusals.includes(code));
  }

  /** Stops opening streams. @returns the open streams */
  retire(): DispatchStream[] {
    this.#over = true;
    clearTimeout(this.#spreadTimer);
    this.#dropCandidate();
    return this.#links.flatMap((link) => {
      clearTimeout(link.timer);
      return link.stream ? [link.stream] : [];
    });
  }

  #open(link: Link): void {
    link.stream = this.#options.open(link.connection);
  }

  #lost(stream: DispatchStream, refused = false): void {
    const link = this.#links.find((each) => each.stream === stream);
    if (!link) return;
    link.stream = undefined;
    if (this.#over) return;
    if ((stream.readyMs ?? 0) >= livedMs) link.pauseMs = 0;
    const pauseMs = refused ? this.#options.refusedRetryMs : link.pauseMs;
    link.pauseMs = Math.min(Math.max(link.pauseMs * 2, pauseMinMs), pauseMaxMs);
    link.timer = setTimeout(() => this.#open(link), pauseMs);
    link.timer.unref();
    this.#spreadMs = spreadMinMs;
  }

  /** Returns a link whose process another link also reaches. */
  #double(): Link | undefined {
    const seen = new Set<string>();
    return this.#links.find(({ stream }) => {
      if (!stream?.isReady || stream.process === "") return false;
      const known = seen.has(stream.process);
      seen.add(stream.process);
      return known;
    });
  }

  #spreadLater(): void {
    if (this.#over || this.#candidate || !this.#double()) return;
    clearTimeout(this.#spreadTimer);
    this.#spreadTimer = setTimeout(() => this.#spread(), this.#spreadMs);
    this.#spreadTimer.unref();
    this.#spreadMs = Math.min(this.#spreadMs * 2, spreadMaxMs);
  }

  #spread(): void {
    const link = this.#double();
    if (!link) return;
    const connection = this.#options.channels.connect(link.connection.address);
    this.#candidate = { connection, stream: this.#options.open(connection) };
  }

  #judge({ connection, stream }: { connection: CoreConnection; stream: DispatchStream }): void {
    const link = this.#double();
    const isNew =
      stream.process !== "" && !this.#links.some((each) => each.stream?.process === stream.process);
    if (link?.stream && isNew && link.connection.address === connection.address) {
      this.#candidate = undefined;
      const { drainMs, channels } = this.#options;
      const former = link.connection;
      const ended = retired([link.stream], drainMs);
      link.connection = connection;
      link.stream = stream;
      this.#spreadMs = spreadMinMs;
      void channels.replace(former, connection, ended, drainMs);
    } else this.#dropCandidate();
    this.#spreadLater();
  }

  #dropCandidate(): void {
    const candidate = this.#candidate;
    this.#candidate = undefined;
    if (!candidate) return;
    candidate.stream.cancel();
    candidate.connection.close();
  }
}

/** Resolves when the streams have ended, at the latest after `drainMs`, when the remaining ones are cancelled. */
export async function retired(streams: readonly DispatchStream[], drainMs: number): Promise<void> {
  const force = setTimeout(() => {
    for (const stream of streams) stream.cancel();
  }, drainMs);
  await Promise.all(streams.map((stream) => stream.retire()));
  clearTimeout(force);
}
