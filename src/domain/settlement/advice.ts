/** The operator's next step for each reason why a settlement waits. Other reasons pass by themselves. */
const advice: Readonly<Record<string, string>> = {
  SEQUENCE_REPLACED:
    "a foreign transaction took the place of the transfer. Find out who uses the signer's key and stop that use. When the foreign transaction is final, run: pda settlement resolve --prepare-anew <settlement> --foreign <its reference> --reason <why>",
  TRANSFER_UNCLEAR:
    "the network includes the transfer as successful, but does not show that exactly the amount moved. Look in an explorer, and ask the asset's issuer, what the merchant's account received. If it was paid, run: pda settlement resolve --accept-transfer <settlement> --reason <why>. If it received nothing, run: pda settlement resolve --prepare-anew <settlement> --reason <why>",
  SEQUENCE_AHEAD:
    "the network has more transactions of the signer than this database knows. After a restore, run: pda settlement resolve --recover-payouts <network> --transaction <reference of each> --reason <why>. If all of them are foreign, run: pda settlement resolve --skip-foreign <network> --foreign <reference of each> --reason <why>",
  SEQUENCE_USED:
    "another program used the signer's key. Find out who uses the key and stop that use. If the reason stays, treat the key as stolen: stop the chain adapters, move the funds of the signer to the account of a new key, set the new key, and start the chain adapters again. Then run: pda settlement resolve --adopt-signer <network> --reason <why>; it names what to do first",
  SIGNER_CHANGED:
    "the chain adapter signs with another account than before. If that is a mistake, restore the former key. If it is intended, run: pda settlement resolve --adopt-signer <network> --reason <why>; after a restore this command names the steps before and after it",
  NETWORK_BEHIND:
    "transactions that were final are missing on the network. Check that the node serves the right network and is up to date; the worker asks again by itself. If a development network started from zero, run: pda settlement resolve --network-restarted <network> --reason <why>",
  NODE_REFUSED:
    "the node refuses to answer. Look in the log of the chain adapter for the reason; name a node that takes the calls and keeps the history in chainAdapter.network. The worker tries again by itself",
  TRANSFER_STUCK:
    "the worker has raised the fee as often as settlement.feeRaisesMax allows. Raise settlement.feeRaisesMax, or wait until the network asks for a lower fee; the worker keeps watching the transfer",
  FEE_ABOVE_LIMIT:
    "the network asks for a higher fee than chainAdapter.network.feeMax. Raise feeMax, or wait; the worker tries again by itself",
  INSUFFICIENT_BALANCE:
    "the signer does not hold enough of the asset. Send more of the asset to the signer; the worker tries again by itself",
  INSUFFICIENT_FEE_BALANCE:
    "the signer cannot pay the network's fee. Send the asset that fees are paid in to the signer; the worker tries again by itself",
  TRANSFER_REFUSED:
    "the asset refuses the transfer. Check whether the asset's issuer has blocked the merchant's account. If it has, ask the merchant to set another account; when that is in force, the worker pays to it by itself",
  INVALID_ACCOUNT:
    "the merchant's account cannot receive the asset. Ask the merchant to set another account; when that is in force, the worker pays to it by itself",
  NETWORK_MISMATCH: "the node serves another network. Correct chainAdapter.network",
  SIGNER_BUSY:
    "the node holds a pending transaction of the signer that this database does not know. Nobody else may use the signer's key. After a restore, wait until the network includes that transaction",
};

/** Returns the next step for a reason. */
export function adviceFor(reason: string): string {
  return advice[reason] ?? "the worker tries again by itself; see the worker's log";
}
