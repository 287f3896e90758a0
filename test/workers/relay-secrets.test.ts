// The files of the relay that other users of the machine must not read.
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { loadConfig } from "../../src/config.ts";
import { connectNats } from "../../src/workers/relay/nats-connection.ts";
import { SinkError } from "../../src/workers/relay/sink.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

describe("the secrets of the relay", () => {
  const settings = {
    "relay.credentialsFile": "PDA_RELAY_CREDENTIALS_FILE",
    "relay.nkeyFile": "PDA_RELAY_NKEY_FILE",
    "relay.tls.keyFile": "PDA_RELAY_TLS_KEY_FILE",
  };
  for (const [setting, variable] of Object.entries(settings))
    it(`are refused when every user may read them: ${setting}`, async () => {
      using dir = temporaryDirectory();
      const file = join(dir.path, "secret");
      writeFileSync(file, "secret");
      const certificate = join(dir.path, "certificate");
      writeFileSync(certificate, "certificate");
      const needed = setting === "relay.tls.keyFile" ? { PDA_RELAY_TLS_CERT_FILE: certificate } : {};
      const { relay } = loadConfig({
        env: { PDA_RELAY_SERVERS: "tls://127.0.0.1:1", [variable]: file, ...needed },
        cwd: dir.path,
      });
      const problem = async (mode: number): Promise<SinkError> => {
        chmodSync(file, mode);
        const error: unknown = await connectNats(relay).catch((caught: unknown) => caught);
        expect(error).to.be.instanceOf(SinkError);
        return error as SinkError;
      };
      for (const mode of [0o644, 0o604]) {
        const { message, advice, problem: kind } = await problem(mode);
        expect(message).to.equal(`${setting} is readable by every user: ${file}`);
        expect({ advice, kind }).to.deep.equal({ advice: `run: chmod 600 ${file}`, kind: "misconfigured" });
      }
      for (const mode of [0o600, 0o640])
        expect((await problem(mode)).message).to.not.contain("readable by every user");
    });
});
