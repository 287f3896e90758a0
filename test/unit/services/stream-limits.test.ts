// A credential that is to be limited to a stream.
import { expect } from "chai";
import { Failure } from "../../../src/rpc/failure.ts";
import { limitsOf } from "../../../src/services/credentials/limits.ts";

describe("the limits of a credential", () => {
  const refusal = async (name: string): Promise<string | undefined> => {
    const limits = { operations: ["GetEvent", name], allowedOrigins: [], maximumAmount: undefined };
    try {
      await limitsOf({ limits }, { assetTypes: undefined as never });
    } catch (error) {
      expect(error).to.be.instanceOf(Failure);
      const [violation] = (error as Failure).violations;
      expect(violation).to.include({ field: "limits.operations[1]", reason: "UNKNOWN_OPERATION" });
      return violation?.message;
    }
    return undefined;
  };

  it("name the operation that a stream calls, in place of the stream", async () => {
    expect(await refusal("WatchEvents")).to.equal(
      "WatchEvents is a stream of ListEvents calls. Name ListEvents.",
    );
    expect(await refusal("StreamIssuanceItems")).to.contain("Name AddIssuanceItems.");
    expect(await refusal("ListEvents")).to.equal(undefined);
    for (const name of ["Pay", "Dispatch"])
      expect(await refusal(name)).to.equal(`The service has no operation ${name}.`);
  });
});
