import type { DeliveryError } from "../../domain/webhook/answer.ts";
import { CommandError } from "../failure.ts";
import type { Told } from "../output/progress.ts";
import { openSender, receiverUrl, resultText } from "../receiver/outgoing.ts";
import { givenSecret, keyOf, type SecretOptions } from "../receiver/secret.ts";
import { probeOf } from "./probe.ts";
import { rules } from "./rules.ts";
import { SampleEvents } from "./sample-events.ts";
import { RuleBroken, Target } from "./target.ts";

/** What is known of the receiver besides its URL. */
export interface CertifyOptions extends SecretOptions {
  /** URL that answers with the number of events that the receiver has taken. */
  readonly probe?: string;
  /** Hears how many of the rules are checked. */
  readonly tell?: Told;
}

/** Whether a receiver keeps a rule. */
export interface Verdict {
  readonly rule: string;
  readonly kept: boolean;
  readonly says: string;
  /** What the receiver answered to what. Absent when it keeps the rule. */
  readonly detail?: string;
  readonly why: string;
  readonly advice: string;
}

/** Answers that show that no receiver is there. */
const unreachable: readonly (DeliveryError | undefined)[] = ["DNS", "CONNECT", "TLS", "REFUSED_ADDRESS"];

/**
 * Checks whether a receiver keeps each of the rules. @param publicUrl source of the events
 * @throws CommandError when no receiver answers at all
 */
export async function certify(publicUrl: string, text: string, options: CertifyOptions): Promise<Verdict[]> {
  const secret = givenSecret(options);
  if (secret === undefined)
    throw new CommandError(
      "the receiver's secret is not given",
      "name it with --secret-file, or with --secret",
    );
  const url = receiverUrl(text);
  await using sender = openSender();
  const count = options.probe === undefined ? undefined : probeOf(options.probe);
  const target = new Target({
    sender,
    url,
    key: keyOf(secret),
    events: new SampleEvents(publicUrl),
    ...(count ? { count } : {}),
  });
  const first = await target.send(target.request(target.events.test("payment.completed")));
  if (unreachable.includes(first.error))
    throw new CommandError(
      `the receiver at ${text} cannot be reached: ${resultText(first)}`,
      "start the receiver, and check the URL",
    );
  await count?.();
  const verdicts: Verdict[] = [];
  for (const { check, ...rule } of rules) {
    options.tell?.(verdicts.length, rules.length);
    const detail = await broken(() => check(target));
    verdicts.push({ ...rule, kept: detail === undefined, ...(detail === undefined ? {} : { detail }) });
  }
  return verdicts;
}

/** Returns what a receiver did against a rule; undefined when it keeps the rule. */
async function broken(check: () => Promise<void>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof RuleBroken) return error.message;
    throw error;
  }
}
