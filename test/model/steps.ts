// What can be asked of the service, as plain numbers: which one of those that there are is found when a step is done, so that any part of
// a sequence is a sequence again and can be tried on its own.
import fc from "fast-check";

/** Which part of the product is killed. */
const victims = ["core", "worker", "database"] as const;
export type Victim = (typeof victims)[number];

/** Numbers that name somebody or something are taken modulo how many there are. Amounts are minor units. */
export type Step =
  | { readonly kind: "issue"; readonly wallet: number; readonly amount: number }
  | { readonly kind: "create"; readonly merchant: number; readonly amount: number }
  | { readonly kind: "cancel"; readonly payment: number }
  | { readonly kind: "pay"; readonly payment: number; readonly wallet: number }
  | { readonly kind: "pay-forged"; readonly payment: number; readonly wallet: number; readonly lie: Lie }
  | { readonly kind: "refund"; readonly payment: number; readonly amount: number }
  | { readonly kind: "refund-rest"; readonly payment: number }
  | { readonly kind: "expire" }
  | { readonly kind: "replay"; readonly answer: number }
  | { readonly kind: "reuse-key"; readonly answer: number }
  | { readonly kind: "pry"; readonly payment: number }
  | { readonly kind: "tap"; readonly merchant: number; readonly wallet: number; readonly amount: number }
  | { readonly kind: "transfer"; readonly wallet: number; readonly to: number; readonly amount: number }
  | { readonly kind: "rotate"; readonly wallet: number }
  | { readonly kind: "cancel-key"; readonly answer: number }
  | { readonly kind: "crash"; readonly victim: Victim; readonly burst: number; readonly delayMs: number };

/** What a forged authorisation says that is not so. */
const lies = ["amount", "merchant", "nonce", "key"] as const;
export type Lie = (typeof lies)[number];

/** One of those that there are: recent ones are named as often as old ones. */
const which = fc.nat(2 ** 31 - 1);
const small = fc.integer({ min: 1, max: 50_000_000 });
/** Amounts at the ends of what there is. */
const amount = fc.oneof(
  { weight: 8, arbitrary: small },
  { weight: 1, arbitrary: fc.constantFrom(1, 999_999, 1_000_001) },
);

const kind = <Kind extends Step["kind"]>(name: Kind) => fc.constant(name);

/** One step. @param crashes how often in a thousand something is killed */
const step = (crashes: number): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 80, arbitrary: fc.record({ kind: kind("issue"), wallet: which, amount: small }) },
    { weight: 260, arbitrary: fc.record({ kind: kind("create"), merchant: which, amount }) },
    { weight: 50, arbitrary: fc.record({ kind: kind("cancel"), payment: which }) },
    { weight: 260, arbitrary: fc.record({ kind: kind("pay"), payment: which, wallet: which }) },
    {
      weight: 30,
      arbitrary: fc.record({
        kind: kind("pay-forged"),
        payment: which,
        wallet: which,
        lie: fc.constantFrom(...lies),
      }),
    },
    { weight: 110, arbitrary: fc.record({ kind: kind("refund"), payment: which, amount }) },
    { weight: 40, arbitrary: fc.record({ kind: kind("refund-rest"), payment: which }) },
    { weight: 8, arbitrary: fc.record({ kind: kind("expire") }) },
    { weight: 80, arbitrary: fc.record({ kind: kind("replay"), answer: which }) },
    { weight: 30, arbitrary: fc.record({ kind: kind("reuse-key"), answer: which }) },
    { weight: 20, arbitrary: fc.record({ kind: kind("pry"), payment: which }) },
    {
      weight: 60,
      arbitrary: fc.record({ kind: kind("tap"), merchant: which, wallet: which, amount }),
    },
    {
      weight: 70,
      arbitrary: fc.record({ kind: kind("transfer"), wallet: which, to: which, amount }),
    },
    { weight: 8, arbitrary: fc.record({ kind: kind("rotate"), wallet: which }) },
    { weight: 15, arbitrary: fc.record({ kind: kind("cancel-key"), answer: which }) },
    {
      weight: crashes,
      arbitrary: fc.record({
        kind: kind("crash"),
        victim: fc.constantFrom(...victims),
        burst: fc.integer({ min: 4, max: 16 }),
        delayMs: fc.integer({ min: 0, max: 120 }),
      }),
    },
  );

/** Sequences of this very length, which are made shorter when they fail. */
export class Sequence extends fc.Arbitrary<Step[]> {
  readonly #whole: fc.Arbitrary<Step[]>;
  readonly #parts: fc.Arbitrary<Step[]>;

  constructor(length: number, crashes: number) {
    super();
    this.#whole = fc.array(step(crashes), { minLength: length, maxLength: length });
    this.#parts = fc.array(step(crashes), { minLength: 0, maxLength: length });
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Step[]> {
    return new fc.Value(this.#whole.generate(random, bias).value, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Step[] {
    return this.#parts.canShrinkWithoutContext(value);
  }

  override shrink(value: Step[], context: unknown): fc.Stream<fc.Value<Step[]>> {
    return this.#parts.shrink(value, context);
  }
}
