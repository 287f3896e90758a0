import { operations } from "../../gen/rest/operations.ts";

/**
 * Returns the path on REST of an RPC that has one path parameter.
 * @param path gRPC path of the RPC
 * @throws Error when the RPC is not on REST, or has another number of parameters
 */
export function restPath(path: string, parameter: string): string {
  const http = operations.find((operation) => operation.path === path)?.http;
  if (http?.params.length !== 1) throw new Error(`${path} is not on REST with one parameter`);
  return http.template.replace(/\{[a-z0-9_]+\}/, encodeURIComponent(parameter));
}
