// Texts of the views for operators. `{name}` stands for a value.

export const operation = {
  nav: { service: "Service and ledger" },
  service: {
    title: "Service and ledger",
    service: "Service",
    version: "Version",
    commit: "Built from",
    noRelease: "not a release",
    environment: "Environment",
    interface: "Interface",
    time: "Real time of the service",
    clock: "This device's clock",
    clockRight: "agrees within a second",
    clockWrong: "differs by {seconds} seconds",
    ledger: "Rules of the ledger",
    ledgerNote:
      "A worker reads the whole ledger in one snapshot and checks these rules, every hour unless the settings say otherwise.",
    checked: "Last check",
    notYet: "No check has finished yet.",
    late: "The last check is more than three hours old. No worker has finished one since.",
    violated: "The ledger violates a rule. Stop payouts before anything else.",
    allHold: "All {count} rules hold.",
    next: "What to do",
    holds: "Holds",
    violations: "Violations: {count}",
    examined: "Rows read",
    byHand: "To check now, with the violations of each rule:",
    alarms: "Alarms",
    alarmsNote:
      "The tiers report their health, their certificates and what waits as metrics, because a process that is down cannot answer here. Prometheus raises the alarms.",
    runbooks: "Each alarm, and its next step",
  },
};
