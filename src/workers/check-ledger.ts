import type { Logger } from "../logger.ts";
import type { CheckResult } from "../store/ledger/checks.ts";
import type { Store } from "../store/store.ts";
import { ledgerCheckedAt, ledgerExamined, ledgerViolations } from "./metrics.ts";

/** A round of a loop that can be stopped early. */
export interface LedgerCheck {
  readonly round: () => Promise<boolean>;
  /** Ends the running round at its next chunk. */
  stop(): void;
}

/**
 * Checks the whole ledger in each round, reports the findings as metrics and keeps them for the operator. Only one worker checks at a time; the others skip their round.
 */
export function checkLedger(store: Store, log: Logger): LedgerCheck {
  const stopped = new AbortController();
  const { signal } = stopped;
  const round = async (): Promise<boolean> => {
    try {
      const results = await store.snapshot(async ({ ledgerChecks }) => {
        if (!(await ledgerChecks.claim())) return undefined;
        const found: CheckResult[] = [];
        for await (const result of ledgerChecks.run({ signal })) {
          const { name, title, examined, violations, told } = result;
          found.push(result);
          ledgerViolations.set({ check: name }, violations);
          ledgerExamined.set({ check: name }, examined);
          if (violations > 0)
            log.error({ check: name, title, violations, told }, "the ledger violates a check");
        }
        ledgerCheckedAt.setToCurrentTime();
        return found;
      });
      if (results) await store.transact(({ ledgerChecks }) => ledgerChecks.keep(results));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return false;
  };
  return { round, stop: () => stopped.abort() };
}
