import type { ItemFault, ItemOutcome } from "../../../domain/asset/issuance.ts";
import type { NewAsset } from "../../../store/asset/assets.ts";
import type { AssetReference } from "../../../store/issuance/references.ts";
import type { Transaction } from "../../../store/store.ts";
import { type Named, namedIn, newAsset } from "./new-asset.ts";
import { faultOf, faultsIn, type JudgedItem } from "./specification.ts";

/** An item with the asset that it would become, or with all of its faults. */
type Candidate =
  | { readonly asset: NewAsset; readonly fingerprint: Uint8Array; readonly reference?: string }
  | { readonly faults: readonly ItemFault[] };

/**
 * Issues the items that have no faults. The number of SQL statements does not depend on the number of items.
 *
 * @returns the outcome of each item, in the order of the items
 */
export async function issueItems(
  tx: Transaction,
  publisherId: string,
  items: readonly JudgedItem[],
): Promise<ItemOutcome[]> {
  const described = items.filter(({ faults }) => faults.length === 0).map(({ item }) => item);
  const named = await namedIn(tx, publisherId, described);
  const candidates = items.map((item) => candidateOf(publisherId, item, named));
  const owners = await tx.assetReferences.claim(publisherId, firstOfEachReference(candidates));
  const outcomes = candidates.map((candidate) => outcomeOf(candidate, owners));
  const issued = candidates.flatMap((candidate, place) =>
    "asset" in candidate && outcomes[place]?.status === "issued" ? [candidate.asset] : [],
  );
  if (issued.length > 0) await tx.assets.insertMany(issued);
  return outcomes;
}

function candidateOf(
  publisherId: string,
  { item, faults, fingerprint, reference }: JudgedItem,
  named: Named,
): Candidate {
  if (faults.length > 0) return { faults };
  let asset: NewAsset | undefined;
  const more = faultsIn(() => {
    asset = newAsset(publisherId, item, named);
  });
  if (!asset) return { faults: more };
  return { asset, fingerprint, ...(reference === undefined ? {} : { reference }) };
}

/** Returns the first item of each reference. The first item decides, as if the items were issued one after the other. */
function firstOfEachReference(candidates: readonly Candidate[]): AssetReference[] {
  const firsts = new Map<string, AssetReference>();
  for (const candidate of candidates) {
    if (!("asset" in candidate) || candidate.reference === undefined) continue;
    const { reference, fingerprint, asset } = candidate;
    if (!firsts.has(reference)) firsts.set(reference, { reference, assetId: asset.assetId, fingerprint });
  }
  return [...firsts.values()];
}

function outcomeOf(candidate: Candidate, owners: ReadonlyMap<string, AssetReference>): ItemOutcome {
  if (!("asset" in candidate)) return { status: "failed", faults: candidate.faults };
  const { reference, fingerprint } = candidate;
  const { assetId } = candidate.asset;
  if (reference === undefined) return { status: "issued", assetId };
  const owner = owners.get(reference);
  if (!owner) throw new Error("a claimed reference has no owner");
  if (owner.assetId === assetId) return { status: "issued", assetId };
  if (Buffer.compare(owner.fingerprint, fingerprint) === 0)
    return { status: "already_issued", assetId: owner.assetId };
  const message = `Another asset was issued with this reference: ${owner.assetId}.`;
  return { status: "failed", faults: [faultOf("reference", "TAKEN", message)] };
}
