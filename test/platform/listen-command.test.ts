// `pda listen` at servers that are not the service.
import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import { createRoot, issueLeaf } from "../../src/pki/authority.ts";
import { AnsweringServer } from "../clients/support/answering-server.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { type Outcome, pda } from "./program.ts";

describe("pda listen", () => {
  const folder = temporaryDirectory();
  after(() => folder[Symbol.dispose]());

  const listen = (url: string, root: string): Promise<Outcome> => {
    const ca = join(folder.path, "root.crt");
    writeFileSync(ca, root);
    const env = { PDA_API_KEY: "pda_key_of_the_test" };
    return pda(["listen", "--url", url, "--ca", ca], { env, cwd: folder.path });
  };

  it("ends at a server that answers 200 with something else than a stream", async () => {
    await using server = await AnsweringServer.start();
    // The body does not end, as that of a stream does not.
    const headers = { "Content-Type": "text/html" };
    server.prepare({ status: 200, body: "<html>Welcome</html>\n\n", headers, instead: "hold" });
    const { code, stderr } = await listen(server.url, server.ca);
    expect(stderr)
      .to.contain(`pda: ${server.url} answered 200`)
      .and.contain("next: check --url")
      .and.not.contain("listening");
    expect(code).to.equal(1);
    expect(server.asked).to.have.length(1);
  });

  it("sends its key to no server that speaks TLS 1.2 at most", async () => {
    const root = await createRoot("test root", 1);
    const names = { commonName: "localhost", dns: ["localhost"], ip: [], usages: ["server"] } as const;
    const { cert, key } = await issueLeaf(root, { ...names, days: 1 });
    let asked = 0;
    const old = { cert, key, minVersion: "TLSv1.2", maxVersion: "TLSv1.2" } as const;
    const server = createServer(old, (_, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    const { code } = await listen(`https://localhost:${(server.address() as AddressInfo).port}`, root.cert);
    server.close();
    expect([code, asked]).to.deep.equal([1, 0]);
  });
});
