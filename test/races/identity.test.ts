// One presentation is accepted once, however many show it at once and by however many cores.
import { expect } from "chai";
import type { IdentityValidation } from "../../gen/ts/pda/verification/v1/identity_service.ts";
import { IdentityServiceService } from "../../gen/ts/pda/verification/v1/identity_service.ts";
import { logger } from "../../src/logger.ts";
import { Pipeline } from "../../src/rpc/pipeline.ts";
import { identityService } from "../../src/services/verification/index.ts";
import { Store } from "../../src/store/store.ts";
import { publicUrl, Registry } from "../services/support/registry.ts";
import {
  adultRequest,
  bar,
  type Held,
  identityChallenge,
  identityOf,
  show,
  signerOf,
  validate,
  verdictOf,
} from "../services/support/wallet-app.ts";

const method = IdentityServiceService.validateIdentity;

describe("races of presentations", function () {
  this.timeout(120_000);
  let registry: Registry;
  let held: Held;

  before(async () => {
    registry = await Registry.start();
    const { publisherId } = await registry.publisher("City");
    held = await identityOf(registry, await signerOf(registry, publisherId));
  });
  after(() => registry[Symbol.asyncDispose]());

  const shown = async () => {
    const challenge = await identityChallenge(registry);
    return adultRequest(await show(held, challenge), challenge.nonce);
  };
  const tally = (answers: readonly IdentityValidation[]) => ({
    satisfied: answers.filter(({ satisfied }) => satisfied).length,
    others: [...new Set(answers.filter(({ satisfied }) => !satisfied).map(verdictOf))],
  });
  const one = { satisfied: 1, others: ["nonce: CHALLENGE_UNKNOWN"] };

  it("accepts one of 100 that show the same at once", async () => {
    for (let turn = 0; turn < 3; turn++) {
      const request = await shown();
      const answers = await Promise.all(Array.from({ length: 100 }, () => validate(registry, request)));
      expect(tally(answers)).to.deep.equal(one);
    }
  });

  it("accepts one of 100 among two cores", async () => {
    await using store = new Store({ url: registry.harness.url, poolMax: 10, statementTimeoutMs: 30_000 });
    const other = new Pipeline(identityService({ ...registry, publicUrl }), {
      store,
      sealer: registry.harness.sealer,
      log: logger("test", { level: "silent" }),
      sandbox: true,
      closedOperations: [],
    });
    const byOther = async (request: object): Promise<IdentityValidation> => {
      const bytes = method.requestSerialize({ receipt: false, ...request } as Parameters<
        typeof method.requestSerialize
      >[0]);
      const times = {
        requestId: "race",
        deadlineMs: Date.now() + 30_000,
        signal: new AbortController().signal,
      };
      const { response } = await other.call(method.path, bytes, { principal: bar, peer: "gateway" }, times);
      return method.responseDeserialize(Buffer.from(response)).identity as IdentityValidation;
    };
    const request = await shown();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, turn) =>
        turn % 2 === 0 ? validate(registry, request) : byOther(request),
      ),
    );
    expect(tally(answers)).to.deep.equal(one);
  });
});
