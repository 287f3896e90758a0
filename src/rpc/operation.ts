import { type Operation, operations } from "../../gen/rest/operations.ts";

const byPath = new Map(operations.map((operation) => [operation.path, operation]));

/** Returns the RPC at a gRPC path. @throws Error when the contract has no such RPC, so that only listed RPCs are served. */
export function operationAt(path: string): Operation {
  const operation = byPath.get(path);
  if (!operation) throw new Error(`${path} is not in the contract; run make generate`);
  return operation;
}

/** Returns the path under which the idempotency keys of an operation are stored. It stays when the operation moves to another service. */
export function keyPathOf({ keyPath, path }: Operation): string {
  return keyPath ?? path;
}
