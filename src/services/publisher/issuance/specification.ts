import { catalogue, type ErrorReason, reasons } from "../../../../gen/errors/catalogue.ts";
import { AssetSpecification } from "../../../../gen/ts/pda/publisher/v1/issuance.ts";
import type { ItemFault } from "../../../domain/asset/issuance.ts";
import { sha256 } from "../../../domain/sha256.ts";
import { Failure } from "../../../rpc/failure.ts";
import { elementRules } from "../../../rpc/validate.ts";
import type { Networks } from "../../networks/networks.ts";
import { requireServed, termsOf } from "./new-asset.ts";

/** An item with all faults that can be found without the database. */
export interface JudgedItem {
  readonly item: AssetSpecification;
  /** The publisher's own key of the asset. Absent when the item has no valid reference. */
  readonly reference?: string;
  /** SHA-256 of the item. Items with the same content have the same fingerprint. */
  readonly fingerprint: Uint8Array;
  readonly faults: readonly ItemFault[];
}

/** The same form as in the contract and in the database's check. */
const referenceForm = /^[!-~]{1,64}$/;

const violationsOf = elementRules<AssetSpecification>("pda.publisher.v1.AssetSpecification", (item) =>
  AssetSpecification.encode(item).finish(),
);

/** Checks the items before any lock is taken. It asks the networks only when an item names a network. */
export async function judgeItems(
  items: readonly AssetSpecification[],
  networks: Networks,
): Promise<JudgedItem[]> {
  const named = items.some(({ supportedNetworks }) => supportedNetworks.length > 0);
  const served = named ? await networks.list() : [];
  return items.map((item) => {
    const { reference } = item;
    // An invalid reference is not kept; the item fails because of it.
    const own = reference !== undefined && referenceForm.test(reference) ? { reference } : {};
    return { item, ...own, fingerprint: fingerprintOf(item), faults: judge(item, served) };
  });
}

function judge(item: AssetSpecification, served: readonly string[]): readonly ItemFault[] {
  if (item.faults.length > 0) return item.faults.map(storable);
  const violations = violationsOf(item);
  if (violations.length > 0)
    return violations.map(({ field, message, reason }) => faultOf(field, reason, message));
  return [
    ...unstorable(item),
    ...faultsIn(() => requireServed(served, item)),
    ...faultsIn(() => termsOf(item)),
  ];
}

/** Runs a rule on an item and returns its failure as faults. @throws every error that is not a Failure about the item */
export function faultsIn(rule: () => void): ItemFault[] {
  try {
    rule();
    return [];
  } catch (error) {
    if (!(error instanceof Failure) || error.entry === "INTERNAL") throw error;
    return error.violations.map(({ field, reason, message }) => faultOf(field, reason, message));
  }
}

/** Finds U+0000, which the database cannot hold. Found here, it fails only its own item and not all items. */
function unstorable({ assetProfile, metadata }: AssetSpecification): ItemFault[] {
  const fields = {
    "asset_profile.name": assetProfile?.name ?? "",
    "asset_profile.description": assetProfile?.description ?? "",
    metadata: Object.entries(metadata).flat().join(""),
  };
  const message = "Text must not contain the character U+0000.";
  return Object.entries(fields)
    .filter(([, text]) => text.includes("\0"))
    .map(([field]) => faultOf(field, "TEXT_NOT_STORABLE", message));
}

/** Removes U+0000 from faults of the gateway, which repeat member names from the caller's request. */
function storable(fault: ItemFault): ItemFault {
  const clean = (text: string): string => text.replaceAll("\0", "\uFFFD");
  const { code, message, field, reason } = fault;
  return { code: clean(code), message: clean(message), field: clean(field), reason: clean(reason) };
}

/** Returns a fault of an item. @param field path of proto names */
export function faultOf(field: string, reason: ErrorReason, message: string): ItemFault {
  return { code: catalogue[reasons[reason]].code, message, field: inJsonNames(field), reason };
}

/** Converts a path from proto names to JSON names. The text in brackets is a key or an index and stays unchanged. */
function inJsonNames(path: string): string {
  return path.replace(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]|_([a-z])/g, (found, letter: string | undefined) =>
    letter === undefined ? found : letter.toUpperCase(),
  );
}

/** Map entries have no order, so the keys are sorted before hashing. */
function fingerprintOf(item: AssetSpecification): Uint8Array {
  const metadata = Object.fromEntries(Object.entries(item.metadata).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sha256(AssetSpecification.encode({ ...item, metadata }).finish());
}
