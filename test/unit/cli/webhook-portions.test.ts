// `pda webhooks replay --from` with more events than the service lets wait.
import { expect } from "chai";
import { PdaError } from "../../../clients/typescript/src/index.ts";
import { sendPortions } from "../../../src/cli/webhooks/portions.ts";

const refusal = (reason: string): PdaError => {
  const [code, message] = ["SVC-4098", "No."];
  return new PdaError(409, { errorCode: code, message, requestId: "r", errors: [{ code, message, reason }] });
};

describe("events that are sent again in portions", () => {
  it("go on after the service lets no more wait, with the same portion, and say so once", async () => {
    const [asked, said]: [string[], string[]] = [[], []];
    let refusals = 3;
    const request = async (pageToken: string) => {
      asked.push(pageToken);
      if (pageToken === "b" && refusals-- > 0) throw refusal("REDELIVERY_LIMIT");
      return { scheduledCount: 1000, nextPageToken: { "": "a", a: "b", b: "c" }[pageToken] ?? "" };
    };
    expect(await sendPortions(request, (line) => void said.push(line), 1)).to.equal(4_000);
    expect(asked).to.deep.equal(["", "a", "b", "b", "b", "b", "c"]);
    expect(said).to.have.length(1);
    expect(said[0]).to.contain("2000 events are scheduled");
  });

  it("also wait for the first portion", async () => {
    let refusals = 1;
    const request = async () => {
      if (refusals-- > 0) throw refusal("REDELIVERY_LIMIT");
      return { scheduledCount: 0, nextPageToken: "" };
    };
    expect(await sendPortions(request, () => undefined, 1)).to.equal(0);
  });

  it("end with any other refusal", async () => {
    const failed = await sendPortions(
      () => Promise.reject(refusal("WEBHOOK_NOT_ENABLED")),
      () => undefined,
      1,
    ).then(
      () => undefined,
      (error: PdaError) => error.reason,
    );
    expect(failed).to.equal("WEBHOOK_NOT_ENABLED");
  });
});
