import type { NetworkMovement } from "../../../chain/adapter.ts";
import type { OpenTransfer } from "../../../store/settlement/problems.ts";
import type { UnfinishedSettlement } from "../../../store/settlement/recovery.ts";
import type { SignerState } from "../../../store/settlement/signer.ts";
import type { PayoutTarget } from "../../../store/settlement/unsettled.ts";
import type { Transaction } from "../../../store/store.ts";
import { goOnBehind } from "./go-on.ts";
import { goesThere, mayBePaid, owedFor, same } from "./owed.ts";
import { few, type Foreign, NotResolvable, type ResolutionContext } from "./resolution.ts";

/** A named transaction. If a person has to decide, `decision` is the settlement that the transaction has paid, or `lost`. */
export interface NamedTransaction {
  readonly reference: string;
  readonly decision?: string;
}

/** The final judgement on a transaction. */
type Verdict =
  | { readonly kind: "pays"; readonly settlementId: string; readonly insteadOf?: string }
  | { readonly kind: "replaces"; readonly settlementId: string }
  | { readonly kind: "lost" | "foreign" | "nothing" };

/** A transaction that moved an asset to a present or former settlement account of a merchant. */
interface Payout extends Foreign {
  readonly movement: NetworkMovement;
  readonly decision?: string;
}

/** The transfers of one asset to one account, and the settlements without a transfer of the merchants that have or had the account. */
interface Group {
  readonly movement: NetworkMovement;
  readonly payouts: readonly Payout[];
  readonly unpaid: readonly UnfinishedSettlement[];
}

const sumOf = (payouts: readonly Payout[]): bigint =>
  payouts.reduce((sum, { movement }) => sum + movement.amount, 0n);
const moneyOf = ({ amount, asset, to }: NetworkMovement): string =>
  `${amount} (smallest unit) of ${asset} to ${to}`;

/**
 * Resolves SEQUENCE_AHEAD after an older state of the database was restored: records the lost transfers as transfers of the settlements
 * that they have paid.
 *
 * Every transaction must be named and final. Transfers pay a settlement if its account received exactly its amount. A person decides all
 * less clear cases. If anything could be paid twice, the whole command is refused.
 *
 * @returns a summary of the changes, one line per transaction; without `apply`, of the changes that would be made
 * @throws NotResolvable
 */
export async function recoverPayouts(
  context: ResolutionContext,
  network: string,
  named: readonly NamedTransaction[],
): Promise<string> {
  const naming = { action: "recover_payouts", option: "--transaction", named } as const;
  return goOnBehind(context, network, naming, async ({ tx, signer, found }) => {
    const recovery = new Recovery(tx, network, signer);
    await recovery.judge(found);
    const lines = recovery.lines();
    return { lines, detail: { transactions: lines }, apply: () => recovery.apply() };
  });
}

/** Judges each transaction, within the transaction that has the signer locked. */
class Recovery {
  readonly #tx: Transaction;
  readonly #network: string;
  readonly #signer: SignerState;
  readonly #verdicts = new Map<Foreign, Verdict>();
  readonly #paid = new Map<UnfinishedSettlement, Payout[]>();
  readonly #replaced: { readonly open: OpenTransfer; readonly reference: string }[] = [];

  constructor(tx: Transaction, network: string, signer: SignerState) {
    this.#tx = tx;
    this.#network = network;
    this.#signer = signer;
  }

