// Builds components.schemas from messages and enums. A message has one schema for requests (closed; only required fields are required)
// and one for answers (open to additions; every field without presence is required). When both exist, the first is called …Input.
import type { DescEnum, DescEnumValue, DescField, DescMessage, DescOneof } from "@bufbuild/protobuf";
import type { Options } from "../options.ts";
import { describe } from "./comments.ts";
import {
  assertKnown,
  type Expressible,
  type FieldRules,
  listKeywords,
  type MessageRules,
  mapKeywords,
  scalarKeywords,
  wholeRules,
} from "./constraints.ts";
import { compact, type Json, nonEmpty, ref } from "./json.ts";
import { scalarSchema } from "./scalars.ts";

/** Use of a message: in requests or in answers. */
export type Direction = "input" | "output";

const wellKnown: Record<string, Json> = {
  "google.protobuf.Timestamp": { type: "string", format: "date-time" },
  "google.protobuf.FieldMask": { type: "string" },
};

/** A member of a oneof, and the words of `type` with which it is set. */
interface Selected {
  readonly member: DescField;
  readonly words: readonly string[];
}

/** A field `type` whose words select the content of another field. */
interface Selection {
  readonly type: DescField;
  readonly content: DescField;
  readonly members: readonly Selected[];
}

/** A message with one word of its `type`. */
export interface Variant {
  readonly word: string;
  /** The member that the content has. */
  readonly member: DescField;
  /** Reference to the schema. */
  readonly schema: Json;
}

