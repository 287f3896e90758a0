// Makes components of the parameters that several operations have, e.g. `pageSize`.
import { type Json, ref } from "./json.ts";

type Operation = Json & { parameters?: readonly Json[] };

/** Replaces repeated parameters by references. @returns components.parameters, by name; of two with one name the more frequent */
export function shareParameters(paths: Json): Json {
  const operations = Object.values(paths).flatMap((item) => Object.values(item as Json) as Operation[]);
  const inline = operations.flatMap(({ parameters = [] }) => parameters.filter(({ $ref }) => !$ref));
  const groups = [...Map.groupBy(inline, textOf)].sort(([, a], [, b]) => b.length - a.length);
  const shared = new Map<string, { text: string; parameter: Json }>();
  for (const [text, same] of groups) {
    const parameter = same.find(({ example }) => example !== undefined) ?? same[0];
    if (!parameter || same.length < 2 || shared.has(componentName(parameter))) continue;
    shared.set(componentName(parameter), { text, parameter });
  }
  for (const operation of operations)
    operation.parameters = operation.parameters?.map((each) =>
      shared.get(componentName(each))?.text === textOf(each) ? ref("parameters", componentName(each)) : each,
    );
  const sorted = [...shared].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, { parameter }]) => [name, parameter]));
}

const textOf = ({ example: _example, ...parameter }: Json): string => JSON.stringify(parameter);
/** Generators put parameters and schemas into one room of names, so that a parameter `assetType` must not be called `AssetType`. */
const componentName = ({ name }: Json): string =>
  `${String(name).replace(/^./, (first) => first.toUpperCase())}Parameter`;
