import type { ChipAsked, ChipFound } from "../../store/verification/chips.ts";
import type { BoundAgain, CounterClaim } from "../../store/verification/tags.ts";
import { type SunMessage, verifySun } from "../../trust/sun.ts";
import type { TagKeys } from "../publisher/devices/tag-keys.ts";
import type { ChipProof, NamedChip } from "./proof.ts";

/** A proof that names its device itself, and the asset that the device should be bound to. */
export interface ChipQuestion {
  readonly assetId: string;
  readonly proof: ChipProof;
}

/** Looks up devices and accepts counters. */
export interface ChipLookup {
  readonly chips: (asked: readonly ChipAsked[]) => Promise<(ChipFound | undefined)[]>;
  /** Accepts the counters, at most one for each device. Returns the devices whose counter was accepted. */
  readonly counters: (claims: readonly CounterClaim[]) => Promise<Set<string>>;
  /** Returns the present bindings of tags whose earlier binding is claimed; none when nothing is consumed. */
  readonly boundAgain: (claims: readonly CounterClaim[]) => Promise<BoundAgain[]>;
}

/** An authentic tag message whose counter may be accepted. */
interface Tap extends CounterClaim {
  readonly question: ChipQuestion;
  readonly message: SunMessage;
  readonly serialNumber: string;
}

/**
 * Looks up all devices in one statement, verifies the messages of tags, and accepts their counters in another statement. For an asset
 * without a tag, it verifies the message with decoy keys, so that the work is the same.
 */
export async function findChips(
  questions: readonly ChipQuestion[],
  lookup: ChipLookup,
  tagKeys: TagKeys,
): Promise<ReadonlyMap<ChipQuestion, NamedChip>> {
  if (questions.length === 0) return new Map();
  const found = await lookup.chips(
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
    // A revoked tag's counter is recorded too, although its message is refused. Otherwise the message could be accepted after the tag is
    // bound again.
    taps.push({ ...device, question, message: proof.message, counter });
    return device;
  };
  const named = questions.map((question, index) => ({ question, device: deviceOf(question, found[index]) }));
  const accepted = await acceptedOf(taps, lookup, tagKeys);
  return new Map(
    named.map(({ question, device }) => [question, { device, counterAccepted: accepted.has(question) }]),
  );
}

/** Returns the counter of a message that this tag has made; undefined for any other message, and for an unknown tag. */
function counterOf(
  message: SunMessage,
  device: Pick<ChipFound, "publisherId" | "deviceId" | "serialNumber" | "sealedKeys"> | undefined,
  tagKeys: TagKeys,
): number | undefined {
  const tag = device?.sealedKeys ? { ...device, sealedKeys: device.sealedKeys } : undefined;
  const result = tagKeys.use(tag, (keys) => verifySun(message, keys));
  if (!tag || !result.ok) return undefined;
  const uid = Buffer.from(result.uid).toString("hex").toUpperCase();
  return uid === tag.serialNumber ? result.counter : undefined;
}

/**
 * Accepts only the tap with the highest counter among several taps of one tag. Among equal taps, it accepts the first. The result is the
 * same as if the accepted tap had come first.
 */
async function acceptedOf(
  taps: readonly Tap[],
  { counters, boundAgain }: Pick<ChipLookup, "counters" | "boundAgain">,
  tagKeys: TagKeys,
): Promise<ReadonlySet<ChipQuestion>> {
  const highest = new Map<string, Tap>();
  for (const tap of taps) {
    const before = highest.get(tap.deviceId);
    if (!before || before.counter < tap.counter) highest.set(tap.deviceId, tap);
  }
  if (highest.size === 0) return new Set();
  const advanced = await counters([...highest.values()]);
  const refused = [...highest.values()].filter(({ deviceId }) => !advanced.has(deviceId));
  if (refused.length > 0) {
    const claims = claimsOfBoundAgain(refused, await boundAgain(refused), tagKeys);
    if (claims.length > 0) await counters(claims);
  }
  return new Set(
    [...highest.values()].filter(({ deviceId }) => advanced.has(deviceId)).map(({ question }) => question),
  );
}

/**
 * Returns the claims that use refused taps up for the present bindings of their tags. Otherwise a tap that was refused for the former asset
 * could be accepted for the present one. A tag that was bound again with other keys makes other messages, and its counter stays.
 */
function claimsOfBoundAgain(
  refused: readonly Tap[],
  bindings: readonly BoundAgain[],
  tagKeys: TagKeys,
): CounterClaim[] {
  const highest = new Map<string, CounterClaim>();
  for (const { formerDeviceId, publisherId, deviceId, sealedKeys } of bindings) {
    const tap = refused.find((one) => one.deviceId === formerDeviceId);
    const { message, serialNumber } = tap ?? {};
    if (message === undefined || serialNumber === undefined) continue;
    const counter = counterOf(message, { publisherId, deviceId, serialNumber, sealedKeys }, tagKeys);
    if (counter !== undefined && counter > (highest.get(deviceId)?.counter ?? -1))
      highest.set(deviceId, { publisherId, deviceId, counter });
  }
  return [...highest.values()];
}
