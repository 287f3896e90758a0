import { catalogue } from "../../../gen/errors/catalogue.ts";

/** Reason why a row of a file cannot be sent. */
export type RowReason =
  | "ROW_TOO_LONG"
  | "QUOTE_NOT_CLOSED"
  | "QUOTING"
  | "COLUMN_COUNT"
  | "ENCODING"
  | "DEPTH"
  | "JSON";

/** One fault of a row, in the form of the service's item errors. */
export interface RowFault {
  readonly code: string;
  readonly message: string;
  readonly field: string;
  readonly reason: string;
}

/** A fault that keeps a row from becoming an item. */
export class RowProblem {
  readonly reason: RowReason;
  readonly message: string;

  constructor(reason: RowReason, message: string) {
    this.reason = reason;
    this.message = message;
  }

  /** The fault in the form that the service uses. */
  get fault(): RowFault {
    return { code: catalogue.INVALID_ARGUMENT.code, message: this.message, field: "", reason: this.reason };
  }
}