  /** Judges all named transactions. @throws NotResolvable */
  async judge(found: readonly (Foreign & { readonly decision?: string })[]): Promise<void> {
    const { settlementProblems } = this.#tx;
    const payouts: Payout[] = [];
    for (const each of found) {
      const { movement, state } = each.transfer;
      if (each.sequence < this.#signer.nextSequence) await this.#judgeReplacement(each);
      else if (!movement || state === "failed") this.#verdicts.set(each, { kind: "nothing" });
      else if (await settlementProblems.isMerchantAccount(movement.to)) payouts.push({ ...each, movement });
      else this.#verdicts.set(each, { kind: "foreign" });
    }
    const groups = await this.#grouped(payouts);
    const named = new Set(payouts.map(({ decision }) => decision));
    const unexplained = groups.filter((group) => this.#judgeGroup(group, named));
    // Only now it is known which settlements have been paid: a merchant may have been paid to several accounts.
    for (const group of unexplained) await this.#requireNothingOwed(group);
  }

  /** Groups payouts by asset and account. A merchant's account changes, so a settlement may wait to pay another account than was paid. */
  async #grouped(payouts: readonly Payout[]): Promise<Group[]> {
    const all = await this.#tx.settlementRecovery.lockUnfinished(payouts.map(({ movement }) => movement.to));
    const unpaid = all.filter(({ prepared }) => !prepared);
    const keyOf = ({ movement: { to, asset } }: Payout): string => `${to} ${asset}`.toLowerCase();
    return [...Map.groupBy(payouts, keyOf).values()].map((its) => {
      const [{ movement }] = its as [Payout];
      return { movement, payouts: its, unpaid: unpaid.filter((each) => mayBePaid(each, movement)) };
    });
  }

  /** Judges a transaction with the sequence of an open settlement: it must be the settlement's transfer with a higher fee. */
  async #judgeReplacement(each: Foreign): Promise<void> {
    const { movement, state } = each.transfer;
    const open = (await this.#tx.settlementProblems.openOf(this.#network)).find(
      ({ sequence }) => sequence === each.sequence,
    );
    const isIts =
      open &&
      movement &&
      state !== "failed" &&
      movement.amount === open.amount &&
      same(movement.to, open.account) &&
      same(movement.asset, open.networkAsset);
    if (!isIts)
      throw new NotResolvable(
        `${each.reference} has sequence ${each.sequence}, which this database gave to a payout, but it is not that payout`,
        "list the payout of that sequence with: pda settlement problems",
      );
    this.#replaced.push({ open, reference: each.reference });
    this.#verdicts.set(each, { kind: "replaces", settlementId: open.settlementId });
  }

  /**
   * Judges the transfers of one asset to one account, together with the settlements that they may have paid.
   *
   * @param named settlements that a person has named for any transaction
   * @returns true if a merchant received more than its settlements account for
   */
  #judgeGroup({ movement, payouts, unpaid }: Group, named: ReadonlySet<string | undefined>): boolean {
    const undecided = payouts.filter(({ decision }) => decision === undefined);
    if (undecided.length > 0) {
      const waiting = unpaid.filter(({ settlementId }) => !named.has(settlementId));
      const [only, ...others] = waiting;
      const matches = only && others.length === 0 && goesThere(only, movement);
      if (!matches || sumOf(undecided) !== only.amount) throw this.#undecided(undecided, movement, waiting);
      this.#assign(only, undecided);
    }
    let more = false;
    for (const settlement of unpaid) {
      const its = payouts.filter(({ decision }) => decision === settlement.settlementId);
      if (its.length === 0) continue;
      const sum = sumOf(its);
      if (sum < settlement.amount)
        throw new NotResolvable(
          `${settlement.settlementId} has the amount ${settlement.amount}, but these transfers paid only ${sum}`,
          "restore a newer state of the database (point-in-time recovery)",
        );
      more ||= sum > settlement.amount;
      this.#assign(settlement, its);
    }
    const lost = payouts.filter((each) => !this.#verdicts.has(each));
    const unknown = lost.find(({ decision }) => decision !== "lost");
    if (unknown)
      throw new NotResolvable(
        `${unknown.decision} is not a settlement that waits to be paid in ${movement.asset} to a merchant of ${movement.to}`,
        "list the open problems with: pda settlement problems",
      );
    for (const each of lost) this.#verdicts.set(each, { kind: "lost" });
    return more || lost.length > 0;
  }

  /**
   * Checks that money which a merchant received outside any settlement here will not be paid again by another settlement.
   */
  async #requireNothingOwed({ movement, payouts }: Group): Promise<void> {
    const times = payouts.map(({ transfer }) => transfer.inclusion?.blockTime.getTime() ?? Date.now());
    const before = new Date(Math.max(...times));
    const explained = new Set(
      [...this.#paid.keys(), ...this.#replaced.map(({ open }) => open)].map(
        ({ settlementId }) => settlementId,
      ),
    );
    const owed = await owedFor(this.#tx, movement, before, explained);
    if (!owed) return;
    const { settlement: open } = owed;
    const was = `${movement.to} was paid more than these settlements account for, and this database would also pay`;
    const newer = "restore a newer state of the database (point-in-time recovery)";
    if (!open) throw new NotResolvable(`${was} it for earlier payments: that could be the same money`, newer);
    const whom = goesThere(open, movement) ? "it" : "its merchant";
    const where = goesThere(open, movement) ? "" : `, to ${open.account}`;
    const when = open.prepared ? ", if the transfer that is known here has not" : "";
    throw new NotResolvable(
      `${was} ${whom} ${open.amount} for ${open.settlementId}${where}${when}: that could be the same money`,
      open.prepared
        ? "let the worker find out what became of its transfer (pda settlement problems), then run the same command again"
        : `${newer}; or, if a transaction has paid that settlement: --transaction <reference>=${open.settlementId}`,
    );
  }

