// The accounts of the ledger in plain words. A merchant has three of them in each asset type.
export const accountTexts = {
  names: {
    issuance: "issued by the publisher",
    wallet: "a wallet",
    merchant: "available",
    clearing: "being settled",
    settled: "settled",
  } as Record<string, string>,
  /** The name that statements and the interface have, too. */
  choices: {
    merchant: "Available (merchant)",
    clearing: "Being settled (clearing)",
    settled: "Settled (settled)",
  },
  explained: {
    merchant: "Customers have paid it, and it is not being settled yet. Refunds come from here.",
    clearing: "It is on its way to your account on the network, which still has to confirm it.",
    settled: "It has arrived in your account on the network.",
  },
};
