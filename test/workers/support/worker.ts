// One worker whose steps the test takes by hand.
import type { ChainAdapter } from "../../../src/chain/adapter.ts";
import type { RequestedFailures } from "../../../src/domain/payment/requested-failures.ts";
import { type BatchPolicy, type FeePolicy, promptBatches } from "../../../src/domain/settlement/policy.ts";
import { Store } from "../../../src/store/store.ts";
import type { SettlementContext } from "../../../src/workers/settlement/context.ts";
import { openRound } from "../../../src/workers/settlement/open.ts";
import { prepareRound } from "../../../src/workers/settlement/prepare.ts";
import { submitRound } from "../../../src/workers/settlement/submit.ts";
import { trackRound } from "../../../src/workers/settlement/track.ts";
import { recordingLog } from "../../chain/support/log.ts";

export interface HandWorker extends AsyncDisposable {
  readonly context: SettlementContext;
  lines(): string;
  open(): Promise<boolean>;
  prepare(): Promise<boolean>;
  submit(): Promise<boolean>;
  track(): Promise<boolean>;
  /** Every step once. */
  all(): Promise<void>;
  /** Ends it at once; what it had leased stays leased. */
  close(): Promise<void>;
}

/** What a test sets otherwise than a quick start does. */
export interface HandPolicies {
  readonly batches?: Partial<BatchPolicy>;
  readonly fees?: Partial<FeePolicy>;
  readonly requestedFailures?: RequestedFailures;
}

/** Fees are not raised unless the test asks for it. */
const patient: FeePolicy = { raiseAfterMs: 0, raisePercent: 25, raisesMax: 3 };

/** A worker with connections of its own. */
export function handWorker(url: string, adapter: ChainAdapter, policies: HandPolicies = {}): HandWorker {
  const { log, lines } = recordingLog();
  const store = new Store({ url, poolMax: 10, statementTimeoutMs: 30_000 });
  const context: SettlementContext = {
    store,
    adapter,
    pollMs: 1,
    batches: { ...promptBatches, ...policies.batches },
    fees: { ...patient, ...policies.fees },
    requestedFailures: policies.requestedFailures,
    log,
  };
  const [open, prepare, submit, track] = [
    openRound(context),
    prepareRound(context),
    submitRound(context),
    trackRound(context),
  ];
  const close = async (): Promise<void> => {
    await adapter.close();
    await store.close();
  };
  return {
    context,
    lines,
    open,
    prepare,
    submit,
    track,
    async all() {
      await open();
      while (await prepare());
      await submit();
      await track();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
