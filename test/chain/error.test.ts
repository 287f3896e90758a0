import { Metadata, status } from "@grpc/grpc-js";
import { expect } from "chai";
import { ErrorReason } from "../../gen/ts/pda/chain/v1/error.ts";
import { ChainError, type ChainReason, codeOfReason } from "../../src/chain/error.ts";
import { fromServiceError, toStatus } from "../../src/chain/status.ts";

const received = (answer: ReturnType<typeof toStatus>): ChainError =>
  fromServiceError(Object.assign(new Error(answer.details), answer));

describe("chain error", () => {
  it("knows exactly the reasons of the contract", () => {
    const contract = Object.keys(ErrorReason)
      .map((name) => name.replace(/^ERROR_REASON_/, ""))
      .filter((name) => name !== "UNSPECIFIED" && name !== "UNRECOGNIZED");
    expect(Object.keys(codeOfReason)).to.have.members(contract);
  });

  it("survives the way over gRPC", () => {
    for (const reason of Object.keys(codeOfReason) as ChainReason[]) {
      const error = received(toStatus(ChainError.because(reason, "why")));
      expect(error).to.include({ code: codeOfReason[reason], reason, message: "why" });
      expect(error.retryable).to.equal(codeOfReason[reason] === "UNAVAILABLE");
    }
  });

  it("tells nothing of an unforeseen failure", () => {
    const answer = toStatus(new Error("password of the node"));
    expect(answer.code).to.equal(status.INTERNAL);
    expect(answer.details).to.not.include("password");
    expect(received(answer).reason).to.equal(undefined);
  });

  it("takes a status without our details for what its code says", () => {
    const bare = Object.assign(new Error("x"), {
      code: status.RESOURCE_EXHAUSTED,
      details: "x",
      metadata: new Metadata(),
    });
    expect(fromServiceError(bare)).to.include({ code: "UNKNOWN", reason: undefined });
  });
});
