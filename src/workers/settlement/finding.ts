import type { NetworkTransfer } from "../../chain/adapter.ts";
import type { LiveTransfer } from "../../store/settlement/live.ts";
import type { Due } from "../../store/settlement/queue.ts";
import { callTimeoutMs, type SettlementContext, type Trouble, troubleOf } from "./context.ts";
import { newestOf } from "./submit.ts";

/** One of a settlement's transfers and where it stands on the network. */
export interface Seen {
  readonly transfer: LiveTransfer;
  readonly is: NetworkTransfer;
}

/**
 * What a network says of the transfers of one sequence, taken together.
 * - `included`: one of them is in a block, so the others never will be as long as it is.
 * - `failed`: one of them is in a block and moved nothing.
 * - `waits`: the newest waits to be included.
 * - `missing`: the network does not have the newest. To send it again is safe.
 * - `displaced`: a transaction that is none of them has their place.
 */
export type TransferFinding =
  | { readonly kind: "included" | "failed"; readonly seen: Seen }
  | { readonly kind: "waits" | "missing" | "displaced" };

/** What the network says of a settlement's transfers, or why it says nothing. */
export async function find({ adapter }: SettlementContext, due: Due): Promise<TransferFinding | Trouble> {
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
 * What the states of the transfers of one sequence mean together.
 * @param seen oldest first; only the newest when that one is included
 */
function judge(seen: readonly Seen[]): TransferFinding {
  const included = seen.find(isIncluded);
  if (included) return { kind: included.is.state === "failed" ? "failed" : "included", seen: included };
  const states = seen.map(({ is }) => is.state);
  if (states.every((state) => state === "replaced")) return { kind: "displaced" };
  // Some replaced and some not: the network changed between two answers. The next look tells.
  return { kind: states.at(-1) === "not_found" ? "missing" : "waits" };
}

const isIncluded = ({ is: { state } }: Seen): boolean =>
  state === "included" || state === "finalized" || state === "failed";
