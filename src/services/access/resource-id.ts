import { fromBinary } from "@bufbuild/protobuf";
import { isReflectMessage, type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import type { Operation } from "../../../gen/rest/operations.ts";
import { messageOf } from "../../rpc/contract.ts";

/** Only an identifier may leave a stored answer, because the answer may hold secrets. */
const identifier = /^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/**
 * Returns the identifier of the resource that an answer is about. This is the last identifier in the operation's Location, or else the
 * first field of the answer's data.
 *
 * @param response encoded; empty when there was no answer
 */
export function resourceIdOf(
  { response: type, http }: Pick<Operation, "response" | "http">,
  response: Uint8Array,
): string | undefined {
  const path = /\{([a-z0-9_.]+)\}$/.exec(http?.location ?? "")?.[1]?.split(".") ?? [];
  const data = fieldOf(reflected(type, response), http?.responseBody);
  const owner = path.slice(0, -1).reduce<unknown>((message, name) => fieldOf(message, name), data);
  const value = fieldOf(owner, path.at(-1));
  return typeof value === "string" && identifier.test(value) ? value : undefined;
}

const reflected = (type: string, bytes: Uint8Array): ReflectMessage => {
  const desc = messageOf(type);
  return reflect(desc, fromBinary(desc, bytes));
};

/**
 * Returns a message's field by its name, or its first field when no name is given. Returns undefined for an unset field or a value that is
 * no message.
 */
function fieldOf(message: unknown, name: string | undefined): unknown {
  if (!isReflectMessage(message)) return undefined;
  const field = message.fields.find((each) => (name === undefined ? each.number === 1 : each.name === name));
  return field && message.isSet(field) ? message.get(field) : undefined;
}
