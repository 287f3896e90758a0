// One proof is accepted once, however many present it at once and by however many cores.
import { expect } from "chai";
import type { Authenticity } from "../../gen/ts/pda/verification/v1/authenticity.ts";
import { logger } from "../../src/logger.ts";
import { Pipeline } from "../../src/rpc/pipeline.ts";
import { verificationService } from "../../src/services/verification/index.ts";
import { Store } from "../../src/store/store.ts";
import { VerificationServiceService } from "../../gen/ts/pda/verification/v1/verification_service.ts";
import {
  challengeFor,
  prover,
  type Prover,
  signatureOf,
  verifyProof,
  withProof,
} from "../services/support/prover.ts";
import { anonymous, publicUrl, Registry } from "../services/support/registry.ts";

const method = VerificationServiceService.verifyAuthenticity;

describe("races of proofs", function () {
  this.timeout(120_000);
  let registry: Registry;
  let devices: Prover[];

  before(async () => {
    registry = await Registry.start();
    const { publisherId } = await registry.publisher();
    devices = await Promise.all(
      Array.from({ length: 6 }, (_, index) => prover(registry, publisherId, `CHIP-${index}`)),
    );
  });
  after(() => registry[Symbol.asyncDispose]());

  const proven = async (device: Prover) => {
    const challenge = await challengeFor(registry, device.assetId);
    return withProof(device, challenge.nonce, signatureOf(device, challenge));
  };
  const accepted = (answers: readonly Authenticity[]) => answers.filter(({ trusted }) => trusted).length;

  it("accepts one of 100 that present the same proof at once", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const request = await proven(devices[0]!);
      const answers = await Promise.all(Array.from({ length: 100 }, () => verifyProof(registry, request)));
      expect(accepted(answers)).to.equal(1);
    }
  });

  it("accepts one of 100 among two cores", async () => {
    await using store = new Store({ url: registry.harness.url, poolMax: 10, statementTimeoutMs: 30_000 });
    const other = new Pipeline(
      verificationService({ ...registry, sealer: registry.harness.sealer, publicUrl }),
      {
        store,
        sealer: registry.harness.sealer,
        log: logger("test", { level: "silent" }),
        sandbox: true,
        closedOperations: [],
      },
    );
    const byOther = async (request: Awaited<ReturnType<typeof proven>>): Promise<Authenticity> => {
      const bytes = method.requestSerialize(request as Parameters<typeof method.requestSerialize>[0]);
      const from = { principal: anonymous, peer: "gateway" };
      const context = {
        requestId: "test",
        deadlineMs: Date.now() + 30_000,
        signal: new AbortController().signal,
      };
      const { response } = await other.call(method.path, bytes, from, context);
      return method.responseDeserialize(Buffer.from(response)).authenticity as Authenticity;
    };
    for (let turn = 0; turn < 5; turn++) {
      const request = await proven(devices[0]!);
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          index % 2 === 0 ? verifyProof(registry, request) : byOther(request),
        ),
      );
      expect(accepted(answers)).to.equal(1);
    }
  });

  it("accepts each of many once, mixed with copies, wrong ones and certificates alone", async () => {
    const requests = await Promise.all(Array.from({ length: 60 }, (_, i) => proven(devices[i % 6]!)));
    const copies = requests.flatMap((request, which) => [0, 1, 2].map(() => ({ request, which })));
    const stolen = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const challenge = await challengeFor(registry, devices[i % 6]!.assetId);
        const key = devices[(i + 1) % 6]!.key;
        return withProof(devices[i % 6]!, challenge.nonce, signatureOf(devices[i % 6]!, challenge, { key }));
      }),
    );
    const alone = devices.map(({ assetId, deviceCertificate }) => ({ assetId, deviceCertificate }));
    const all = [
      ...copies,
      ...stolen.map((request) => ({ request, which: -1 })),
      ...[...alone, ...alone, ...alone].map((request) => ({ request, which: -2 })),
    ];
    // Any order, the same one every time: 7 and the number of calls have no common divisor.
    const shuffled = all.map((_, index) => all[(index * 7) % all.length]!);
    expect(new Set(shuffled).size).to.equal(all.length);
    const answers = await Promise.all(
      shuffled.map(async ({ request, which }) => ({ which, answer: await verifyProof(registry, request) })),
    );
    const trusted = answers.filter(({ answer }) => answer.trusted).map(({ which }) => which);
    expect(trusted.filter((which) => which >= 0).sort((a, b) => a - b)).to.deep.equal([...requests.keys()]);
    expect(trusted.filter((which) => which === -1)).to.deep.equal([]);
    expect(trusted.filter((which) => which === -2)).to.have.length(alone.length * 3);
  });
});
