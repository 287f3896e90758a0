import type { NetworkTransfer } from "../../chain/adapter.ts";
import type { LiveTransfer } from "../../store/settlement/live.ts";
import type { Due } from "../../store/settlement/queue.ts";
import { callTimeoutMs, type SettlementContext, type Trouble, troubleOf } from "./context.ts";
import { newestOf } from "./submit.ts";

/** One of a settlement's transfers and its state on the network. */
export interface Seen {
  readonly transfer: LiveTransfer;
  readonly is: NetworkTransfer;
}

/**
 * The combined state of all transfers of one sequence.
 * - `included`: a block contains one of them. As long as it does, the others cannot be included.
 * - `failed`: a block contains one of them, but it moved nothing.
 * - `unclear`: a block contains one of them, but the network does not show that it moved the amount. It may have paid.
 * - `waits`: the newest waits for inclusion.
 * - `missing`: the network does not have the newest. Sending it again is safe.
 * - `displaced`: a transaction that is none of them has used their sequence.
 */
export type TransferFinding =
  | { readonly kind: "included" | "failed" | "unclear"; readonly seen: Seen }
  | { readonly kind: "waits" | "missing" | "displaced" };

/**
 * Tells whether an inclusion is irreversible: both the network and the settlement's own confirmations must say so. A node without final
 * blocks counts confirmations only, and the network may need fewer than the settlement.
 */
export const isFinal = (
  { confirmationsRequired }: Pick<Due, "confirmationsRequired">,
  { final, confirmationCount }: Pick<NetworkTransfer, "final" | "confirmationCount">,
): boolean => final && confirmationCount >= confirmationsRequired;

/** Asks the network for the state of a settlement's transfers. Returns the trouble if the network does not answer. */
export async function findTransfer(
  { adapter }: SettlementContext,
  due: Due,
): Promise<TransferFinding | Trouble> {
  const { network, sequence } = due;
  const look = async (transfer: LiveTransfer): Promise<Seen> => {
    const { reference, signer } = transfer;
    const query = { network, reference, placement: { signer, sequence } };
    return { transfer, is: await adapter.getTransfer(query, { timeoutMs: callTimeoutMs }) };
  };
  try {
    const newest = newestOf(due);
    const first = await look(newest);
    if (isIncluded(first)) return judge([first]);
    const others = due.transfers.filter((each) => each !== newest);
    return judge([...(await Promise.all(others.map(look))), first]);
  } catch (error) {
    return troubleOf(error);
  }
}

/**
 * Combines the states of the transfers of one sequence.
 * @param seen oldest first; only the newest transfer if it is included
 */
function judge(seen: readonly Seen[]): TransferFinding {
  const included = seen.find(isIncluded);
  if (included) return { kind: kindOf(included), seen: included };
  const states = seen.map(({ is }) => is.state);
  if (states.every((state) => state === "replaced")) return { kind: "displaced" };
  // If only some are replaced, the network changed between two answers. The next look decides.
  return { kind: states.at(-1) === "not_found" ? "missing" : "waits" };
}

const isIncluded = ({ is: { state } }: Seen): boolean =>
  state === "included" || state === "finalized" || state === "failed" || state === "unclear";

const kindOf = ({ is: { state } }: Seen): "included" | "failed" | "unclear" =>
  state === "failed" || state === "unclear" ? state : "included";
