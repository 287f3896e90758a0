import { AssertionError, expect } from "chai";
import { type ChainCode, ChainError, type ChainReason } from "../../../src/chain/error.ts";

/** Awaits a call that must fail with this status and reason, and returns its error. */
export async function expectChainError(
  call: Promise<unknown>,
  code: ChainCode,
  reason?: ChainReason,
  why = "",
): Promise<ChainError> {
  let answer: unknown;
  try {
    answer = await call;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    expect({ code: error.code, reason: error.reason }, `${why} ${error.message}`).to.deep.equal({
      code,
      reason,
    });
    return error;
  }
  throw new AssertionError(`${why} expected ${reason ?? code}, got an answer: ${String(answer)}`);
}
