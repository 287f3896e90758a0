// `--watch`: asks for changes until a signal comes.
import { expect } from "chai";
import { PdaProtocolError } from "../../../clients/typescript/src/index.ts";
import { changes } from "../../../src/cli/lists/watch.ts";

describe("a watch", () => {
  const answering = (...answers: (string[] | Error)[]) =>
    changes(async () => {
      const answer = answers.shift() ?? [];
      if (answer instanceof Error) throw answer;
      return answer;
    });
  const [away, refused] = [
    new PdaProtocolError(503, "https://pda"),
    new PdaProtocolError(404, "https://pda"),
  ];
  const failureOf = (seen: AsyncGenerator) =>
    seen.next().then(
      () => undefined,
      (error: unknown) => error,
    );

  it("goes on after a failure that passes", async () => {
    const seen = answering(["a"], away, away, ["b", "a"]);
    expect((await seen.next()).value).to.deep.equal(["a"]);
    expect((await seen.next()).value).to.deep.equal(["b"]);
  });

  it("ends when the first answer is a failure, or a later failure does not pass", async () => {
    expect(await failureOf(answering(away))).to.equal(away);
    const seen = answering(["a"], refused);
    await seen.next();
    expect(await failureOf(seen)).to.equal(refused);
  });
});
