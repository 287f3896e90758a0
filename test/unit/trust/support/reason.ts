import { TrustInputError } from "../../../../src/trust/error.ts";

/**
 * Reason of the input error that `read` throws; 'accepted' where it throws none. Any other error is the
 * test's failure.
 */
export function inputError(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof TrustInputError) return error.reason;
    throw error;
  }
  return "accepted";
}
