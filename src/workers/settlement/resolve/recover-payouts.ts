import type { NetworkMovement } from "../../../chain/adapter.ts";
import type { OpenTransfer, UnpaidSettlement } from "../../../store/settlement/problems.ts";
import type { SignerState } from "../../../store/settlement/signer.ts";
import type { Transaction } from "../../../store/store.ts";
import { goOnBehind } from "./go-on.ts";
import { few, type Foreign, NotResolvable, type ResolutionContext } from "./resolution.ts";

/** A named transaction. If a person has to decide, `decision` is the settlement that the transaction has paid, or `lost`. */
export interface NamedTransaction {
  readonly reference: string;
  readonly decision?: string;
}

/** The final judgement on a transaction. */
type Verdict =
  | { readonly kind: "pays" | "replaces"; readonly settlementId: string }
  | { readonly kind: "lost" | "foreign" | "nothing" };

/** A transaction that moved an asset to a present or former settlement account of a merchant. */
interface Payout extends Foreign {
  readonly movement: NetworkMovement;
  readonly decision?: string;
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
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
  readonly #paid = new Map<UnpaidSettlement, Payout[]>();
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
    const unpaid = await settlementProblems.lockUnpaid(
      this.#network,
      payouts.map(({ movement }) => movement.to),
    );
    while (payouts.length > 0) {
      const { movement } = payouts[0] as Payout;
      const isOf = (to: string, asset: string): boolean =>
        same(to, movement.to) && same(asset, movement.asset);
      const group = payouts.filter(({ movement: m }) => isOf(m.to, m.asset));
      payouts.splice(0, payouts.length, ...payouts.filter((each) => !group.includes(each)));
      await this.#judgeGroup(
        group,
        unpaid.filter(({ account, networkAsset }) => isOf(account, networkAsset)),
      );
    }
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

  /** Judges the transfers of one asset to one account, together with the settlements that wait to be paid by them. */
  async #judgeGroup(group: readonly Payout[], unpaid: readonly UnpaidSettlement[]): Promise<void> {
    const undecided = group.filter(({ decision }) => decision === undefined);
    const waiting = unpaid.filter(({ settlementId }) =>
      group.every(({ decision }) => decision !== settlementId),
    );
    if (undecided.length > 0) {
      const [only, ...others] = waiting;
      if (!only || others.length > 0 || sumOf(undecided) !== only.amount)
        throw this.#undecided(undecided, waiting);
      this.#assign(only, undecided);
    }
    let more = false;
    for (const settlement of unpaid) {
      const its = group.filter(({ decision }) => decision === settlement.settlementId);
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
    const lost = group.filter((each) => !this.#verdicts.has(each));
    const unknown = lost.find(({ decision }) => decision !== "lost");
    if (unknown)
      throw new NotResolvable(
        `${unknown.decision} is not a settlement that waits to be paid in ${unknown.movement.asset} to ${unknown.movement.to}`,
        "list the open problems with: pda settlement problems",
      );
    if (lost.length > 0 || more) await this.#requireNothingOwed(group, unpaid);
    for (const each of lost) this.#verdicts.set(each, { kind: "lost" });
  }

  /** Checks that money which a merchant received outside any settlement here will not be paid again by another settlement. */
  async #requireNothingOwed(group: readonly Payout[], unpaid: readonly UnpaidSettlement[]): Promise<void> {
    const [{ movement }] = group as [Payout];
    const open = unpaid.find((settlement) => !this.#paid.has(settlement));
    const times = group.map(({ transfer }) => transfer.inclusion?.blockTime.getTime() ?? Date.now());
    const owes = await this.#tx.settlementProblems.owes(
      movement.to,
      movement.asset,
      new Date(Math.max(...times)),
    );
    if (!open && !owes) return;
    throw new NotResolvable(
      `${movement.to} was paid more than these settlements account for, and this database would also pay it ${
        open ? `${open.amount} for ${open.settlementId}` : "for earlier payments"
      }: that could be the same money`,
      "restore a newer state of the database (point-in-time recovery)",
    );
  }

  #undecided(group: readonly Payout[], unpaid: readonly UnpaidSettlement[]): NotResolvable {
    const [{ movement }] = group as [Payout];
    const each = few(group.map(({ reference, movement: { amount } }) => `${reference} pays ${amount}`));
    const open = few(unpaid.map(({ settlementId, amount }) => `${settlementId} (${amount})`)) || "none";
    return new NotResolvable(
      `${each} of ${movement.asset} to ${movement.to}, ${sumOf(group)} in all (smallest unit); settlements that wait to pay that account: ${open}. The amounts do not match exactly`,
      "restore a newer state; or name what each has paid: --transaction <reference>=<settlement>, or =lost for payments that this database has lost",
    );
  }

  #assign(settlement: UnpaidSettlement, group: readonly Payout[]): void {
    this.#paid.set(settlement, [...group]);
    for (const each of group)
      this.#verdicts.set(each, { kind: "pays", settlementId: settlement.settlementId });
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
    const { settlementProblems } = this.#tx;
    for (const [settlement, group] of this.#paid)
      await settlementProblems.recover(this.#network, settlement, this.#signer, group);
    for (const { open, reference } of this.#replaced)
      await settlementProblems.recoverReplacement(open, reference);
  }
}

function meaningOf(verdict: Verdict): string {
  switch (verdict.kind) {
    case "pays":
      return `has paid ${verdict.settlementId}`;
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
