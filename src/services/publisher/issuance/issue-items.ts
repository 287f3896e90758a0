import type { ItemOutcome } from "../../../domain/asset/issuance.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import type { AssetReference } from "../../../store/issuance/references.ts";
import type { Transaction } from "../../../store/store.ts";
import { faultOf, type JudgedItem, type Wanted } from "./specification.ts";

/** An item that nothing is wrong with, and the identifier that its asset would get. */
interface Candidate extends Wanted {
  readonly assetId: string;
  readonly fingerprint: Uint8Array;
  readonly reference?: string;
}

/**
 * Issues what is right among these items, in a number of statements that does not depend on theirs.
 *
 * @returns what became of each, in their order
 */
export async function issueItems(
  tx: Transaction,
  publisherId: string,
  items: readonly JudgedItem[],
): Promise<ItemOutcome[]> {
  const candidates = items.map(candidateOf);
  const owners = await tx.assetReferences.claim(publisherId, firstOfEachReference(candidates));
  const outcomes = items.map(({ judged }, place): ItemOutcome => {
    const candidate = candidates[place];
    if ("faults" in judged || !candidate)
      return { status: "failed", faults: "faults" in judged ? judged.faults : [] };
    const { reference, assetId } = candidate;
    return reference === undefined
      ? { status: "issued", assetId }
      : outcomeOf(candidate, owners.get(reference));
  });
  const issued = candidates.filter((candidate, place) => candidate && outcomes[place]?.status === "issued");
  tx.assets.insertMany(publisherId, issued as Candidate[]);
  return outcomes;
}

function candidateOf({ judged, fingerprint, reference }: JudgedItem): Candidate | undefined {
  if ("faults" in judged) return undefined;
  const named = reference === undefined ? {} : { reference };
  return { ...judged.wanted, ...named, fingerprint, assetId: newId("asset") };
}

/** Of items with the same reference the first one decides, as if they came one after the other. */
function firstOfEachReference(candidates: readonly (Candidate | undefined)[]): AssetReference[] {
  const firsts = new Map<string, AssetReference>();
  for (const candidate of candidates) {
    if (candidate?.reference === undefined || firsts.has(candidate.reference)) continue;
    const { reference, assetId, fingerprint } = candidate;
    firsts.set(reference, { reference, assetId, fingerprint });
  }
  return [...firsts.values()];
}

function outcomeOf({ assetId, fingerprint }: Candidate, owner: AssetReference | undefined): ItemOutcome {
  if (!owner) throw new Error("a reference was claimed and belongs to nobody");
  if (owner.assetId === assetId) return { status: "issued", assetId };
  if (Buffer.compare(owner.fingerprint, fingerprint) === 0)
    return { status: "already_issued", assetId: owner.assetId };
  const message = `Another asset was issued with this reference: ${owner.assetId}.`;
  return { status: "failed", faults: [faultOf("ALREADY_EXISTS", "reference", "TAKEN", message)] };
}
