import type { ChipAsked, ChipFound } from "../../store/verification/chips.ts";
import type { CounterClaim } from "../../store/verification/tags.ts";
import { type SunMessage, verifySun } from "../../trust/sun.ts";
import type { TagKeys } from "../publisher/devices/tag-keys.ts";
import type { ChipProof, NamedChip } from "./proof.ts";

/** A proof that names its device itself, for the asset that it is to belong to. */
export interface ChipQuestion {
  readonly assetId: string;
  readonly proof: ChipProof;
}

/** Where devices are found, and what becomes of counters. */
export interface ChipLookup {
  readonly chips: (asked: readonly ChipAsked[]) => Promise<(ChipFound | undefined)[]>;
  /** Of counters, at most one for each device, those of the devices that go on with it. */
  readonly counters: (claims: readonly CounterClaim[]) => Promise<Set<string>>;
}

/** A message that its tag has made, and that may be used up. */
interface Tap extends CounterClaim {
  readonly question: ChipQuestion;
}

/**
 * Looks all devices up in one statement, verifies the messages of tags, and accepts their counters in another one. Where an asset has
 * no tag, the message is put to keys that fit none, so that it takes the same work.
 */
export async function findChips(
  questions: readonly ChipQuestion[],
  { chips, counters }: ChipLookup,
  tagKeys: TagKeys,
): Promise<ReadonlyMap<ChipQuestion, NamedChip>> {
  if (questions.length === 0) return new Map();
  const found = await chips(
    questions.map(({ assetId, proof }) => ({
      assetId,
      publicKey: proof.kind === "raw_key" ? proof.rawKey.compressed : null,
    })),
  );
  const taps: Tap[] = [];
  const deviceOf = (question: ChipQuestion, device: ChipFound | undefined): NamedChip["device"] => {
    const { proof } = question;
    const counter = proof.kind === "tag" ? counterOf(proof.message, device, tagKeys) : undefined;
    if (!device) return "DEVICE_UNREGISTERED";
    if (proof.kind === "raw_key") return device;
    if (counter === undefined) return "SUN_MESSAGE_NOT_OF_THIS_TAG";
    // Of a revoked one too: no counter of it is accepted, but what was presented must not count once it is bound again.
    taps.push({ question, counter, deviceId: device.deviceId, publisherId: device.publisherId });
    return device;
  };
  const named = questions.map((question, index) => ({ question, device: deviceOf(question, found[index]) }));
  const accepted = await acceptedOf(taps, counters);
  return new Map(
    named.map(({ question, device }) => [question, { device, counterAccepted: accepted.has(question) }]),
  );
}

/** The counter of a message that this tag has made; undefined for every other message, and where there is no tag. */
function counterOf(message: SunMessage, device: ChipFound | undefined, tagKeys: TagKeys): number | undefined {
  const tag = device?.sealedKeys ? { ...device, sealedKeys: device.sealedKeys } : undefined;
  const result = tagKeys.use(tag, (keys) => verifySun(message, keys));
  if (!tag || !result.ok) return undefined;
  const uid = Buffer.from(result.uid).toString("hex").toUpperCase();
  return uid === tag.serialNumber ? result.counter : undefined;
}

/** Of the taps of one tag the highest counts, and of those that are the same the first: as if it had come before the others. */
async function acceptedOf(
  taps: readonly Tap[],
  counters: ChipLookup["counters"],
): Promise<ReadonlySet<ChipQuestion>> {
  const highest = new Map<string, Tap>();
  for (const tap of taps) {
    const before = highest.get(tap.deviceId);
    if (!before || before.counter < tap.counter) highest.set(tap.deviceId, tap);
  }
  if (highest.size === 0) return new Set();
  const advanced = await counters([...highest.values()]);
  return new Set(
    [...highest.values()].filter(({ deviceId }) => advanced.has(deviceId)).map(({ question }) => question),
  );
}
