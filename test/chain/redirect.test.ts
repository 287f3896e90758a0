// A node that sends the adapter to another address is not followed: nobody has configured the other one (ASVS 15.3.2). A user and a password
// in the node's address reach the node, and nobody else.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { ask, nodeClient } from "../../src/chain/evm/node.ts";
import { CheckedNode } from "../../src/chain/solana/node.ts";
import { expectChainError } from "./support/expect.ts";

const answer = JSON.stringify({ jsonrpc: "2.0", id: 0, result: "0x7a69" });

describe("a node that redirects", () => {
  const servers: Server[] = [];
  const listen = async (server: Server): Promise<string> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  let asked = 0;
  let followed = 0;
  let status = 0;
  let rpcUrl = "";
  before(async () => {
    const other = await listen(
      createServer((_request, response) => {
        followed += 1;
        response.writeHead(200, { "content-type": "application/json" }).end(answer);
      }),
    );
    rpcUrl = await listen(
      createServer((_request, response) => {
        asked += 1;
        response.writeHead(status, { location: other }).end();
      }),
    );
  });
  after(() => {
    for (const server of servers) server.close().closeAllConnections();
  });
  afterEach(() => expect(followed).to.equal(0));

  beforeEach(() => {
    asked = 0;
  });
  for (const given of [301, 302, 303, 307, 308]) {
    it(`is not followed on an EVM network: ${given}`, async () => {
      status = given;
      const client = nodeClient({ chainId: 31_337, rpcUrl, requestTimeoutMs: 5_000 });
      await expectChainError(ask(client.getBlockNumber()), "UNAVAILABLE", "NODE_UNAVAILABLE");
      expect(asked).to.equal(1);
    });
    it(`is not followed on Solana: ${given}`, async () => {
      status = given;
      const node = new CheckedNode({ network: "solana:x", rpcUrl, requestTimeoutMs: 5_000 });
      await expectChainError(node.rpc(), "UNAVAILABLE", "NODE_UNAVAILABLE");
      expect(asked).to.equal(1);
    });
  }
});

describe("a node with a user and a password in its address", () => {
  const said: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    said.push(request.headers.authorization);
    response.writeHead(401).end();
  });
  let rpcUrl = "";
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    rpcUrl = `http://merchant:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  after(() => server.close().closeAllConnections());
  const asking = {
    "an EVM network": () =>
      ask(nodeClient({ chainId: 31_337, rpcUrl, requestTimeoutMs: 5_000 }).getBlockNumber()),
    Solana: () => new CheckedNode({ network: "solana:x", rpcUrl, requestTimeoutMs: 5_000 }).rpc(),
  };
  for (const [network, askIt] of Object.entries(asking))
    it(`is told both on ${network}, and its refusal shows neither`, async () => {
      said.length = 0;
      const error = await expectChainError(askIt(), "UNKNOWN", "NODE_REFUSED");
      expect(said).to.deep.equal([`Basic ${Buffer.from("merchant:p@ss").toString("base64")}`]);
      expect(error.message).to.not.match(/p%40ss|p@ss/);
    });
});
