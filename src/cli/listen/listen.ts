// `pda listen`: brings events to a receiver that nobody else can reach.
import { createSecretKey } from "node:crypto";
import type { Config } from "../../config.ts";
import { signedRequest } from "../../workers/delivery/request.ts";
import type { AttemptResult, Sender } from "../../workers/delivery/sender.ts";
import { CommandError } from "../failure.ts";
import { openSender, receiverUrl, resultText, userAgent } from "../receiver/outgoing.ts";
import { givenSecret, keyOf, newSecret, type SecretOptions } from "../receiver/secret.ts";
import {
  baseUrlOf,
  callOptionsOf,
  requiredApiKey,
  keyOriginOf,
  type ServiceOptions,
  untrusted,
} from "../service.ts";
import { interruptible } from "../signals.ts";
import { jsonText, plain } from "../output/plain.ts";
import { callFailure } from "../lists/problem.ts";
import { webhookCall } from "../webhooks/purpose.ts";
import { eventStream, type StreamedEvent } from "./event-stream.ts";

const scope = "events.read";
const start = "start the service (pda up), or name its address with --url";

/** Options of `pda listen`. */
export interface ListenOptions extends ServiceOptions, SecretOptions {
  readonly forwardTo?: string;
  readonly events?: string[];
  readonly after: string;
  readonly printJson?: boolean;
  readonly json?: boolean;
}

/** Sends an event to the receiver. */
type Forward = (event: StreamedEvent, eventId: string) => Promise<AttemptResult>;

/** Forwards events to a receiver, and prints a line for each, until a signal comes. @throws CommandError; AdvisedError after a signal */
export async function listen(config: Config, options: ListenOptions): Promise<void> {
  const { forwardTo, events = [], json } = options;
  const given = givenSecret(options);
  const secret = given ?? newSecret();
  if (forwardTo === undefined && given !== undefined)
    throw new CommandError("a secret is given, but no receiver", "name the receiver with --forward-to");
  const url = forwardTo === undefined ? undefined : receiverUrl(forwardTo);
  const baseUrl = baseUrlOf(config, options);
  const apiKey = requiredApiKey(config, options, scope);
  const { ca } = callOptionsOf(config, options);
  await using sender = openSender();
  const forward = url && forwarder(sender, url, keyOf(secret));
  const say = (line: string): void => void process.stderr.write(`${plain(line)}\n`);
  if (forward && given === undefined) console.log(json ? jsonText({ secret }, 0) : `secret  ${secret}`);
  const counts = { events: 0, accepted: 0 };
  let cursor = options.after;
  let isFirst = true;
  const told = () => ({
    message: `stopped: ${counts.events} ${counts.events === 1 ? "event" : "events"}${forward ? `, ${counts.accepted} accepted` : ""}`,
    advice:
      cursor === "latest" || cursor === ""
        ? "run the command again"
        : `go on after the last event: pda listen --after ${plain(cursor)}`,
  });
  await interruptible(told, async (signal) => {
    // A receiver that hangs does not hold up the end.
    signal.addEventListener("abort", () => void sender[Symbol.asyncDispose]());
    const stream = eventStream({
      baseUrl,
      ca,
      apiKey,
      type: events.length === 1 ? events[0] : undefined,
      after: options.after,
      signal,
      tell: (news) => {
        if (news === "connected" && isFirst) say(`listening to ${baseUrl}; end with Ctrl-C`);
        else if (news === "connected") say("connected again");
        else say(`${news.lost}; the next connection is made in ${news.waitMs / 1000} s`);
        isFirst = false;
      },
    });
    try {
      for await (const event of stream) {
        const { id, type } = JSON.parse(event.body) as { readonly id: string; readonly type: string };
        // A stream has one type or all types, so a choice of several is made here.
        if (events.length === 0 || events.includes(type)) {
          const result = await forward?.(event, id);
          if (signal.aborted) break;
          counts.events += 1;
          if (result && result.error === undefined) counts.accepted += 1;
          print(event, { id, type }, result, options);
        }
        ({ cursor } = event);
      }
    } catch (error) {
      throw failureOf(error, baseUrl, keyOriginOf(config, options));
    }
    signal.throwIfAborted();
  });
}

/** Makes requests as the service makes them, numbered from 1. Each event is sent once: a developer sees the failure and sends it again. */
function forwarder(sender: Sender, url: URL, key: Buffer): Forward {
  const secrets = [createSecretKey(key)];
  let sequence = 0n;
  return ({ body }, eventId) => {
    sequence += 1n;
    const common = { userAgent, secrets, attempt: 1, at: new Date() };
    return sender.send(signedRequest(url, { ...common, eventId, body, sequence }));
  };
}

function print(
  { body }: StreamedEvent,
  { id, type }: { readonly id: string; readonly type: string },
  result: AttemptResult | undefined,
  { json, printJson }: ListenOptions,
): void {
  if (json) {
    const { status: statusCode, error, durationMs } = result ?? {};
    return console.log(jsonText({ event: JSON.parse(body) as unknown, statusCode, error, durationMs }, 0));
  }
  const time = new Date().toISOString().slice(11, 19);
  const answer = result ? ` -> ${resultText(result)} in ${result.durationMs} ms` : "";
  console.log(plain(`${time}  ${type}  ${id}${answer}`));
  if (printJson) console.log(jsonText(JSON.parse(body)));
}

function failureOf(error: unknown, baseUrl: string, keyOrigin: string): unknown {
  const { code, message }: { code?: string; message: string } =
    error instanceof Error ? error : { message: String(error) };
  if (["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN"].includes(code ?? ""))
    return new CommandError(`no service answers at ${baseUrl}`, start);
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ISSUER/.test(code ?? "")) return untrusted(baseUrl, message);
  const { adviceFor, ...purpose } = webhookCall(scope);
  return callFailure(error, baseUrl, {
    ...purpose,
    keyOrigin,
    adviceFor: (refusal) =>
      refusal.errorCode === "SVC-4005"
        ? "use --after with the cursor that pda listen printed, or --after latest"
        : adviceFor?.(refusal),
  });
}
