// Samples with the Go client.
import { followed, type Named } from "./contract.ts";
import { bracketed } from "./layout.ts";
import { SAMPLE_KEY, type SampleRequest } from "./request.ts";
import { type Forms, type Member, nameOfData, text, written } from "./values.ts";

/** Words that Go writes in capitals, as the generator of the client has them (`clients/go/generator/config.yaml`). */
const INITIALISMS = new Set(
  "acl api ascii cpu crl csr css csv db dns eof gid guid html http https id ip json jws ndef pem qps ram rpc sla smtp sql ssh svg tcp tls ts ttl udp ui uid uri url utf8 uuid vm xml".split(
    " ",
  ),
);
const STEP = "\t";
/** Longest first line of a call. */
const FIRST_LINE = 100;

/** The client's packages, as an import names them. */
export const goImports = [
  'pda "pda.example/clients/go"',
  '"pda.example/clients/go/call"',
  '"pda.example/clients/go/gen/api"',
];
/** Makes the client of the samples. */
export const goClient = "client, err := pda.New()\nif err != nil {\n\treturn err\n}\ndefer client.Close()";

/** Returns a name of the contract in the way of Go: `apiKeyId` is `APIKeyID`. */
const goName = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => `${part[0]?.toUpperCase() ?? ""}${part.slice(1)}`)
    .join("")
    .replaceAll(/[A-Z0-9]+(?:[a-z0-9]+|$)/g, (part) =>
      INITIALISMS.has(part.toLowerCase()) ? part.toUpperCase() : part,
    );

/** Returns a name of a variable: `ApiKey` is `apiKey`. */
const variable = (name: string): string => {
  const [first = "", ...rest] = name.split(/(?<=[a-z0-9])(?=[A-Z])/);
  return `${first.toLowerCase()}${goName(rest.join(""))}`;
};

const forms: Forms = {
  time: (value) => {
    const at = new Date(value);
    const parts = [
      at.getUTCFullYear(),
      at.getUTCMonth() + 1,
      at.getUTCDate(),
      at.getUTCHours(),
      at.getUTCMinutes(),
      at.getUTCSeconds(),
      at.getUTCMilliseconds() * 1_000_000,
    ];
    return `time.Date(${parts.join(", ")}, time.UTC)`;
  },
  word: (value, type) => `api.${goName(type)}${goName(value)}`,
  whole: String,
  truth: String,
  list: (items, item) => {
    const type = item.properties || item.enum ? `api.${goName(item.name ?? "")}` : "string";
    // The items of a list need not repeat their type.
    const bare = item.properties ? items.map((each) => each.slice(type.length)) : items;
    return bracketed(bare, { open: `[]${type}{`, close: "}", step: STEP });
  },
  map: (entries) =>
    bracketed(
      entries.map(([name, value]) => `${name}: ${value}`),
      { open: "map[string]string{", close: "}", step: STEP },
    ),
  object: (type, members) => struct(`api.${goName(type)}`, members.map(field)),
};

type Field = readonly [name: string, value: string];

const field = ({ name, schema, isRequired, text: value }: Member): Field => [
  goName(name),
  isRequired ? value : pointed(schema, value),
];

/** Returns an optional value: a pointer where the zero value means something else than absent (`clients/go/generator/overlay.yaml`). */
function pointed({ type, format, minimum = 0, properties }: Named, value: string): string {
  if (properties) return `&${value}`;
  if (type !== "boolean" && (type !== "integer" || minimum >= 1)) return value;
  return format === "int64" ? `pda.Ptr[int64](${value})` : `pda.Ptr(${value})`;
}

function struct(type: string, fields: readonly Field[]): string {
  return bracketed(
    fields.map(([name, value]) => `${name}: ${value}`),
    { open: `${type}{`, close: "}", step: STEP, lines: aligned(fields) },
  );
}

/** Aligns the values of successive lines, as gofmt does. A value of several lines stands alone. */
function aligned(fields: readonly Field[]): string[] {
  const isLine = ([, value]: Field): boolean => !value.includes("\n");
  return fields.map((each, index) => {
    const [name, value] = each;
    if (!isLine(each)) return `${name}: ${value}`;
    const before = fields.slice(0, index).findLastIndex((other) => !isLine(other));
    const after = fields.findIndex((other, at) => at > index && !isLine(other));
    const run = fields.slice(before + 1, after === -1 ? undefined : after);
    const width = Math.max(...run.map(([other]) => other.length));
    return `${name}:${" ".repeat(width - name.length + 1)}${value}`;
  });
}

/** The query of a request is a struct that an operation without a query has not. */
function query({ operation, query: values }: SampleRequest): string[] {
  const parameters = operation.parameters.filter((each) => each.in === "query");
  if (parameters.length === 0) return [];
  const fields = parameters
    .filter(({ name }) => values[name] !== undefined)
    .map(({ name, schema }): Field => [goName(name), written(values[name], schema, forms, "")]);
  return fields.length === 0 ? ["nil"] : [struct(`&api.${goName(operation.name)}Params`, fields)];
}

const RETURN = "if err != nil {\n\treturn err\n}";

/** Returns the sample of a request, for a function that returns an error. `client` is the client, `ctx` a context. */
export function goSample(request: SampleRequest): string {
  const { operation, path, hasKey, body } = request;
  const { data, documents } = operation.answer;
  if (data === undefined) return stream(request);
  const args = [
    "ctx",
    ...Object.values(path).map(text),
    ...query(request),
    ...(operation.body && body ? [written(body, operation.body.schema, forms, "")] : []),
    ...(hasKey ? [`call.IdempotencyKey(${text(SAMPLE_KEY)})`] : []),
  ];
  const call = (name: string): string =>
    `${called(`${name}, err := client.${goName(operation.name)}(`, args)}\n${RETURN}`;
  // The client returns a file as it is.
  if (documents.some((type) => !type.endsWith("json"))) return `${call("file")}\nos.Stdout.Write(file)`;
  const name = variable(nameOfData(followed(data)));
  return `${call(name)}\nfmt.Printf("%+v\\n", ${name})`;
}

/** Returns a call: on one line apart from the lines of its structs, unless that begins with a long line. */
function called(open: string, args: readonly string[]): string {
  const call = `${open}${args.join(", ")})`;
  const [first = ""] = call.split("\n", 1);
  return first.length <= FIRST_LINE ? call : bracketed(args, { open, close: ")", step: STEP });
}

function stream({ query: { type } }: SampleRequest): string {
  const options = type === undefined ? "" : `pda.StreamType(${text(String(type))})`;
  return [
    `for event, err := range client.StreamEvents(${options}).All(ctx) {`,
    RETURN.replaceAll(/^/gm, STEP),
    `${STEP}fmt.Println(event.Type, event.Cursor)`,
    "}",
  ].join("\n");
}
