// `pda wallet create` after a run that failed, and twice at the same time.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describeFailure } from "../../../src/cli/failure.ts";
import { walletPath } from "../../../src/cli/wallet/file.ts";
import { createWallet } from "../../../src/cli/wallet/index.ts";
import { loadConfig } from "../../../src/config.ts";
import { type Credential, createRoot } from "../../../src/pki/authority.ts";
import { Receiver } from "../../support/receiver.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const walletId = "wal_01h2xcejqtf2nbrexx3vqjhp41";
const name = "ann";

describe("pda wallet create", () => {
  let authority: Credential;
  let folder: ReturnType<typeof temporaryDirectory>;
  let service: Receiver;

  before(async () => {
    authority = await createRoot("Service", 2);
  });
  beforeEach(async () => {
    folder = temporaryDirectory();
    const answer = { success: true, data: { walletId, keyThumbprint: "thumbprint" }, errors: [] };
    service = await Receiver.start(
      (_, response) =>
        void response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(answer)),
      authority,
    );
    writeFileSync(join(folder.path, "root.crt"), authority.cert);
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const config = () => loadConfig({ env: {}, cwd: folder.path });
  const url = () => `https://localhost:${service.port}`;
  const create = (at: string): Promise<string> =>
    createWallet(config(), { name, url: at, ca: join(folder.path, "root.crt") }).then(
      () => "created",
      (error: unknown) => describeFailure(error),
    );
  const kept = () => JSON.parse(readFileSync(walletPath(config(), name), "utf8"));

  it("does not go on at another service than the one where it has begun", async () => {
    // Nothing listens there.
    const first = "https://localhost:1";
    expect(await create(first)).to.include(`no service answers at ${first}`);
    const begun = kept();
    expect(begun.service).to.equal(first);

    const refused = await create(url());
    expect(refused).to.include(`"${name}" was begun at ${first}, not at ${url()}`);
    expect(refused).to.match(
      /\n {2}next: go on there .* or choose another --name; if that address is wrong, remove .*ann\.json\n$/,
    );
    expect(service.received, "no call").to.deep.equal([]);
    expect(kept()).to.deep.equal(begun);
  });

  it("makes one key when it runs twice at the same time", async () => {
    expect(await Promise.all([create(url()), create(url())])).to.deep.equal(["created", "created"]);
    const calls = service.received.map(({ headers, body }) => ({
      creationKey: headers["idempotency-key"],
      x: JSON.parse(body).holderKey.x,
    }));
    const { creationKey, privateKey } = kept();
    const call = { creationKey, x: privateKey.x };
    expect(calls).to.deep.equal([call, call]);
    expect(kept()).to.include({ walletId, service: url() });
  });
});
