// Samples with the Java client.
import { followed, schemas, type Schema } from "./contract.ts";
import { bracketed, fits, indented } from "./layout.ts";
import { SAMPLE_KEY, type SampleRequest } from "./request.ts";
import { constantCase, type Forms, lowerFirst, nameOfData, text, written } from "./values.ts";

const STEP = "    ";
/** Names of members that are words of Java. */
const KEYWORDS = new Set(
  "abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float for goto if implements import instanceof int interface long native new package private protected public return short static super switch synchronized this throw throws transient try void volatile while".split(
    " ",
  ),
);

/** The imports of the samples, except of the options of operations: those of ListPayments are in `example.pda.client.api.PaymentApi`. */
export const javaImports = [
  "example.pda.client.CallOptions",
  "example.pda.client.EventStream",
  "example.pda.client.EventStreamOptions",
  "example.pda.client.PdaClient",
  "example.pda.client.model.*",
  "java.time.Instant",
  "java.util.List",
  "java.util.Map",
];
/** Makes the client of the samples. */
export const javaClient = "PdaClient pda = PdaClient.builder().build();";

/** Returns the enum of a type. One that the contract describes in place is that which has all its words (`src/codegen/java-client.ts`). */
function enumOf(type: string, { enum: words = [] }: Schema): string {
  if (schemas[type]) return type;
  const whole = Object.keys(schemas).find((each) =>
    words.every((word) => schemas[each]?.enum?.includes(word)),
  );
  if (whole === undefined) throw new Error(`the contract has no enum with all words of ${type}`);
  return whole;
}

const forms: Forms = {
  time: (value) => `Instant.parse(${text(value)})`,
  word: (value, type, schema) => `${enumOf(type, schema)}.${constantCase(value)}`,
  whole: (value, { format }) => (format === "int64" ? `${value}L` : String(value)),
  truth: String,
  list: (items) => bracketed(items, { open: "List.of(", close: ")", step: STEP, last: "" }),
  map: (entries) => bracketed(entries.flat(), { open: "Map.of(", close: ")", step: STEP, last: "" }),
  object: (type, members) =>
    chained(
      `new ${type}()`,
      members.map(({ name, text: value }) => [name, value]),
    ),
};

/** Returns an object with what its setters are given. */
function chained(object: string, members: readonly (readonly [name: string, value: string])[]): string {
  const calls = members.map(([name, value]) => `.${KEYWORDS.has(name) ? "_" : ""}${name}(${value})`);
  const line = object + calls.join("");
  return fits(line) ? line : object + calls.map((each) => `\n${STEP}${indented(each, STEP)}`).join("");
}

/** What is optional stands in the last argument: options of the operation, or of any call. */
function options({ operation, query, hasKey }: SampleRequest): string[] {
  const optional = operation.parameters.filter(
    ({ name, required }) => !required && name !== "Idempotency-Key",
  );
  if (optional.length === 0) return hasKey ? [`CallOptions.withKey(${text(SAMPLE_KEY)})`] : [];
  const members = optional
    .filter(({ name }) => query[name] !== undefined)
    .map(({ name, schema }) => [name, written(query[name], schema, forms, "")] as const);
  const key = hasKey ? [["idempotencyKey", text(SAMPLE_KEY)] as const] : [];
  const all = [...members, ...key];
  return all.length === 0 ? [] : [chained(`new ${operation.name}Options()`, all)];
}

/** Returns the sample of a request. `pda` is the client. */
export function javaSample(request: SampleRequest): string {
  const { operation, path, query, body } = request;
  const { data } = operation.answer;
  if (data === undefined) return stream(request);
  const args = [
    ...Object.values(path).map(text),
    ...operation.parameters
      .filter((each) => each.in === "query" && each.required)
      .map(({ name, schema }) => written(query[name], schema, forms, "")),
    ...(operation.body && body ? [written(body, operation.body.schema, forms, "")] : []),
    ...options(request),
  ];
  const answer = followed(data);
  const name = lowerFirst(nameOfData(answer));
  const method = `pda.${lowerFirst(operation.tag)}().${lowerFirst(operation.name)}(`;
  const call = bracketed(args, {
    open: `${answer.name} ${name} = ${method}`,
    close: ")",
    step: STEP,
    last: "",
  });
  return `${call};\nSystem.out.println(${name});`;
}

function stream({ query: { type } }: SampleRequest): string {
  const given = type === undefined ? "" : `new EventStreamOptions().type(${text(String(type))})`;
  return [
    `try (EventStream stream = pda.streamEvents(${given})) {`,
    `  for (Event event : stream) System.out.println(event.getType() + " " + event.getCursor());`,
    "}",
  ].join("\n");
}
