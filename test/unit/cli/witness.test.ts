// Two runs of an audit witness at the same time, with one state file.
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type WitnessOptions, witness } from "../../../src/cli/audit/witness.ts";
import { describeFailure } from "../../../src/cli/failure.ts";
import { loadConfig } from "../../../src/config.ts";
import { type Credential, createRoot } from "../../../src/pki/authority.ts";
import { checkpointText } from "../../../src/trust/transparency/checkpoint.ts";
import { rawPublicKey, signNote, verifierKey } from "../../../src/trust/transparency/note.ts";
import { Receiver } from "../../support/receiver.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const origin = "pay.example/audit";
const log = generateKeyPairSync("ed25519");
const publicKey = rawPublicKey(log.publicKey);

/** A head of the log, signed. */
function head(size: number): string {
  const text = checkpointText({ origin, size, root: Buffer.alloc(32, size) });
  return `${text}\n${signNote(text, origin, log.privateKey, publicKey)}`;
}

/** A service that answers the first question only when told to, each question with a head that is larger than the one before. */
class SlowService implements AsyncDisposable {
  /** Settles when the first question has come. */
  readonly asked: Promise<void>;
  release: () => void = () => undefined;
  readonly url: string;
  readonly #receiver: Receiver;

  static async start(authority: Credential): Promise<SlowService> {
    return new SlowService(await Receiver.start(undefined, authority));
  }

  private constructor(receiver: Receiver) {
    this.#receiver = receiver;
    this.url = `https://localhost:${receiver.port}`;
    const asked = Promise.withResolvers<void>();
    this.asked = asked.promise;
    receiver.answer = (_, response) => {
      const size = receiver.received.length;
      const answer = () =>
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ success: true, data: { checkpoint: head(size), hashes: [] }, errors: [] }));
      if (size > 1) answer();
      else {
        this.release = answer;
        asked.resolve();
      }
    };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#receiver[Symbol.asyncDispose]();
  }
}

describe("a run of the audit witness", () => {
  let authority: Credential;
  before(async () => {
    authority = await createRoot("Service", 2);
  });

  const prepare = (folder: string, url: string): WitnessOptions => {
    const ca = join(folder, "root.crt");
    writeFileSync(ca, authority.cert);
    writeFileSync(join(folder, "api.key"), "pda_test_secret");
    return {
      name: "witness.example/one",
      key: join(folder, "witness.key"),
      state: join(folder, "witness.json"),
      verifierKey: verifierKey({ name: origin, algorithm: "signature", publicKey }),
      url,
      ca,
      apiKeyFile: join(folder, "api.key"),
    };
  };
  const run = (options: WitnessOptions, folder: string): Promise<string> =>
    witness(loadConfig({ env: {}, cwd: folder }), options);

  it("is refused while another run uses the state, and changes nothing", async () => {
    using folder = temporaryDirectory();
    await using service = await SlowService.start(authority);
    const options = prepare(folder.path, service.url);
    const slow = run(options, folder.path);
    await service.asked;
    const refused = await run(options, folder.path).then(
      () => "the second run was not refused",
      (error: unknown) => describeFailure(error),
    );
    expect(refused).to.match(
      /^pda: another run of the witness uses .*witness\.json \(pid \d+, since .*\)\n {2}next: wait /,
    );
    expect(existsSync(options.state)).to.equal(false);

    service.release();
    const cosigned = await slow;
    expect(JSON.parse(readFileSync(options.state, "utf8")).checkpoint).to.equal(cosigned);
    expect(cosigned).to.include(`${origin}\n1\n`);
  });

  it("goes on after a run that was killed", async () => {
    using folder = temporaryDirectory();
    await using service = await SlowService.start(authority);
    const options = prepare(folder.path, service.url);
    mkdirSync(`${options.state}.lock`);
    const killed = { pid: 2 ** 22 + 1, stamp: "x/1", command: "pda audit witness", since: "then" };
    writeFileSync(join(`${options.state}.lock`, "pda.lock"), JSON.stringify(killed));
    const going = run(options, folder.path);
    await Promise.race([service.asked, going]);
    service.release();
    expect(await going).to.include(`${origin}\n1\n`);
  });

  it("makes no new state in a folder that does not exist", async () => {
    using folder = temporaryDirectory();
    await using service = await SlowService.start(authority);
    const state = join(folder.path, "mistyped", "witness.json");
    const refused = await run({ ...prepare(folder.path, service.url), state }, folder.path).catch(
      (error: unknown) => describeFailure(error),
    );
    expect(refused).to.include(state).and.to.include("it does not exist");
    expect(existsSync(join(folder.path, "mistyped"))).to.equal(false);
  });
});
