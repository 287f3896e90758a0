import { authenticityControl } from "./authenticity-control.ts";
import { paymentsCreateControl } from "./payments-create-control.ts";
import { paymentsCreateSql } from "./payments-create-sql.ts";
import { paymentsGetControl } from "./payments-get-control.ts";
import type { Bench } from "./setting.ts";

/** Every bench, in the order in which they run. */
export const benches: readonly Bench[] = [
  paymentsCreateControl,
  paymentsCreateSql,
  paymentsGetControl,
  authenticityControl,
];
