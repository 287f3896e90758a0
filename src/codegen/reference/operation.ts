import type { DescMethod } from "@bufbuild/protobuf";
import type { HttpBinding, OperationOption } from "../options.ts";

/** Returns the scopes that allow an operation: one of them suffices. */
export const scopesFor = ({ scope, narrowerScope }: OperationOption): string[] =>
  [scope, narrowerScope].filter((each) => each !== undefined);

/** Returns every scope of the contract, sorted. */
export const scopesIn = (operations: readonly ReferenceOperation[]): string[] =>
  [...new Set(operations.flatMap(({ option }) => scopesFor(option)))].sort();

/** One operation of the contract that is on REST. */
export interface ReferenceOperation {
  readonly method: DescMethod;
  readonly option: OperationOption;
  readonly http: HttpBinding;
}
