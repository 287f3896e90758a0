// `pda doctor` with the settings of a production.
import { expect } from "chai";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { pda } from "./program.ts";

describe("pda doctor of a production", function () {
  this.timeout(60_000);

  it("names what a production lacks in pda doctor, by tier", async () => {
    using dir = temporaryDirectory();
    const env = { PDA_DATA_DIR: dir.path, PDA_MODE: "production", DATABASE_URL: undefined };
    const { stdout } = await pda(["doctor"], { env });
    expect(stdout).to.match(
      /warn {2}production mode needs database\.url \(DATABASE_URL\)\n +next: set it where one of these runs: core, worker\n/,
    );
    for (const setting of [
      "gateway.tls.certFile",
      "publicUrl",
      "assetDomain",
      "chainAdapter.network.signerKeyFile",
    ])
      expect(stdout).to.contain(`production mode needs ${setting}`);
    expect(stdout).to.not.contain("the embedded database will be created");
  });
});