  #undecided(
    group: readonly Payout[],
    movement: NetworkMovement,
    waiting: readonly UnfinishedSettlement[],
  ): NotResolvable {
    const each = few(group.map(({ reference, movement: { amount } }) => `${reference} pays ${amount}`));
    const listed = (of: readonly UnfinishedSettlement[]): string =>
      few(of.map(({ settlementId, amount }) => `${settlementId} (${amount})`));
    const there = listed(waiting.filter((settlement) => goesThere(settlement, movement))) || "none";
    const elsewhere = listed(waiting.filter((settlement) => !goesThere(settlement, movement)));
    return new NotResolvable(
      `${each} of ${movement.asset} to ${movement.to}, ${sumOf(group)} in all (smallest unit); settlements that wait to pay that account: ${there}${
        elsewhere && `; to pay its merchant elsewhere: ${elsewhere}`
      }. The amounts do not match exactly${elsewhere && ", or the account has changed"}`,
      "restore a newer state; or name what each has paid: --transaction <reference>=<settlement>, or =lost for payments that this database has lost",
    );
  }

  #assign(settlement: UnfinishedSettlement, group: readonly Payout[]): void {
    const [{ movement }] = group as [Payout];
    const { settlementId, account } = settlement;
    if (this.#paid.has(settlement))
      throw new NotResolvable(
        `${settlementId} is named for transactions to different accounts, or in different assets`,
        "name it for the transactions to one account only; the others have paid another settlement, or =lost",
      );
    this.#paid.set(settlement, [...group]);
    const insteadOf = goesThere(settlement, movement) ? {} : { insteadOf: account };
    for (const each of group) this.#verdicts.set(each, { kind: "pays", settlementId, ...insteadOf });
  }

  /** Returns one line per transaction with its verdict, ordered by sequence. */
  lines(): string[] {
    return [...this.#verdicts]
      .sort(([a], [b]) => (a.sequence < b.sequence ? -1 : 1))
      .map(([{ sequence, reference, transfer }, verdict]) => {
        const moved = transfer.movement && verdict.kind !== "nothing" ? ` ${moneyOf(transfer.movement)}` : "";
        return `sequence ${sequence}, ${reference}:${moved} ${meaningOf(verdict)}`;
      });
  }

  async apply(): Promise<void> {
    const { settlementRecovery } = this.#tx;
    for (const [settlement, group] of this.#paid)
      await settlementRecovery.recover(settlement, this.#targetOf(settlement, group), this.#signer, group);
    for (const { open, reference } of this.#replaced)
      await settlementRecovery.recoverReplacement(open, reference);
  }

  /** Returns where a settlement was paid to, as the database writes it: a network may write the same account in another case. */
  #targetOf(settlement: UnfinishedSettlement, group: readonly Payout[]): PayoutTarget {
    const [{ movement }] = group as [Payout];
    if (goesThere(settlement, movement)) return settlement;
    return {
      network: this.#network,
      networkAsset: settlement.payeeAssets.find((each) => same(each, movement.asset)) ?? movement.asset,
      account: settlement.payeeAccounts.find((each) => same(each, movement.to)) ?? movement.to,
    };
  }
}

function meaningOf(verdict: Verdict): string {
  switch (verdict.kind) {
    case "pays":
      return `has paid ${verdict.settlementId}${verdict.insteadOf ? `, which would go to ${verdict.insteadOf} otherwise` : ""}`;
    case "replaces":
      return `has paid ${verdict.settlementId}, with a higher fee than the transfer that is known here`;
    case "lost":
      return "has paid what this database has lost";
    case "foreign":
      return "is not a payout to the account of a merchant";
    case "nothing":
      return "has moved nothing";
  }
}
