import type { DescMethod } from "@bufbuild/protobuf";
import type { HttpBinding, OperationOption } from "../options.ts";

/** One operation of the contract that is on REST. */
export interface ReferenceOperation {
  readonly method: DescMethod;
  readonly option: OperationOption;
  readonly http: HttpBinding;
}
