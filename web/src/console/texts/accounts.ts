// The accounts of the ledger in plain words. A merchant has three of them in each asset type.
export const accountTexts = {
  names: {
    issuance: "issued by the publisher",
    wallet: "a wallet",
    merchant: "available",
    clearing: "being settled",
    settled: "settled",
  } as Record<string, string>,
  choices: { merchant: "Available", clearing: "Being settled", settled: "Settled" },
  explained: {
    merchant: "Customers have paid it, and it is not being settled yet. Refunds come from here first.",
    clearing: "It is on its way to your account on the network, which still has to confirm it.",
    settled:
      "It has arrived in your account on the network. Refunds come from here once nothing is available. The next settlement then pays less.",
  },
};