/** Returns a word of a type as the begin of a name, e.g. `PaymentCompleted`. */
export const nameOfWord = (word: string): string =>
  word.replace(/(?:^|[._])([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const variantName = (message: DescMessage, word: string): string => nameOfWord(word) + message.name;

/** The schemas of one document. */
export class Schemas {
  readonly #options: Options;
  readonly #answered: ReadonlySet<string>;
  readonly #byName = new Map<string, { source: string; schema: Json }>();

  /** @param answers messages in responses; the constructor finds the messages that these contain */
  constructor(options: Options, answers: readonly DescMessage[]) {
    this.#options = options;
    const seen = new Set<string>();
    for (const message of answers) reach(message, seen);
    this.#answered = seen;
  }

  /** Returns all schemas by name. */
  components(): Json {
    const entries = [...this.#byName].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
  }

  /** Adds a schema that has no message. */
  add(name: string, schema: Json): Json {
    return this.#component(name, name, () => schema);
  }

  /** Returns a reference to the schema of a message. @param without fields that are elsewhere in the request, e.g. in the path */
  message(message: DescMessage, direction: Direction, without: readonly string[] = []): Json {
    const known = wellKnown[message.typeName];
    if (known) return known;
    const both = direction === "input" && this.#answered.has(message.typeName);
    const name = both ? `${message.name}Input` : nameOf(message);
    return this.#component(name, `${message.typeName} ${direction}`, () =>
      this.#object(message, direction, without),
    );
  }

  /** Returns the schema of a message, not as a component but in place. @param without fields that it leaves out */
  inPlace(message: DescMessage, direction: Direction, without: readonly string[] = []): Json {
    return this.#object(message, direction, without);
  }

  /** Returns the variants of a message whose `type` selects its content: one for each word, with the content that the word selects. */
  variants(message: DescMessage): Variant[] {
    const selection = this.#selection(message);
    if (!selection) throw new Error(`${message.typeName} has no type that selects its content`);
    return selection.members.flatMap(({ member, words }) =>
      words.map((word) => ({
        word,
        member,
        schema: this.#component(variantName(message, word), `${message.typeName} ${word}`, () =>
          this.#variant(message, selection, member, word),
        ),
      })),
    );
  }

  #variant(message: DescMessage, { type, content }: Selection, member: DescField, word: string): Json {
    const { properties, required, ...rest } = this.#object(message, "output", [type.name, content.name]);
    return {
      ...rest,
      properties: {
        ...(properties as Json),
        [type.jsonName]: { type: "string", const: word, ...this.#notes(type) },
        [content.jsonName]: {
          type: "object",
          properties: { [member.jsonName]: this.field(member, "output") },
          required: [member.jsonName],
          ...this.#notes(content),
        },
      },
      required: [...(required as string[]), type.jsonName, content.jsonName],
    };
  }

  /** Returns the field `type` of a message whose words select the content of another field, and that content; undefined for others. */
  #selection(message: DescMessage): Selection | undefined {
    const type = message.fields.find(({ name }) => name === "type");
    const content = message.fields.find((field) => this.#selected(field).length > 0);
    return type && content && { type, content, members: this.#selected(content) };
  }

  /** Returns the members that the words of `type` select in the oneof of a field's message; none for other fields. */
  #selected({ message, fieldKind }: DescField): Selected[] {
    if (fieldKind !== "message") return [];
    return (message?.fields ?? []).flatMap((member) => {
      const words = this.#options.field(member).selectedBy;
      return words ? [{ member, words }] : [];
    });
  }

  /** Returns the schema of the words that select a member. The list grows with the service, so it is no enum. */
  #selector(message: DescMessage, content: DescField, members: readonly Selected[]): Json {
    return this.#component(`${message.name}Type`, `type of ${message.typeName}`, () => ({
      type: "string",
      description: [
        `Type of \`${message.name}\`. The type says which member \`${content.jsonName}\` has.`,
        members
          .flatMap(({ member, words }) => words.map((word) => `- \`${word}\`: \`${member.jsonName}\``))
          .join("\n"),
        "The list may grow, so this is no enum: pass over a type that you do not know.",
      ].join("\n\n"),
      "x-members": Object.fromEntries(
        members.flatMap(({ member, words }) => words.map((word) => [word, member.jsonName])),
      ),
    }));
  }

  /** Returns the schema of a field, with its description, label and decisions. */
  field(field: DescField, direction: Direction): Json {
    return { ...this.#shape(field, direction), ...this.#notes(field) };
  }

  #notes(field: DescField): Json {
    const info = this.#options.field(field);
    return compact({
      description: noteFor(field),
      "x-label": info.label,
      "x-decision": nonEmpty(info.decisions),
      "x-secret": info.secret,
    });
  }

  /** Tells whether a request must have the field. */
  isRequired(field: DescField): boolean {
    return this.#options.behaviours(field).includes("REQUIRED") || this.#rules(field).required === true;
  }

  #rules(field: DescField): FieldRules {
    const rules = this.#options.read<FieldRules>(field, "buf.validate.field") ?? {};
    assertKnown(rules, field.toString());
    return rules;
  }

  #component(name: string, source: string, make: () => Json): Json {
    const known = this.#byName.get(name);
    if (known && known.source !== source)
      throw new Error(`${source} and ${known.source} would have the same schema name ${name}`);
    if (!known) {
      const entry = { source, schema: {} as Json };
      this.#byName.set(name, entry);
      entry.schema = make();
    }
    return ref("schemas", name);
  }

  /** Returns a reference to the schema of an enum. When a field accepts only some of the enum's words, lists these words. */
  #enum(desc: DescEnum, { notIn = [] }: NonNullable<FieldRules["enum"]> = {}): Json {
    if (notIn.some((number) => number !== 0)) {
      const taken = desc.values.filter(({ number }) => number !== 0 && !notIn.includes(number));
      return { type: "string", enum: taken.map((value) => this.#word(value)) };
    }
    return this.#component(desc.name, desc.typeName, () => {
      const values = desc.values.filter((value) => value.number !== 0);
      const words = values.map((value) => this.#word(value));
      const lines = values.map((value, index) => `- \`${words[index]}\`: ${describe(value)}`);
      return {
        type: "string",
        enum: words,
        description: [describe(desc), lines.join("\n"), growth(this.#options.unknownValue(desc))]
          .filter(Boolean)
          .join("\n\n"),
        // The constants' names, as in the proto. Generators whose constants share one name space, as in Go, need them.
        "x-enum-varnames": values.map((value) => value.name),
        ...(this.#options.unknownValue(desc) ? { "x-may-grow": true } : {}),
      };
    });
  }

  #word({ localName, parent }: DescEnumValue): string {
    return this.#options.words(parent) === "upper" ? localName.toUpperCase() : localName.toLowerCase();
  }

  #object(message: DescMessage, direction: Direction, without: readonly string[]): Json {
    const fields = message.fields.filter(
      (field) => !without.includes(field.name) && !this.#options.field(field).internal,
    );
    const choice = choiceOf(message);
    const rules = direction === "input" ? this.#wholeRules(message) : [];
    const selection = this.#selection(message);
    if (selection && fields.includes(selection.content)) rules.push(selects(selection));
    const required =
      choice && this.#options.read<{ required?: boolean }>(choice, "buf.validate.oneof")?.required === true;
    if (choice && choice.fields.length > 1) rules.push(oneOf(choice, required === true));
    // A oneof with one field is not a choice yet. Further fields make it a choice without changing today's requests.
    const chosen = required && choice.fields.length === 1 ? choice.fields : [];
    return compact({
      description: [describe(message), choice && oneOfText(choice, required === true)]
        .filter(Boolean)
        .join("\n\n"),
      type: "object",
      properties: Object.fromEntries(
        fields.map((field) => [
          field.jsonName,
          field === selection?.type
            ? { ...this.#selector(message, selection.content, selection.members), ...this.#notes(field) }
            : this.field(field, direction),
        ]),
      ),
      required: nonEmpty(
        fields
          .filter((field) => chosen.includes(field) || this.#isPresent(field, direction))
          .map((f) => f.jsonName),
      ),
      additionalProperties: direction === "input" ? false : undefined,
      ...conditions(rules),
    });
  }

  /** Returns the rules about the whole object. */
  #wholeRules(message: DescMessage): Json[] {
    const rules = this.#options.read<MessageRules>(message, "buf.validate.message") ?? {};
    return wholeRules(rules, message.typeName).map((alternatives) => ({
      anyOf: alternatives.map((alternative) => this.#alternative(message, alternative)),
    }));
  }

  #alternative(message: DescMessage, { path: [name, ...path], ...alternative }: Expressible): Json {
    const field = message.fields.find((each) => each.name === name);
    if (!field) throw new Error(`${message.typeName} has no field ${name}`);
    const { jsonName } = field;
    const having = (value: Json): Json => ({ properties: { [jsonName]: value }, required: [jsonName] });
    if (path.length > 0) {
      if (!field.message) throw new Error(`${field.toString()} is not a message, so it has no fields`);
      return having(this.#alternative(field.message, { path, ...alternative }));
    }
    const value = (number: number): Json => {
      const found = field.enum?.values.find((each) => each.number === number);
      if (!found) throw new Error(`${field.toString()} has no value ${number}`);
      return { const: this.#word(found) };
    };
    switch (alternative.kind) {
      case "given":
        return having({});
      case "absent":
        return { not: having({}) };
      case "is":
        return having(value(alternative.value));
      case "matches":
        return having({ pattern: alternative.pattern });
      case "lacks":
        return { properties: { [jsonName]: { not: { contains: value(alternative.value) } } } };
    }
  }

  #isPresent(field: DescField, direction: Direction): boolean {
    return this.isRequired(field) || (direction === "output" && !hasPresence(field));
  }

  #shape(field: DescField, direction: Direction): Json {
    const rules = this.#rules(field);
    switch (field.fieldKind) {
      case "scalar":
        return { ...scalarSchema(field.scalar), ...scalarKeywords(rules) };
      case "enum":
        return this.#enum(field.enum, direction === "input" ? rules.enum : {});
      case "message":
        return this.message(field.message, direction);
      case "list":
        return { type: "array", items: this.#item(field, direction, rules), ...listKeywords(rules) };
      default: {
        if (field.mapKind !== "scalar")
          throw new Error(`${field.toString()}: only maps of scalars are supported`);
        const values = { ...scalarSchema(field.scalar), ...scalarKeywords(rules.map?.values ?? {}) };
        return { type: "object", ...mapKeywords(rules), additionalProperties: values };
      }
    }
  }

  #item(field: DescField & { fieldKind: "list" }, direction: Direction, rules: FieldRules): Json {
    if (field.listKind === "enum") return this.#enum(field.enum);
    if (field.listKind === "message") return this.message(field.message, direction);
    return { ...scalarSchema(field.scalar), ...scalarKeywords(rules.repeated?.items ?? {}) };
  }
}

/**
 * Returns rules about a whole object as `if … else false`. Client generators leave out conditions. From `anyOf` or `oneOf` beside
 * members they would make types of their own.
 */
function conditions(rules: readonly Json[]): Json {
  if (rules.length === 0) return {};
  return { if: rules.length === 1 ? rules[0] : { allOf: rules }, else: { not: {} } };
}

function oneOf({ fields }: DescOneof, required: boolean): Json {
  const each = fields.map(({ jsonName }) => ({ properties: { [jsonName]: {} }, required: [jsonName] }));
  return { oneOf: required ? each : [...each, { not: { anyOf: each } }] };
}

/** Returns the rule that a known word of `type` comes with the member that it selects. */
function selects({ type, content, members }: Selection): Json {
  const each = members.map(({ member, words }) => ({
    properties: {
      [type.jsonName]: { enum: words },
      // The member is named under `properties`, too, because linters take a required member without it for a mistake.
      [content.jsonName]: { properties: { [member.jsonName]: {} }, required: [member.jsonName] },
    },
  }));
  const known = members.flatMap(({ words }) => words);
  return { anyOf: [...each, { properties: { [type.jsonName]: { not: { enum: known } } } }] };
}

function oneOfText({ fields }: DescOneof, required: boolean): string | undefined {
  if (fields.length === 1) return undefined;
  const names = fields.map(({ jsonName }) => `\`${jsonName}\``).join(", ");
  return `${required ? "Exactly" : "At most"} one of ${names}.`;
}

const growth = (unknownValue: string | undefined): string =>
  unknownValue ? `The list may grow. A value that you do not know: ${unknownValue}` : "";

/** Returns the name of a message's schema. Generators give names in `…Response` to wrappers of their own. */
function nameOf({ name }: DescMessage): string {
  const list = /^List(\w+)s(?:For\w+)?Response$/.exec(name)?.[1];
  if (list) return `${list.replace(/ie$/, "y")}List`;
  return name.replace(/Response$/, "Result");
}

/** Returns the comment of a field, with the form of a field mask on REST. */
function noteFor(field: DescField): string {
  const isMask = field.message?.typeName === "google.protobuf.FieldMask";
  return isMask ? `${describe(field)} JSON names, separated by commas.` : describe(field);
}

function hasPresence(field: DescField): boolean {
  return field.proto.proto3Optional || field.oneof !== undefined;
}

function choiceOf(message: DescMessage): DescOneof | undefined {
  const [first, second] = message.oneofs;
  if (second) throw new Error(`${message.typeName}: more than one oneof is not supported`);
  return first;
}

function reach(message: DescMessage, seen: Set<string>): void {
  if (seen.has(message.typeName)) return;
  seen.add(message.typeName);
  for (const field of message.fields) if (field.message) reach(field.message, seen);
}
