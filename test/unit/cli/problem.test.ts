// How commands tell that the service has refused a call.
import { expect } from "chai";
import { PdaError, type PdaErrorItem } from "../../../clients/typescript/src/index.ts";
import { describeFailure } from "../../../src/cli/failure.ts";
import { callFailure, type Purpose } from "../../../src/cli/lists/problem.ts";

const baseUrl = "https://pda.example.com";
const requestId = "req_01h2xcejqtf2nbrexx3vqjhp41";

/** What a person reads of a refusal. */
function told(
  status: number,
  [errorCode, message]: readonly [string, string],
  errors: readonly Omit<PdaErrorItem, "code">[],
  purpose: Purpose = { scope: "" },
): string {
  const entries = errors.map((entry) => ({ code: errorCode, ...entry }));
  const error = new PdaError(status, { errorCode, message, requestId, errors: entries });
  return describeFailure(callFailure(error, baseUrl, purpose), false);
}

describe("a refused call", () => {
  it("has a line for each field that is wrong", () => {
    const errors = [
      { field: "amount", message: 'It must be a decimal number such as "12.50".', reason: "INVALID_FORMAT" },
      { field: "merchantId", message: "", reason: "REQUIRED" },
      { message: "Choose one\u001b[31m of both.", reason: "CONFLICT" },
    ];
    expect(told(400, ["SVC-4000", "3 fields are not valid."], errors)).to.equal(
      [
        `pda: SVC-4000 3 fields are not valid. (request ${requestId})`,
        '  amount: It must be a decimal number such as "12.50". (INVALID_FORMAT)',
        "  merchantId: REQUIRED",
        "  Choose one?[31m of both. (CONFLICT)",
        "  next: correct the fields above\n",
      ].join("\n"),
    );
  });

  it("is told in one line when its only entry says the same", () => {
    const entry = { message: "The payment is final.", reason: "PAYMENT_FINAL" };
    const purpose = { scope: "", adviceFor: () => "see it" };
    expect(told(409, ["SVC-4091", entry.message], [entry], purpose)).to.equal(
      `pda: SVC-4091 The payment is final. (PAYMENT_FINAL, request ${requestId})\n  next: see it\n`,
    );
    const field = { field: "amount", message: "It must be positive.", reason: "OUT_OF_RANGE" };
    expect(told(400, ["SVC-4000", "amount: It must be positive."], [field])).to.equal(
      `pda: SVC-4000 amount: It must be positive. (amount: OUT_OF_RANGE, request ${requestId})\n  next: correct the fields above\n`,
    );
  });

  it("names the operations for an unknown path, and the place of a key that is not accepted", () => {
    expect(told(404, ["SVC-4041", "There is no such path."], [])).to.contain(
      `next: see the operations: ${baseUrl}/docs/api/\n`,
    );
    const keyOrigin = 'the profile "shop"';
    const refused = (status: number) =>
      told(status, ["SVC-4011", "No."], [], { scope: "payments.read", keyOrigin });
    expect(refused(401)).to.contain(
      `next: the service does not know the API key from ${keyOrigin}, or accepts it no longer: name a key with the scope payments.read with --api-key-file, or run: pda login\n`,
    );
    expect(refused(403)).to.contain("next: name a key with the scope payments.read with --api-key-file\n");
  });

  it("names a way on that fits the reason, for a key that has the scope", () => {
    const purpose = { scope: "payments.read", keyOrigin: "PDA_API_KEY" };
    const advice = (status: number, reason: string) =>
      told(status, ["SVC-4030", "No."], [{ message: "No.", reason }], purpose).split("  next: ")[1];
    expect(advice(401, "REQUEST_SIGNATURE_REQUIRED")).to.equal(
      `commands sign no requests of an API key: use a client library that signs them (${baseUrl}/docs/reference/authentication#signed-requests), or name a key that needs no signature with --api-key-file\n`,
    );
    expect(advice(403, "NETWORK_NOT_ALLOWED")).to.equal(
      "run the command on a machine in one of the key's networks, or name a key that may do this with --api-key-file\n",
    );
    for (const reason of ["OPERATION_NOT_ALLOWED", "AMOUNT_ABOVE_LIMIT", "LIMITS_EXCEEDED"])
      expect(advice(403, reason), reason).to.equal("name a key that may do this with --api-key-file\n");
    expect(advice(403, "SCOPE_MISSING")).to.contain("with the scope payments.read");
  });
});
