import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import type { Config } from "../../config.ts";
import { SinkError } from "./sink.ts";

type Settings = Config["relay"];

/** Within this time JetStream itself refuses a second copy of an event, by its identifier. */
const duplicateMs = 120_000;
/** An event without data fits into this. */
const messageBytesMin = 4_096;
const dayMs = 86_400_000;

/** A stream that the relay can use. */
export interface UsableStream {
  readonly info: StreamInfo;
  /** Largest message that the stream and the server take, with headers. */
  readonly messageBytesMax: number;
}

/** Returns the stream of the settings, after it made the stream when that is allowed. @throws SinkError when the stream cannot be used */
export async function usableStream(
  manager: JetStreamManager,
  settings: Settings,
  payloadBytesMax: number,
): Promise<UsableStream> {
  const info = (await find(manager, settings)) ?? (await make(manager, settings));
  const { config } = info;
  const refuse = (what: string, advice: string): never => {
    throw new SinkError("misconfigured", `the stream ${settings.stream} cannot be used: ${what}`, advice);
  };
  const own = `${settings.subjectPrefix}.>`;
  if (config.subjects.length !== 1 || config.subjects[0] !== own || config.sources?.length || config.mirror)
    refuse(
      `it must have the one subject ${own} and no sources, because nobody but the relay may write to it`,
      "give the relay a stream of its own: relay.stream, relay.subjectPrefix",
    );
  if (config.storage !== StorageType.File)
    refuse("its storage is not file, so it loses events at a restart", "make it anew with file storage");
  if (config.no_ack) refuse("it acknowledges nothing (no_ack)", "make it anew with acknowledgements");
  const messageBytesMax =
    config.max_msg_size > 0 ? Math.min(config.max_msg_size, payloadBytesMax) : payloadBytesMax;
  if (messageBytesMax < messageBytesMin)
    refuse(
      `it takes messages of ${messageBytesMax} bytes at most`,
      `set max_payload of the server and max_msg_size of the stream to ${messageBytesMin} bytes or more`,
    );
  return { info, messageBytesMax };
}

async function find(manager: JetStreamManager, { stream }: Settings): Promise<StreamInfo | undefined> {
  try {
    return await manager.streams.info(stream);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound)
      return undefined;
    throw error;
  }
}

function make(manager: JetStreamManager, settings: Settings): Promise<StreamInfo> {
  const { stream, subjectPrefix, createStream, streamReplicas, streamDays } = settings;
  if (!createStream)
    throw new SinkError(
      "misconfigured",
      `NATS has no stream ${stream}`,
      `make it, with file storage and the subject ${subjectPrefix}.>, or let the relay make it: pda relay --create-stream`,
    );
  return manager.streams.add({
    name: stream,
    description: "Events of pda",
    subjects: [`${subjectPrefix}.>`],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    num_replicas: streamReplicas,
    max_age: nanos(streamDays * dayMs),
    duplicate_window: nanos(duplicateMs),
  });
}
