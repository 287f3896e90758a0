// The alarms that the database can judge, as the Prometheus rules of the same names have them.

/** `page` wakes a person up; `ticket` waits for the next working day. The most severe comes first. */
export const severities = ["page", "ticket"] as const;
export type Severity = (typeof severities)[number];

interface AlarmKind {
  readonly severity: Severity;
  /** What is wrong, without a full stop. */
  readonly summary: string;
  /** What the operator does next. Absent for settlements, where the reason decides. */
  readonly nextStep?: string;
  /** Reasons of settlements, as a regular expression. Absent for alarms about other matters. */
  readonly reasons?: string;
}

const kinds = {
  LedgerViolated: {
    severity: "page",
    summary: "The ledger violates a check",
    nextStep:
      "Check again with: pda ledger verify. If it confirms the violation, stop the chain adapters, so that nothing more is paid out, and make a backup. Change nothing in the database by hand",
  },
  LedgerNotChecked: {
    severity: "ticket",
    summary: "The ledger is not checked",
    nextStep:
      "Check that a worker runs and that worker.ledgerCheckSeconds is not 0. Look in the log of the workers for the reason why check-ledger fails",
  },
  SettlementSignerDisputed: {
    severity: "page",
    summary: "Payouts stopped: the signer sent what this database does not know",
    reasons: "SEQUENCE_REPLACED|SEQUENCE_AHEAD|SEQUENCE_USED|SIGNER_BUSY|SIGNER_CHANGED",
  },
  SettlementFundsShort: {
    severity: "page",
    summary: "Payouts stopped: the signer holds too little",
    reasons: "INSUFFICIENT_BALANCE|INSUFFICIENT_FEE_BALANCE",
  },
  SettlementFeeTooHigh: {
    severity: "ticket",
    summary: "Payouts wait: the network asks for higher fees",
    reasons: "TRANSFER_STUCK|FEE_ABOVE_LIMIT",
  },
  NetworkBehind: {
    severity: "page",
    summary: "Payouts stopped: the network shows less than what was final",
    reasons: "NETWORK_BEHIND",
  },
  NetworkUnavailable: {
    severity: "page",
    summary: "Payouts wait: the network cannot be asked",
    reasons: "NODE_UNAVAILABLE|NODE_INCONSISTENT|NODE_REFUSED|UNAVAILABLE|DEADLINE_EXCEEDED",
  },
  SettlementFailing: { severity: "ticket", summary: "Payouts fail" },
  SettlementStuck: {
    severity: "page",
    summary: "A payout is not final after an hour",
    nextStep:
      "Show its reason with: pda settlement problems. If it has none, look for its transaction on the network, and check that the workers and the chain adapter run",
  },
  EventOrderStopped: {
    severity: "page",
    summary: "Events get no order",
    nextStep: "Start a worker. If one runs, end the database transaction that holds its locks",
  },
  WebhookDeliveryLate: {
    severity: "page",
    summary: "Events reach webhook endpoints late",
    nextStep:
      "Check that a worker runs. If all workers are at their bound of requests under way, start one more",
  },
  WebhookEndpointsDisabled: {
    severity: "ticket",
    summary: "Several webhook endpoints were disabled",
    nextStep:
      "Show why attempts failed with: pda webhooks attempts <endpoint>. If the cause is here, remove it, then run pda webhooks enable <endpoint> and pda webhooks replay <endpoint> --missed --from <time>. If the receivers are gone, nothing is to do",
  },
  RelayLagging: {
    severity: "ticket",
    summary: "The relay to NATS is behind",
    nextStep:
      "Show the relays with: pda relay status. Start the relay if none runs. If NATS is away or full, bring it back; the relay goes on by itself",
  },
  RootListExpiresSoon: {
    severity: "ticket",
    summary: "The revocation list of the trust root ends within 10 days",
    nextStep:
      "Sign the next list: pda crl export on a machine of the core, pda crl sign where the key of the root is, pda crl import on a machine of the core",
  },
  RootListExpires: {
    severity: "page",
    summary: "The revocation list of the trust root ends within 2 days",
    nextStep:
      "Sign the next list now: pda crl export on a machine of the core, pda crl sign where the key of the root is, pda crl import on a machine of the core",
  },
  WalletRecoveryVetoed: {
    severity: "ticket",
    summary: "A holder vetoed the recovery of a wallet",
    nextStep:
      "Find the records of the start and of the veto with: pda audit list --resource <recovery>. Ask the holder, and the person who started the recovery",
  },
} as const satisfies Readonly<Record<string, AlarmKind>>;

export type AlarmName = keyof typeof kinds;

export const catalogue: Readonly<Record<AlarmName, AlarmKind>> = kinds;

const ofReasons = (Object.keys(kinds) as AlarmName[]).flatMap((name) => {
  const { reasons } = catalogue[name];
  return reasons === undefined ? [] : [{ name, form: new RegExp(`^(?:${reasons})$`) }];
});

/** Returns the alarm of settlements that wait with a reason. A reason that no other alarm has is a failure. */
export const alarmOfReason = (reason: string): AlarmName =>
  ofReasons.find(({ form }) => form.test(reason))?.name ?? "SettlementFailing";

/** Returns the page of an alarm's runbook, below the address of the service. */
export const runbookPathOf = (name: AlarmName): string =>
  `/docs/runbooks/${name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}`;
