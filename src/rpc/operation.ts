import { type Operation, operations } from "../../gen/rest/operations.ts";

const byPath = new Map(operations.map((operation) => [operation.path, operation]));

/** Returns the RPC at a gRPC path. @throws Error when the contract has no such RPC, so that only listed RPCs are served. */
export function operationAt(path: string): Operation {
  const operation = byPath.get(path);
  if (!operation) throw new Error(`${path} is not in the contract; run make generate`);
  return operation;
}
