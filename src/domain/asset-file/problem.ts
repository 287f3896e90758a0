/** Reason why a row of a file cannot be sent. */
export type RowReason =
  | "ROW_TOO_LONG"
  | "QUOTE_NOT_CLOSED"
  | "QUOTING"
  | "COLUMN_COUNT"
  | "ENCODING"
  | "DEPTH"
  | "JSON";

/** A fault that keeps a row from becoming an item. */
export class RowProblem {
  readonly reason: RowReason;
  readonly message: string;

  constructor(reason: RowReason, message: string) {
    this.reason = reason;
    this.message = message;
  }
}

/** The first line of a file does not name its columns as it should. The message completes "the file cannot be issued: ". */
export class HeaderProblem extends Error {
  override readonly name = "HeaderProblem";
}
