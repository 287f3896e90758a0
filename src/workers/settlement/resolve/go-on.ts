import type { SignerInfo } from "../../../chain/adapter.ts";
import type { Intervention } from "../../../store/settlement/problems.ts";
import type { SignerState } from "../../../store/settlement/signer.ts";
import type { Transaction } from "../../../store/store.ts";
import {
  askSigner,
  few,
  type Foreign,
  lockSigner,
  NotResolvable,
  requireForeign,
  type ResolutionContext,
} from "./resolution.ts";

/** Sequences that one command goes on behind, at most. What is beyond keeps the network ahead, and is for the next command. */
const atOnceMax = 100n;

/** What a person has named for a network that is ahead of this database, and how. */
interface Naming<Named extends { readonly reference: string }> {
  readonly action: Intervention["action"];
  readonly named: readonly Named[];
  /** The option that names one. */
  readonly option: string;
}

/** What was found, within the transaction that has the signer locked. */
interface Found<Named> {
  readonly tx: Transaction;
  readonly signer: SignerState;
  readonly found: readonly (Named & Foreign)[];
}

/** What the transactions were. */
interface Judgement {
  /** Said before the summary. */
  readonly lines?: readonly string[];
  /** Kept with the decision. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Does what the verdicts ask for, besides going on. */
  readonly apply?: () => Promise<void>;
}

/**
 * SEQUENCE_AHEAD: goes on behind transactions of the signer that this database does not know, when each is named and final, and `judge`
 * refuses none of them.
 *
 * @returns what was, or would be, done
 * @throws NotResolvable
 */
export async function goOnBehind<Named extends { readonly reference: string }>(
  context: ResolutionContext,
  network: string,
  { action, named, option }: Naming<Named>,
  judge: (what: Found<Named>) => Promise<Judgement>,
): Promise<string> {
  const { store, apply, decidedBy, reason } = context;
  return store.transact(async (tx) => {
    const signer = await lockSigner(tx, network);
    const { nextSequence } = signer;
    const { includedSequence } = await lookAhead(context, network, signer);
    const atMost = nextSequence + atOnceMax;
    const ahead = includedSequence < atMost ? includedSequence : atMost;
    const to = ahead > nextSequence ? ahead : nextSequence;
    const once = new Map(named.map((each) => [each.reference, each]));
    const found = await Promise.all(
      [...once.values()].map(async (each) => ({
        ...each,
        ...(await requireForeign(context, network, signer.account, each.reference)),
      })),
    );
    requireAllNamed(nextSequence, to, found, option);
    if (found.length === 0) throw notAhead(signer);
    const { lines = [], detail, apply: applyVerdicts } = await judge({ tx, signer, found });
    const summary = [
      ...lines,
      includedSequence > to
        ? `${includedSequence - to} further transactions are to be named, by the same command: from sequence ${to} on`
        : `the next transfer on ${network} has sequence ${to}`,
    ].join("\n");
    if (!apply) return summary;
    await applyVerdicts?.();
    await tx.signers.setNext(network, to);
    await tx.settlementProblems.hurry(network);
    await tx.settlementProblems.intervened({
      action,
      network,
      decidedBy,
      reason,
      detail: { from: `${nextSequence}`, to: `${to}`, ...detail },
    });
    return summary;
  });
}

/** Nothing that this database did not give out is on the network. */
export const notAhead = ({ account, nextSequence }: SignerState): NotResolvable =>
  new NotResolvable(
    `the network is not ahead: it has included no transaction of ${account} from sequence ${nextSequence} on`,
    "see what waits with: pda settlement problems",
  );

/**
 * How the network sees the signer that it may know more of than this database does.
 * @throws NotResolvable when something of it waits at the node
 */
async function lookAhead(
  context: ResolutionContext,
  network: string,
  { account }: SignerState,
): Promise<SignerInfo> {
  const seen = await askSigner(context, network, account);
  if (seen.nextSequence !== seen.includedSequence)
    throw new NotResolvable(
      "further transactions of the signer wait at the node: somebody is using its key, or what a restored database has lost is on its way",
      "find out which, wait until they are included, then run the same command again",
    );
  return seen;
}

/** @throws NotResolvable unless each sequence from `from` on, before `to`, is that of one of the transactions */
function requireAllNamed(from: bigint, to: bigint, named: readonly Foreign[], option: string): void {
  const known = new Set(named.map(({ sequence }) => sequence));
  const missing: bigint[] = [];
  for (let sequence = from; sequence < to; sequence++) if (!known.has(sequence)) missing.push(sequence);
  if (missing.length > 0)
    throw new NotResolvable(
      `the transactions with these sequences are not named: ${few(missing)}`,
      `look them up in an explorer of the network and name each with ${option}`,
    );
}
