import { announceAccounts } from "./announce-accounts.ts";
import { checkLedger } from "./check-ledger.ts";
import { expirePayments } from "./expire-payments.ts";
import { forgetAnswers } from "./forget-answers.ts";
import { forgetChallenges } from "./forget-challenges.ts";
import { forgetDeliveries } from "./forget-deliveries.ts";
import { forgetProcesses } from "./forget-processes.ts";
import { forgetRates } from "./forget-rates.ts";
import { forgetDelegationUses, forgetNonces } from "./forget-nonces.ts";
import { forgetOAuthStates, forgetRevokedTokens } from "./forget-revoked-tokens.ts";
import { type Loop, type LoopOptions, startLoop } from "./loop.ts";
import { foldAmounts } from "./fold-amounts.ts";
import { keepBalances } from "./keep-balances.ts";
import { makePartitions } from "./partitions.ts";
import { sequenceAudit } from "./sequence-audit.ts";
import { sequenceEvents } from "./sequence-events.ts";
import type { SettlementContext } from "./settlement/context.ts";
import { openRound } from "./settlement/open.ts";
import { prepareRound } from "./settlement/prepare.ts";
import { recordSigners } from "./settlement/signer.ts";
import { submitRound } from "./settlement/submit.ts";
import { trackRound } from "./settlement/track.ts";
import { watchSettlements } from "./settlement/watch.ts";

/** Upper limit of the poll interval for events, so that events appear soon even if all other polling is slow. */
const sequenceMsMax = 100;
/** Somebody waits for the events whose commits are signalled, so that their rounds rest for less time than others. */
const sequenceRestFactor = 0.5;
/** Nobody waits for audit records, and a round costs the same for few records as for many. */
const sequenceAuditMs = 250;
/** Alerts wait for minutes, so a glance at the settlements every few seconds is enough. */
const watchMs = 5_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Everything that the loops need. */
export interface LoopsOptions extends SettlementContext {
  readonly idempotencyDays: number;
  /** Seconds between two checks of the ledger. 0 disables the check. */
  readonly ledgerCheckSeconds: number;
  /** Ends the pauses between rounds that give events their order, when a process waits for events. */
  readonly onCommitted?: (wake: () => void) => () => void;
  /** Receives what a round that gives events their order has told all processes. */
  readonly onSequenced?: (signal: string) => void;
}

/** Starts all loops of a worker. Any number of workers may run at the same time. */
export function startLoops(options: LoopsOptions): Loop {
  const { store, pollMs, log, idempotencyDays, ledgerCheckSeconds, onCommitted, onSequenced } = options;
  const ledgerCheck = checkLedger(store, log);
  const start = (
    name: string,
    pauseMs: number,
    round: () => Promise<boolean>,
    signals?: Pick<LoopOptions, "wakeOn" | "restFactor">,
  ): Loop => startLoop({ name, pauseMs, round, ...signals, log });
  const loops = [
    start("settlement-signers", minuteMs, recordSigners(options)),
    start("settlement-open", pollMs, openRound(options)),
    start("settlement-prepare", pollMs, prepareRound(options)),
    start("settlement-submit", pollMs, submitRound(options)),
    start("settlement-track", pollMs, trackRound(options)),
    start("settlement-watch", watchMs, watchSettlements(store)),
    start("expire-payments", pollMs, expirePayments(store)),
    start("announce-accounts", pollMs, announceAccounts(store)),
    start("sequence-events", Math.min(pollMs, sequenceMsMax), sequenceEvents(store, onSequenced), {
      wakeOn: onCommitted,
      restFactor: sequenceRestFactor,
    }),
    start("sequence-audit", Math.min(pollMs, sequenceAuditMs), sequenceAudit(store)),
    start("forget-answers", hourMs, forgetAnswers(store, idempotencyDays)),
    start("forget-challenges", minuteMs, forgetChallenges(store)),
    start("forget-rates", minuteMs, forgetRates(store)),
    start("forget-nonces", minuteMs, forgetNonces(store)),
    start("forget-revoked-tokens", minuteMs, forgetRevokedTokens(store)),
    start("forget-oauth-states", minuteMs, forgetOAuthStates(store)),
    start("forget-delegations", minuteMs, forgetDelegationUses(store)),
    start("forget-deliveries", hourMs, forgetDeliveries(store, log)),
    start("forget-processes", hourMs, forgetProcesses(store)),
    start("keep-balances", hourMs, keepBalances(store)),
    start("fold-amounts", 10 * minuteMs, foldAmounts(store)),
    start("partitions", hourMs, makePartitions(store, log)),
    ...(ledgerCheckSeconds === 0
      ? []
      : [start("check-ledger", ledgerCheckSeconds * 1000, ledgerCheck.round)]),
  ];
  return {
    close: async () => {
      ledgerCheck.stop();
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
}
