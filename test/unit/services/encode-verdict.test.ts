import { expect } from "chai";
import fc from "fast-check";
import {
  Assurance,
  CheckOutcome,
  VerificationOutcome,
} from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import { VerifyAuthenticityResponse } from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import { encodeVerdict } from "../../../src/services/verification/encode-verdict.ts";

const text = fc.string({ maxLength: 12 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const time = maybe(
  fc.record({
    seconds: fc.bigInt({ min: 0n, max: 4_102_444_800n }),
    nanos: fc.integer({ min: 0, max: 999_999_999 }),
  }),
);

const check = fc.record({
  check: text,
  outcome: fc.constantFrom(CheckOutcome.CHECK_OUTCOME_PASSED, CheckOutcome.CHECK_OUTCOME_SKIPPED),
  code: maybe(text),
  reason: maybe(text),
});

const authenticity = fc.record({
  assetId: text,
  trusted: fc.boolean(),
  outcome: fc.constantFrom(
    VerificationOutcome.VERIFICATION_OUTCOME_PASSED,
    VerificationOutcome.VERIFICATION_OUTCOME_FAILED,
  ),
  assurance: fc.constantFrom(Assurance.ASSURANCE_STATIC, Assurance.ASSURANCE_NONE),
  checks: fc.array(check, { maxLength: 4 }),
  evaluateTime: time,
  expireTime: time,
  receipt: maybe(text),
});

describe("the encoding of a verdict", () => {
  it("is byte for byte that of the message, so in the order of its fields", () => {
    fc.assert(
      fc.property(maybe(authenticity), (verdict) => {
        const response = { authenticity: verdict };
        const expected = Buffer.from(VerifyAuthenticityResponse.encode(response).finish());
        expect(encodeVerdict(response)).to.deep.equal(expected);
        // Once more, with the checks as they were kept.
        expect(encodeVerdict(response)).to.deep.equal(expected);
      }),
    );
  });
});
