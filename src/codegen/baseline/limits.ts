// Compares the limits of fields as the protos state them (buf.validate). OpenAPI writes some limits as patterns, which cannot be compared.
import type { DescMessage, FileRegistry } from "@bufbuild/protobuf";
import { Options } from "../options.ts";
import type { Finding } from "./findings.ts";

/** Rules that admit less when they fall, and rules that admit less when they rise. */
const MOST = new Set(["lt", "lte", "maxLen", "maxBytes", "maxItems", "maxPairs"]);
const LEAST = new Set(["gt", "gte", "minLen", "minBytes", "minItems", "minPairs"]);

/** Limits of a field by their place in its rules, e.g. `int64.lte`. */
type Limits = ReadonlyMap<string, number>;

/** Reports limits that are narrower than in the baseline, and limits that fields of the baseline did not have. */
export function limitFindings(baseline: FileRegistry, present: FileRegistry): Finding[] {
  const [before, now] = [limitsOf(baseline), limitsOf(present)];
  return [...before].flatMap(([field, was]) => {
    const is = now.get(field) ?? new Map<string, number>();
    return [...is]
      .filter(([place, limit]) => isNarrower(place, was.get(place), limit))
      .map(
        ([place, limit]) => `limit: ${field}: ${place} changed from ${was.get(place) ?? "none"} to ${limit}`,
      );
  });
}

function isNarrower(place: string, was: number | undefined, is: number): boolean {
  const rule = place.split(".").at(-1) as string;
  if (MOST.has(rule)) return was === undefined || is < was;
  return was === undefined ? is > 0 : is > was;
}

/** Returns the limits of every field of the contract by `<message>.<field>`. */
function limitsOf(registry: FileRegistry): Map<string, Limits> {
  const files = [...registry.files];
  const options = new Options(files);
  const messages = files
    .filter(({ proto }) => proto.package.startsWith("pda."))
    .flatMap((file) => file.messages.flatMap(withNested));
  return new Map(
    messages.flatMap((message) =>
      message.fields.map((field) => {
        const rules = options.read<Record<string, unknown>>(field, "buf.validate.field") ?? {};
        return [`${message.typeName}.${field.name}`, new Map(limitsIn(rules, ""))] as const;
      }),
    ),
  );
}

function withNested(message: DescMessage): DescMessage[] {
  return [message, ...message.nestedMessages.flatMap(withNested)];
}

function limitsIn(rules: Record<string, unknown>, place: string): [string, number][] {
  return Object.entries(rules).flatMap(([name, value]): [string, number][] => {
    if (MOST.has(name) || LEAST.has(name)) return [[place + name, Number(value)]];
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    return limitsIn(value as Record<string, unknown>, `${place}${name}.`);
  });
}
