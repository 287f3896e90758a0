import type { SignerInfo } from "../../../chain/adapter.ts";
import type { Intervention } from "../../../store/settlement/problems.ts";
import type { SignerState } from "../../../store/settlement/signer.ts";
import type { Transaction } from "../../../store/store.ts";
import {
  askSigner,
  few,
  type Foreign,
  requireSigner,
  NotResolvable,
  requireForeign,
  type ResolutionContext,
} from "./resolution.ts";

/** Maximum number of sequences that one command handles. If more remain, the network is still ahead, and the next command handles them. */
const atOnceMax = 100n;

/** The transactions that a person has named for a network that is ahead of this database. */
interface Naming<Named extends { readonly reference: string }> {
  readonly action: Intervention["action"];
  readonly named: readonly Named[];
  /** The option that names one transaction. */
  readonly option: string;
}

/** The named transactions, read within the transaction that has the signer locked. */
interface Found<Named> {
  readonly tx: Transaction;
  readonly signer: SignerState;
  readonly found: readonly (Named & Foreign)[];
}

/** The judgement on the named transactions. */
interface Judgement {
  /** Lines to print before the summary. */
  readonly lines?: readonly string[];
  /** Stored with the decision. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Makes the changes that the verdicts require, besides setting the next sequence. */
  readonly apply?: () => Promise<void>;
}

/**
 * Resolves SEQUENCE_AHEAD: continues after transactions of the signer that this database does not know. Each transaction must be named and
 * final, and `judge` must refuse none of them.
 *
 * @returns a summary of the changes; without `apply`, of the changes that would be made
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
    const signer = await requireSigner(tx, network);
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
    requireNoneBeyond(to, found);
    if (found.length === 0) throw notAhead(signer);
    const { lines = [], detail, apply: applyVerdicts } = await judge({ tx, signer, found });
    const summary = [
      ...lines,
      includedSequence > to
        ? `${includedSequence - to} further transactions must be named with the same command, from sequence ${to} on`
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

/** Creates the error for a network that has no transaction beyond those that this database gave out. */
export const notAhead = ({ account, nextSequence }: SignerState): NotResolvable =>
  new NotResolvable(
    `the network is not ahead: it has included no transaction of ${account} from sequence ${nextSequence} on`,
    "list the open problems with: pda settlement problems",
  );

/**
 * Returns the network's view of the signer, of which it may know more than this database.
 * @throws NotResolvable if transactions of the signer wait at the node
 */
async function lookAhead(
  context: ResolutionContext,
  network: string,
  { account }: SignerState,
): Promise<SignerInfo> {
  const seen = await askSigner(context, network, account);
  if (seen.nextSequence !== seen.includedSequence)
    throw new NotResolvable(
      "further transactions of the signer wait at the node: someone uses its key, or transfers that a restored database has lost are on their way",
      "find out which, wait until they are included, then run the same command again",
    );
  return seen;
}

/** Checks that every sequence from `from` up to, but not including, `to` belongs to a named transaction. @throws NotResolvable */
function requireAllNamed(from: bigint, to: bigint, named: readonly Foreign[], option: string): void {
  const known = new Set(named.map(({ sequence }) => sequence));
  const missing: bigint[] = [];
  for (let sequence = from; sequence < to; sequence++) if (!known.has(sequence)) missing.push(sequence);
  if (missing.length > 0)
    throw new NotResolvable(
      `the transactions with these sequences are not named: ${few(missing)}`,
      `look up the transactions in an explorer of the network and name each with ${option}`,
    );
}

/**
 * Checks that no named transaction has the sequence `to` or a later one. The next command must name such a transaction itself, and could
 * not if this command had stored it as a transfer of the service.
 *
 * @throws NotResolvable
 */
function requireNoneBeyond(to: bigint, named: readonly Foreign[]): void {
  const beyond = named.filter(({ sequence }) => sequence >= to).map(({ reference }) => reference);
  if (beyond.length > 0)
    throw new NotResolvable(
      `one command handles at most ${atOnceMax} sequences, here those below ${to}. These transactions come later: ${few(beyond)}`,
      `name at most the first ${atOnceMax} transactions; name the others with the next command`,
    );
}
