import { catalogue } from "../../../gen/errors/catalogue.ts";

/** Why a row of a file cannot be sent. */
export type RowReason =
  | "ROW_TOO_LONG"
  | "QUOTE_NOT_CLOSED"
  | "QUOTING"
  | "COLUMN_COUNT"
  | "ENCODING"
  | "DEPTH"
  | "JSON";

/** One thing that is wrong with a row, in the form in which the service names what is wrong with an item. */
export interface RowFault {
  readonly code: string;
  readonly message: string;
  readonly field: string;
  readonly reason: string;
}

/** What is wrong with a row before it is an item. */
export class RowProblem {
  readonly reason: RowReason;
  readonly message: string;

  constructor(reason: RowReason, message: string) {
    this.reason = reason;
    this.message = message;
  }

  /** As the service would say it. */
  get fault(): RowFault {
    return { code: catalogue.INVALID_ARGUMENT.code, message: this.message, field: "", reason: this.reason };
  }
}
