// Samples with the Python client.
import { followed } from "./contract.ts";
import { bracketed } from "./layout.ts";
import { SAMPLE_KEY, type SampleRequest } from "./request.ts";
import { constantCase, type Forms, membersOf, nameOfData, snakeCase, text, written } from "./values.ts";

const STEP = "    ";

/** Makes the client of the samples. */
export const pythonClient = "from pda_client import PdaClient\n\npda = PdaClient()";

/** How Python writes values. @param models gets the names of the models that a value needs @param modules gets other imports */
const formsOf = (models: Set<string>, modules: Set<string>): Forms => {
  const model = (name: string): string => {
    models.add(name);
    return name;
  };
  return {
    time: (value) => {
      modules.add("from datetime import datetime");
      return `datetime.fromisoformat(${text(value)})`;
    },
    word: (value, type) => `${model(type)}.${constantCase(value)}`,
    whole: String,
    truth: (value) => (value ? "True" : "False"),
    list: (items) => bracketed(items, { open: "[", close: "]", step: STEP }),
    map: (entries) =>
      bracketed(
        entries.map(([name, value]) => `${name}: ${value}`),
        { open: "{", close: "}", step: STEP },
      ),
    object: (type, members) =>
      bracketed(
        members.map(({ name, text: value }) => `${snakeCase(name)}=${value}`),
        { open: `${model(type)}(`, close: ")", step: STEP },
      ),
  };
};

/** The name of the argument for the idempotency key: the generator of the client adds the place where a path has the same name. */
const keyName = (path: SampleRequest["path"]): string =>
  path.idempotencyKey === undefined ? "idempotency_key" : "idempotency_key_header";

/** Returns the sample of a request. `pda` is the client. */
export function pythonSample({ operation, path, query, hasKey, body }: SampleRequest): string {
  const { data } = operation.answer;
  if (data === undefined)
    return `with pda.stream_events(${query.type === undefined ? "" : `type=${text(String(query.type))}`}) as stream:
    for event in stream:
        print(event.type, event.cursor)`;
  const models = new Set<string>();
  const modules = new Set<string>();
  const forms = formsOf(models, modules);
  const schema = followed(operation.body?.schema ?? {});
  const args = [
    ...Object.values(path).map(text),
    ...membersOf(body ?? {}, schema, forms, schema.name ?? "").map(
      ({ name, text: value }) => `${snakeCase(name)}=${value}`,
    ),
    ...operation.parameters
      .filter(({ name, in: place }) => place === "query" && query[name] !== undefined)
      .map((each) => `${snakeCase(each.name)}=${written(query[each.name], each.schema, forms, "")}`),
    ...(hasKey ? [`${keyName(path)}=${text(SAMPLE_KEY)}`] : []),
  ];
  const name = snakeCase(nameOfData(followed(data)));
  const call = bracketed(args, {
    open: `${name} = pda.${snakeCase(operation.name)}(`,
    close: ")",
    step: STEP,
  });
  const imports = [
    ...modules,
    ...(modules.size > 0 && models.size > 0 ? [""] : []),
    ...(models.size > 0 ? [`from pda_client.models import ${[...models].sort().join(", ")}`] : []),
  ];
  return [...imports, ...(imports.length > 0 ? [""] : []), call, `print(${name})`].join("\n");
}
