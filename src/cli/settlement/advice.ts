/** What a person does about each reason for which a settlement waits; the others pass or say themselves what is wrong. */
const advice: Readonly<Record<string, string>> = {
  SEQUENCE_REPLACED:
    "a transaction that is not ours took the place of the transfer. Find out who uses the signer's key and stop it; when that transaction is final: pda settlement resolve --prepare-anew <settlement> --foreign <its reference> --reason <why>",
  SEQUENCE_AHEAD:
    "the network has more transactions of the signer than this database gave out. After a restore: pda settlement resolve --recover-payouts <network> --transaction <reference of each> --reason <why>. If all are foreign: pda settlement resolve --skip-foreign <network> --foreign <reference of each> --reason <why>",
  SIGNER_CHANGED:
    "the chain adapter signs with another account than before. By mistake: put the former key back. On purpose: pda settlement resolve --adopt-signer <network> --reason <why>, which says what comes first after a restore",
  NETWORK_BEHIND:
    "the network has included less than what was final. Is the node of another network, or far behind? It is asked again by itself. A development network that started from zero: pda settlement resolve --network-restarted <network> --reason <why>",
  TRANSFER_STUCK:
    "the fee was raised as often as it may be. Raise settlement.feeRaisesMax, or wait until the network asks for less; it is followed meanwhile",
  FEE_ABOVE_LIMIT:
    "the network asks for more than chainAdapter.network.feeMax. Raise it, or wait; it is tried again by itself",
  INSUFFICIENT_BALANCE:
    "the signer does not hold enough of the asset: send it some; it is tried again by itself",
  INSUFFICIENT_FEE_BALANCE:
    "the signer cannot pay the network's fee: send it what fees are paid in; it is tried again by itself",
  TRANSFER_REFUSED: "the asset refuses the transfer: is the merchant's account blocked by its issuer?",
  INVALID_ACCOUNT: "the merchant's account cannot receive: have the merchant set another",
  NETWORK_MISMATCH: "the node serves another network: correct chainAdapter.network",
  SIGNER_BUSY:
    "a transaction that this database does not know waits at the node: nobody else may use the signer's key; after a restore, wait until it is included",
};

/** What to do about a reason. */
export function adviceFor(reason: string): string {
  return advice[reason] ?? "it is tried again by itself; see the worker's log";
}
