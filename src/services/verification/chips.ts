import type { Store, Transaction } from "../../store/store.ts";
import type { ChipFound, ChipReader } from "../../store/verification/chips.ts";
import type { CounterClaim } from "../../store/verification/tags.ts";
import type { ChipFacts } from "../../trust/authenticity/chip.ts";
import type { ProofFacts } from "../../trust/authenticity/facts.ts";
import { type SunMessage, verifySun } from "../../trust/sun.ts";
import type { TagKeys } from "../publisher/devices/tag-keys.ts";
import type { ChipProof } from "./proof.ts";

/** A proof that names its device itself, for the asset that it is to belong to. */
export interface ChipQuestion {
  readonly assetId: string;
  readonly proof: ChipProof;
}

/** The device that a proof named, or why there is none. */
export type NamedDevice = ChipFacts["device"];

const accepted: ProofFacts = { accepted: true, assurance: "dynamic_mac" };
const stale: ProofFacts = { accepted: false, reason: "COUNTER_NOT_ABOVE_LAST" };

/** A message that its tag has made, and that may be used up. */
interface Tap extends CounterClaim {
  readonly question: ChipQuestion;
}

/** What devices are found with. */
interface Finding {
  readonly chips: ChipReader;
  readonly tagKeys: TagKeys;
  /** Of counters, at most one for each device, those of the devices that go on with it. */
  readonly accept: (claims: readonly CounterClaim[]) => Promise<Set<string>>;
}

/** What was found for proofs that name their devices themselves, at one time. */
export class Chips {
  /** Where no proof names its device. */
  static readonly none = new Chips(new Map(), new Set());
  readonly #devices: ReadonlyMap<ChipQuestion, NamedDevice>;
  /** The taps whose counters are used up by this: those that are accepted. */
  readonly #accepted: ReadonlySet<ChipQuestion>;

  private constructor(
    devices: ReadonlyMap<ChipQuestion, NamedDevice>,
    acceptedTaps: ReadonlySet<ChipQuestion>,
  ) {
    this.#devices = devices;
    this.#accepted = acceptedTaps;
  }

  /**
   * Looks all devices up in one statement, verifies the messages of tags, and accepts their counters in another one. Where an asset
   * has no tag, the message is put to keys that fit none, so that it takes the same work.
   */
  static of(questions: readonly ChipQuestion[], tx: Transaction, tagKeys: TagKeys): Promise<Chips> {
    return Chips.#find(questions, { chips: tx.chips, tagKeys, accept: (claims) => tx.tags.advance(claims) });
  }

  /** The same, and no counter changes: a message that would be accepted still can be. */
  static seen(questions: readonly ChipQuestion[], read: Store["read"], tagKeys: TagKeys): Promise<Chips> {
    return Chips.#find(questions, {
      chips: read.chips,
      tagKeys,
      accept: (claims) => read.tags.above(claims),
    });
  }

  static async #find(
    questions: readonly ChipQuestion[],
    { chips, tagKeys, accept }: Finding,
  ): Promise<Chips> {
    if (questions.length === 0) return Chips.none;
    const asked = questions.map(({ assetId, proof }) => ({
      assetId,
      publicKey: proof.kind === "raw_key" ? proof.rawKey.compressed : null,
    }));
    const found = await chips.findMany(asked);
    const devices = new Map<ChipQuestion, NamedDevice>();
    const taps: Tap[] = [];
    for (const [place, question] of questions.entries()) {
      const device = found[place];
      const { proof } = question;
      if (proof.kind === "raw_key") devices.set(question, device ?? "DEVICE_UNREGISTERED");
      else {
        const counter = counterOf(proof.message, device, tagKeys);
        devices.set(question, named(device, counter));
        // Of a revoked one too: no counter of it is accepted, but what was presented must not count once it is bound again.
        if (device && counter !== undefined)
          taps.push({ question, counter, deviceId: device.deviceId, publisherId: device.publisherId });
      }
    }
    return new Chips(devices, await acceptedOf(taps, accept));
  }

  /** The device that a proof named, whatever asset that belongs to. */
  deviceOf(question: ChipQuestion): NamedDevice {
    return this.#devices.get(question) ?? "DEVICE_UNREGISTERED";
  }

  /** Whether the message of a tag was above all before it. */
  tapOf(question: ChipQuestion): ProofFacts {
    return this.#accepted.has(question) ? accepted : stale;
  }
}

/** The counter of a message that this tag has made; undefined for every other message, and where there is no tag. */
function counterOf(message: SunMessage, device: ChipFound | undefined, tagKeys: TagKeys): number | undefined {
  const tag = device?.sealedKeys ? { ...device, sealedKeys: device.sealedKeys } : undefined;
  const result = tagKeys.use(tag, (keys) => verifySun(message, keys));
  if (!tag || !result.ok) return undefined;
  const uid = Buffer.from(result.uid).toString("hex").toUpperCase();
  return uid === tag.serialNumber ? result.counter : undefined;
}

function named(device: ChipFound | undefined, counter: number | undefined): NamedDevice {
  if (!device) return "DEVICE_UNREGISTERED";
  return counter === undefined ? "SUN_MESSAGE_NOT_OF_THIS_TAG" : device;
}

/** Of the taps of one tag the highest counts, and of those that are the same the first: as if it had come before the others. */
async function acceptedOf(taps: readonly Tap[], accept: Finding["accept"]): Promise<Set<ChipQuestion>> {
  const highest = new Map<string, Tap>();
  for (const tap of taps) {
    const before = highest.get(tap.deviceId);
    if (!before || before.counter < tap.counter) highest.set(tap.deviceId, tap);
  }
  if (highest.size === 0) return new Set();
  const advanced = await accept([...highest.values()]);
  return new Set(
    [...highest.values()].filter(({ deviceId }) => advanced.has(deviceId)).map(({ question }) => question),
  );
}
