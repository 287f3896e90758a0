// The ledger as anybody would explain it: a few numbers, no database, no time but the one that is told.

/** A payment. */
export interface ModelPayment {
  readonly merchant: number;
  readonly amount: bigint;
  status: "pending" | "completed" | "failed" | "cancelled";
  /** Who paid. */
  wallet?: number;
  refunded: bigint;
  /** The day on which it was paid. */
  paidOn?: number;
}

/** What has happened to a payment for good, and has to be told by one event. */
export interface Effect {
  readonly type: "payment.completed" | "payment.failed" | "refund.completed";
  readonly payment: ModelPayment;
  /** Number of the step that caused it. */
  readonly step: number;
  /** The service may record it after what happens later: a payment counts as failed from its time on, before the worker records that. */
  readonly isLate: boolean;
}

/** What becomes of a request: done, or refused with one of these codes. */
export type Expected = "done" | readonly string[];

/** Error codes of the catalogue that a right answer can have here. */
export const codes = {
  invalid: "SVC-4000",
  signatureRefused: "SVC-4031",
  notFound: "SVC-4040",
  conflict: "SVC-4091",
  keyReused: "SVC-4222",
  insufficientFunds: "SVC-4223",
  refundRefused: "SVC-4224",
  amountNotAllowed: "SVC-4225",
  alreadyDone: "SVC-4095",
} as const;

/** What everybody has, and what every payment has come to. */
export class LedgerModel {
  readonly wallets: bigint[];
  /** What a merchant has, whether it was paid out or not. */
  readonly merchants: bigint[];
  readonly payments: ModelPayment[] = [];
  /** In the order in which they happened. */
  readonly effects: Effect[] = [];
  /** Number of the step that is done now. */
  step = 0;
  issued = 0n;
  /** Payments live, and can be refunded, for the day on which they were created and paid. */
  day = 0;

  constructor(wallets: number, merchants: number) {
    this.wallets = Array.from({ length: wallets }, () => 0n);
    this.merchants = Array.from({ length: merchants }, () => 0n);
  }

  issue(wallet: number, amount: bigint): void {
    this.issued += amount;
    this.#credit(wallet, amount);
  }

  /** @returns its number */
  create(merchant: number, amount: bigint): number {
    return this.payments.push({ merchant, amount, status: "pending", refunded: 0n }) - 1;
  }

  cancel(payment: ModelPayment): Expected {
    if (payment.status === "cancelled") return "done";
    if (payment.status !== "pending") return [codes.conflict];
    payment.status = "cancelled";
    return "done";
  }

  pay(payment: ModelPayment, wallet: number): Expected {
    if (payment.status === "completed" && payment.wallet === wallet) return "done";
    if (payment.status !== "pending") return [codes.conflict];
    if ((this.wallets[wallet] ?? 0n) < payment.amount) return [codes.insufficientFunds];
    this.#credit(wallet, -payment.amount);
    this.#earn(payment.merchant, payment.amount);
    payment.status = "completed";
    payment.wallet = wallet;
    payment.paidOn = this.day;
    this.#happen("payment.completed", payment);
    return "done";
  }

  /** A merchant asks and a wallet pays at once; one that has too little makes a payment that has failed. @returns its number */
  tap(merchant: number, wallet: number, amount: bigint): number {
    const index = this.create(merchant, amount);
    const payment = this.payments[index] as ModelPayment;
    if (this.pay(payment, wallet) !== "done") this.#fail(payment);
    return index;
  }

  transfer(wallet: number, to: number, amount: bigint): Expected {
    if (wallet === to) return [codes.invalid];
    if ((this.wallets[wallet] ?? 0n) < amount) return [codes.insufficientFunds];
    this.#credit(wallet, -amount);
    this.#credit(to, amount);
    return "done";
  }

  /** What a refund is answered. The merchant may be short of money that is on its way to it, which the model does not know. */
  refundAnswer(payment: ModelPayment, amount: bigint): Expected {
    const left = payment.amount - payment.refunded;
    if (payment.paidOn !== this.day) return [codes.refundRefused];
    if (left === 0n) return [codes.alreadyDone];
    return amount <= left ? "done" : [codes.amountNotAllowed];
  }

  refund(payment: ModelPayment, amount: bigint): void {
    if (payment.wallet === undefined) throw new Error("nobody has paid this");
    payment.refunded += amount;
    this.#happen("refund.completed", payment);
    this.#earn(payment.merchant, -amount);
    this.#credit(payment.wallet, amount);
  }

  /** A day later: what is pending has failed. @returns those payments */
  nextDay(): ModelPayment[] {
    this.day += 1;
    const expired = this.payments.filter(({ status }) => status === "pending");
    for (const payment of expired) this.#fail(payment, true);
    return expired;
  }

  #fail(payment: ModelPayment, isLate = false): void {
    payment.status = "failed";
    this.#happen("payment.failed", payment, isLate);
  }

  #happen(type: Effect["type"], payment: ModelPayment, isLate = false): void {
    this.effects.push({ type, payment, step: this.step, isLate });
  }

  #credit(wallet: number, amount: bigint): void {
    this.wallets[wallet] = (this.wallets[wallet] ?? 0n) + amount;
  }

  #earn(merchant: number, amount: bigint): void {
    this.merchants[merchant] = (this.merchants[merchant] ?? 0n) + amount;
  }
}
