import { hash } from "node:crypto";
import { catalogue, type ErrorName } from "../../../../gen/errors/catalogue.ts";
import { AssetSpecification } from "../../../../gen/ts/pda/publisher/v1/issuance.ts";
import type { ItemFault } from "../../../domain/asset/issuance.ts";
import { Failure } from "../../../rpc/failure.ts";
import { elementRules } from "../../../rpc/validate.ts";
import type { Networks } from "../../networks/networks.ts";
import { requireServed, termsOf } from "../new-asset.ts";

/** An item with everything that is found to be wrong with it by itself. */
export interface JudgedItem {
  readonly item: AssetSpecification;
  /** The publisher's own key of the asset, where it is one. */
  readonly reference?: string;
  /** SHA-256 of the item: the same for items that say the same. */
  readonly fingerprint: Uint8Array;
  readonly faults: readonly ItemFault[];
}

/** As the contract says and the database checks. */
const referenceForm = /^[!-~]{1,64}$/;

const violationsOf = elementRules<AssetSpecification>("pda.publisher.v1.AssetSpecification", (item) =>
  AssetSpecification.encode(item).finish(),
);

/** Judges items by themselves, before anything is locked. Only where one names a network are the networks asked. */
export async function judgeItems(
  items: readonly AssetSpecification[],
  networks: Networks,
): Promise<JudgedItem[]> {
  const named = items.some(({ supportedNetworks }) => supportedNetworks.length > 0);
  const served = named ? await networks.list() : [];
  return items.map((item) => {
    const { reference } = item;
    // One that is none, which its item fails for, is not kept.
    const own = reference !== undefined && referenceForm.test(reference) ? { reference } : {};
    return { item, ...own, fingerprint: fingerprintOf(item), faults: judge(item, served) };
  });
}

function judge(item: AssetSpecification, served: readonly string[]): readonly ItemFault[] {
  if (item.faults.length > 0) return item.faults.map(storable);
  const violations = violationsOf(item);
  if (violations.length > 0)
    return violations.map(({ field, message, reason }) =>
      faultOf("INVALID_ARGUMENT", field, reason, message),
    );
  return [
    ...unstorable(item),
    ...faultsIn(() => requireServed(served, item)),
    ...faultsIn(() => termsOf(item)),
  ];
}

/** What a rule says of an item, as faults. @throws what is no Failure about the item */
export function faultsIn(rule: () => void): ItemFault[] {
  try {
    rule();
    return [];
  } catch (error) {
    if (!(error instanceof Failure) || error.entry === "INTERNAL") throw error;
    return error.violations.map(({ field, reason, message }) => faultOf(error.entry, field, reason, message));
  }
}

/** U+0000, which the database cannot hold: found here, so that it fails its own item and not all of them. */
function unstorable({ assetProfile, metadata }: AssetSpecification): ItemFault[] {
  const fields = {
    "asset_profile.name": assetProfile?.name ?? "",
    "asset_profile.description": assetProfile?.description ?? "",
    metadata: Object.entries(metadata).flat().join(""),
  };
  const message = "Text must not contain the character U+0000.";
  return Object.entries(fields)
    .filter(([, text]) => text.includes("\0"))
    .map(([field]) => faultOf("INVALID_ARGUMENT", field, "TEXT_NOT_STORABLE", message));
}

/** The gateway repeats names that the caller made up. */
function storable(fault: ItemFault): ItemFault {
  const clean = (text: string): string => text.replaceAll("\0", "\uFFFD");
  const { code, message, field, reason } = fault;
  return { code: clean(code), message: clean(message), field: clean(field), reason: clean(reason) };
}

/** What is wrong with an item. @param field path of proto names */
export function faultOf(entry: ErrorName, field: string, reason: string, message: string): ItemFault {
  return { code: catalogue[entry].code, message, field: inJsonNames(field), reason };
}

/** A path in proto names as JSON names them; what stands in brackets is a key or a place. */
function inJsonNames(path: string): string {
  return path.replace(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]|_([a-z])/g, (found, letter: string | undefined) =>
    letter === undefined ? found : letter.toUpperCase(),
  );
}

/** Maps have no order, so the keys are put into one. */
function fingerprintOf(item: AssetSpecification): Uint8Array {
  const metadata = Object.fromEntries(Object.entries(item.metadata).sort(([a], [b]) => (a < b ? -1 : 1)));
  return hash("sha256", AssetSpecification.encode({ ...item, metadata }).finish(), "buffer");
}
