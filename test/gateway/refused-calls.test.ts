import { expect } from "chai";
import { RecordRefusalsRequest } from "../../gen/ts/pda/access/v1/access_service.ts";
import { RefusedCalls } from "../../src/gateway/refused-calls.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import type { Exchange } from "../../src/gateway/exchange.ts";
import { logger } from "../../src/logger.ts";
import { Failure } from "../../src/rpc/failure.ts";

/** What the gateway knows of a refused request. */
const refused = (index: number, address: string, path = "/api/v1/payments/x"): Exchange =>
  ({
    requestId: `r${index}`,
    operation: "GetPayment",
    address,
    path,
    failure: new Failure("CREDENTIAL_REFUSED"),
  }) as Exchange;

describe("refused requests on their way to the audit log", () => {
  const taken: {
    requestId: string;
    callCount: number;
    address?: string | undefined;
    resourceIds: readonly string[];
  }[] = [];
  let isAway: boolean;
  const core = {
    async call(_path: string, request: Uint8Array) {
      if (isAway) throw new Failure("UNAVAILABLE");
      taken.push(...RecordRefusalsRequest.decode(request).calls);
      return { response: new Uint8Array(), replayed: false };
    },
  };
  const calls = (): number => taken.reduce((sum, { callCount }) => sum + callCount, 0);

  beforeEach(() => {
    taken.length = 0;
    isAway = false;
  });

  it("name a wallet without the transfer of ownership that it is a party of", async () => {
    const way = new RefusedCalls(core, logger("test", { level: "silent" }));
    const [wallet, transfer, asset] = [newId("wallet"), newId("transfer"), newId("asset")];
    way.note(refused(1, "192.0.2.1", `/api/v1/wallets/${wallet}/transfers/${transfer}/accept`));
    way.note(refused(2, "192.0.2.1", `/api/v1/assets/${asset}/transfers/${transfer}`));
    await way[Symbol.asyncDispose]();
    expect(taken.map(({ resourceIds }) => resourceIds)).to.deep.equal([[wallet], [asset, transfer]]);
  });

  it("are not lost while no core takes them, and the last go with the gateway", async () => {
    const way = new RefusedCalls(core, logger("test", { level: "silent" }));
    isAway = true;
    for (let round = 0; round < 5; round += 1) {
      for (let index = 0; index < 30; index += 1) way.note(refused(index, `203.0.113.${index}`));
      for (let index = 0; index < 40; index += 1) way.note(refused(index, "198.51.100.1"));
      await way.flush();
    }
    expect(taken).to.deep.equal([]);
    isAway = false;
    way.note(refused(0, "192.0.2.1"));
    await way[Symbol.asyncDispose]();
    expect(calls()).to.equal(5 * 70 + 1);
    const ofOne = taken.filter(({ address }) => address === "198.51.100.1");
    expect(ofOne.length).to.be.below(24);
  });

  it("take bounded memory, whatever is refused while no core takes them", async () => {
    const way = new RefusedCalls(core, logger("test", { level: "silent" }));
    isAway = true;
    const many = 60_000;
    for (let index = 0; index < many; index += 1) {
      way.note(refused(index, `2001:db8::${(index % 5_000).toString(16)}`));
      if (index % 10_000 === 0) await way.flush();
    }
    isAway = false;
    while (calls() < many) await way.flush();
    await way[Symbol.asyncDispose]();
    expect(calls()).to.equal(many);
    expect(taken.length).to.be.below(10_000);
  });
});
