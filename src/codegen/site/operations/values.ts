// Values of recorded examples, written as a client library takes them: by the types that the contract gives them.
import { followed, type Named, type Schema } from "./contract.ts";

/** A member of an object: its name in the contract, its schema, whether the contract requires it, and its value as the language writes it. */
export interface Member {
  readonly name: string;
  readonly schema: Named;
  readonly isRequired: boolean;
  readonly text: string;
}

/** How a language writes values. Lists, maps and objects get their parts as the language writes them. */
export interface Forms {
  /** A time, RFC 3339. */
  readonly time: (value: string) => string;
  /** A word of an enum. @param type the name of the enum; for one without a name, those of its object and member */
  readonly word: (value: string, type: string, schema: Schema) => string;
  readonly whole: (value: number, schema: Schema) => string;
  readonly truth: (value: boolean) => string;
  /** @param item the schema of the items */
  readonly list: (items: readonly string[], item: Named) => string;
  readonly map: (entries: readonly (readonly [string, string])[]) => string;
  readonly object: (type: string, members: readonly Member[]) => string;
}

/** The name of a type that the contract describes in place: those of its object and member. */
const inner = (owner: string, name: string): string => `${owner}${name[0]?.toUpperCase()}${name.slice(1)}`;

/**
 * Returns a value as a language writes it.
 * @param place the name of its type, if its schema has none
 */
export function written(value: unknown, schema: Schema, forms: Forms, place: string): string {
  const found = followed(schema);
  const type = found.name ?? place;
  if (Array.isArray(value)) {
    const item = followed(found.items ?? {});
    return forms.list(
      value.map((each) => written(each, item, forms, type)),
      item,
    );
  }
  if (typeof value === "object" && value !== null) return ofObject(value, found, forms, type);
  if (typeof value === "number") return forms.whole(value, found);
  if (typeof value === "boolean") return forms.truth(value);
  if (typeof value !== "string")
    throw new Error(`an example of ${type} has a value that samples do not know`);
  if (found.format === "date-time") return forms.time(value);
  return found.enum ? forms.word(value, type, found) : text(value);
}

function ofObject(value: object, schema: Named, forms: Forms, type: string): string {
  if (schema.properties === undefined)
    return forms.map(Object.entries(value).map(([name, each]) => [text(name), text(String(each))]));
  return forms.object(type, membersOf(value, schema, forms, type));
}

/** Returns the members of an object that its value has. */
export function membersOf(value: object, schema: Named, forms: Forms, type: string): Member[] {
  return Object.entries(value).map(([name, each]) => {
    const member = schema.properties?.[name];
    if (member === undefined)
      throw new Error(`an example of ${type} has ${name}, which the contract has not`);
    return {
      name,
      schema: followed(member),
      isRequired: schema.required?.includes(name) ?? false,
      text: written(each, member, forms, inner(type, name)),
    };
  });
}

/** A text in double quotes. Its escapes are those of JSON, which Go, Python and Java have, too. */
export const text = (value: string): string => JSON.stringify(value);

/** Returns a name of the contract in the way of Python: `createPayment` is `create_payment`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();

/** Returns a word of an enum as its constant is named: `proof_of_possession` is `PROOF_OF_POSSESSION`. */
export const constantCase = (word: string): string => word.replaceAll(/[^A-Za-z0-9]/g, "_").toUpperCase();

/** Returns a name of the contract with a small first letter. */
export const lowerFirst = (name: string): string => `${name[0]?.toLowerCase()}${name.slice(1)}`;

/** Returns a name for the data of an answer: what the type of the data says. */
export function nameOfData({ name = "", properties = {} }: Named): string {
  if (properties.nextPageToken && properties.items) return "Page";
  return name.endsWith("Result") ? "Result" : name;
}
