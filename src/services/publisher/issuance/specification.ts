import { hash } from "node:crypto";
import { catalogue, type ErrorName } from "../../../../gen/errors/catalogue.ts";
import { AssetSpecification } from "../../../../gen/ts/pda/publisher/v1/issuance.ts";
import type { AssetKind } from "../../../domain/asset/asset.ts";
import type { ItemFault } from "../../../domain/asset/issuance.ts";
import { elementRules } from "../../../rpc/validate.ts";
import { kindOf } from "../../asset/convert.ts";
import type { Networks } from "../../networks.ts";

/** What an item asks for, once it is found to be right. */
export interface Wanted {
  readonly kind: AssetKind;
  readonly name: string;
  readonly description: string;
  readonly networks: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** An item with its judgement: what is to be issued, or everything that is wrong with it. */
export interface JudgedItem {
  readonly reference?: string;
  /** SHA-256 of the item: the same for items that say the same. */
  readonly fingerprint: Uint8Array;
  readonly judged: { readonly wanted: Wanted } | { readonly faults: readonly ItemFault[] };
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
  const served = new Set(named ? await networks.list() : []);
  return items.map((item) => {
    const { reference } = item;
    // One that is none, which its item fails for, is not kept.
    const named = reference !== undefined && referenceForm.test(reference) ? { reference } : {};
    return { ...named, fingerprint: fingerprintOf(item), judged: judge(item, served) };
  });
}

function judge(item: AssetSpecification, served: ReadonlySet<string>): JudgedItem["judged"] {
  if (item.faults.length > 0) return { faults: item.faults.map(storable) };
  const violations = violationsOf(item);
  if (violations.length > 0)
    return {
      faults: violations.map(({ field, message, reason }) =>
        faultOf("INVALID_ARGUMENT", field, reason, message),
      ),
    };
  const { assetProfile, supportedNetworks: networks, metadata } = item;
  const kind = assetProfile && kindOf(assetProfile.kind);
  if (!assetProfile || !kind) throw new Error("the field rules let an asset without a kind through");
  const { name, description } = assetProfile;
  const faults = [...unstorable({ name, description }, metadata), ...unserved(networks, served)];
  return faults.length > 0 ? { faults } : { wanted: { kind, name, description, networks, metadata } };
}

/** U+0000, which the database cannot hold: found here, so that it fails its own item and not all of them. */
function unstorable(profile: Readonly<Record<string, string>>, metadata: Readonly<Record<string, string>>) {
  const fault = (field: string): ItemFault =>
    faultOf("INVALID_ARGUMENT", field, "TEXT_NOT_STORABLE", "Text must not contain the character U+0000.");
  const inProfile = Object.keys(profile).filter((name) => profile[name]?.includes("\0"));
  const inMetadata = Object.keys(metadata).some((key) => key.includes("\0") || metadata[key]?.includes("\0"));
  return [
    ...inProfile.map((name) => fault(`asset_profile.${name}`)),
    ...(inMetadata ? [fault("metadata")] : []),
  ];
}

/** The gateway repeats names that the caller made up. */
function storable(fault: ItemFault): ItemFault {
  const clean = (text: string): string => text.replaceAll("\0", "\uFFFD");
  const { code, message, field, reason } = fault;
  return { code: clean(code), message: clean(message), field: clean(field), reason: clean(reason) };
}

function unserved(networks: readonly string[], served: ReadonlySet<string>): ItemFault[] {
  const unknown = networks.find((network) => !served.has(network));
  if (unknown === undefined) return [];
  const message = `The network ${unknown} is not served.`;
  return [faultOf("UNKNOWN_REFERENCE", "supported_networks", "UNKNOWN_NETWORK", message)];
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
