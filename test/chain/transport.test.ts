import { connect as connectTls } from "node:tls";
import { type Client, credentials, makeClientConstructor } from "@grpc/grpc-js";
import { expect } from "chai";
import { service as healthService } from "grpc-health-check";
import type { ChainAdapter, ChainNetwork } from "../../src/chain/adapter.ts";
import { connectChainAdapter } from "../../src/chain/client.ts";
import { adapterOf } from "../../src/chain/networks.ts";
import type { ChainError } from "../../src/chain/error.ts";
import { type ChainAdapterServer, serveChainAdapter } from "../../src/chain/server.ts";
import { peerId, type TlsMaterial } from "../../src/rpc/mutual-tls.ts";
import { eventually } from "../e2e/support/scene.ts";
import { fixedTls } from "../support/fixed-tls.ts";
import { adapterId, renewable, throwAwayRoot, trustDomain, workerId } from "./support/certificates.ts";
import { expectChainError } from "./support/expect.ts";
import { recordingLog } from "./support/log.ts";

const info = { network: "example:1", confirmations: 1, signer: "example:1:me" };
/** A network that only knows its own name: enough to see whether a call arrives. */
const network = {
  info,
  validateAccount: (account: string) =>
    account === "never" ? new Promise(() => undefined) : Promise.reject(new Error(`secret ${account}`)),
  async [Symbol.asyncDispose]() {},
} as unknown as ChainNetwork;

describe("chain adapter transport", function () {
  this.timeout(30_000);
  const { log, lines } = recordingLog();
  let root: Awaited<ReturnType<typeof throwAwayRoot>>;
  let server: ChainAdapterServer;
  let worker: TlsMaterial;
  let serverTls: ReturnType<typeof renewable>;
  const clients: ChainAdapter[] = [];

  const connect = (material: TlsMaterial, expectedPeer = adapterId): ChainAdapter => {
    const client = connectChainAdapter({
      address: `127.0.0.1:${server.port}`,
      tls: fixedTls(material),
      expectedPeer,
    });
    clients.push(client);
    return client;
  };

  beforeEach(async () => {
    root = await throwAwayRoot();
    worker = await root.issue(workerId);
    serverTls = renewable(await root.issue(adapterId));
    server = await serveChainAdapter({
      adapter: adapterOf([network]),
      tls: serverTls,
      host: "127.0.0.1",
      port: 0,
      trustDomain,
      log,
    });
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await server.close();
  });

  it("lets the worker in", async () => {
    expect(await connect(worker).listNetworks()).to.deep.equal([info]);
  });

  it("lets the core ask what needs no signature, and nothing else", async () => {
    const core = connect(await root.issue(`spiffe://${trustDomain}/core`));
    expect(await core.listNetworks()).to.deep.equal([info]);
    const order = { network: "example:1", asset: "x", to: "y", amount: 1n, sequence: 0n };
    await expectChainError(core.prepareTransfer(order), "PERMISSION_DENIED");
    const signed = { network: "example:1", signedTransaction: Buffer.from("x") };
    await expectChainError(core.submitTransfer(signed), "PERMISSION_DENIED");
    await expectChainError(core.getSigner({ network: "example:1" }), "PERMISSION_DENIED");
  });

  it("refuses every other tier, and a name that only starts like the worker's", async () => {
    for (const id of ["gateway", "chain-adapter", "worker2", "worker/x", "service/worker"]) {
      const other = connect(await root.issue(`spiffe://${trustDomain}/${id}`));
      await expectChainError(other.listNetworks(), "PERMISSION_DENIED", undefined, id);
    }
    const foreignDomain = connect(await root.issue("spiffe://other.example/worker"));
    await expectChainError(foreignDomain.listNetworks(), "PERMISSION_DENIED");
  });

  it("refuses a worker of another root", async () => {
    const foreign = await (await throwAwayRoot()).issue(workerId);
    await expectChainError(connect({ ...foreign, ca: worker.ca }).listNetworks(), "UNAVAILABLE");
  });

  it("speaks to nobody but the adapter", async () => {
    await expectChainError(connect(worker, workerId).listNetworks(), "UNAVAILABLE");
    const foreign = await (await throwAwayRoot()).issue(workerId);
    await expectChainError(connect({ ...worker, ca: foreign.ca }).listNetworks(), "UNAVAILABLE");
  });

  it("speaks TLS 1.3 only, and to nobody without a certificate", async () => {
    const shakeHands = (options: object): Promise<string> =>
      new Promise((resolve) => {
        const socket = connectTls({
          port: server.port,
          host: "127.0.0.1",
          ca: worker.ca,
          ALPNProtocols: ["h2"],
          checkServerIdentity: () => undefined,
          ...options,
        });
        socket.once("error", (error) => resolve(`refused: ${error.message}`));
        // In TLS 1.3 the client learns of a refused certificate only after its side of the handshake.
        socket.once("data", () => resolve(`admitted by ${socket.getProtocol()}`));
        socket.once("close", () => resolve("refused"));
      });
    expect(await shakeHands({ cert: worker.cert, key: worker.key })).to.equal("admitted by TLSv1.3");
    expect(await shakeHands({ cert: worker.cert, key: worker.key, maxVersion: "TLSv1.2" })).to.match(
      /^refused/,
    );
    expect(await shakeHands({})).to.match(/^refused/);
  });

  it("follows renewed certificates on both sides without a restart", async () => {
    const clientTls = renewable(worker);
    const client = connectChainAdapter({
      address: `127.0.0.1:${server.port}`,
      tls: clientTls,
      expectedPeer: adapterId,
    });
    clients.push(client);
    await client.listNetworks();
    const next = await throwAwayRoot();
    serverTls.renew(await next.issue(adapterId));
    clientTls.renew(await next.issue(workerId));
    expect(await client.listNetworks()).to.deep.equal([info]);
    await expectChainError(connect(worker).listNetworks(), "UNAVAILABLE");
  });

  it("ends the connections of a root that is removed", async () => {
    const held = connect(worker);
    await held.listNetworks();
    serverTls.renew(await (await throwAwayRoot()).issue(adapterId));
    await eventually("a refusal", () =>
      held.listNetworks().then(
        () => false,
        (error: ChainError) => error.code === "UNAVAILABLE",
      ),
    );
  });

  it("answers health to any tier, and to nobody else", async () => {
    const check = async (material: TlsMaterial): Promise<string> => {
      const Health = makeClientConstructor(healthService, "Health");
      const { ca, key, cert } = material;
      const channel = credentials.createSsl(Buffer.from(ca), Buffer.from(key), Buffer.from(cert), {
        checkServerIdentity: () => undefined,
      });
      const client = new Health(`localhost:${server.port}`, channel) as unknown as Client & {
        check(request: object, callback: (error: Error | null, answer: { status: string }) => void): void;
      };
      try {
        return await new Promise((resolve) => {
          client.check({ service: "pda.chain.v1.ChainAdapterService" }, (error, answer) =>
            resolve(error ? "refused" : answer.status),
          );
        });
      } finally {
        client.close();
      }
    };
    expect(await check(await root.issue("spiffe://test.example/gateway"))).to.equal("SERVING");
    const foreign = await (await throwAwayRoot()).issue(workerId);
    expect(await check({ ...foreign, ca: worker.ca })).to.equal("refused");
  });

  it("ends a call at its deadline, and when the caller gives it up", async () => {
    const client = connect(worker);
    const request = { network: "example:1", account: "never" };
    await expectChainError(client.validateAccount(request, { timeoutMs: 50 }), "DEADLINE_EXCEEDED");
    const giveUp = new AbortController();
    const call = client.validateAccount(request, { signal: giveUp.signal });
    giveUp.abort();
    await expectChainError(call, "CANCELLED");
    await expectChainError(client.validateAccount(request, { signal: giveUp.signal }), "CANCELLED");
  });

  it("logs an unforeseen failure with the request id and tells the caller nothing of it", async () => {
    const request = { network: "example:1", account: "x" };
    const call = connect(worker).validateAccount(request, { requestId: "req-42" });
    const error = await expectChainError(call, "INTERNAL");
    expect(error.message).to.not.include("secret");
    expect(lines()).to.include("secret x").and.include("req-42");
  });

  it("says UNAVAILABLE when the adapter is not there", async () => {
    const client = connect(worker);
    await server.close();
    const error = await expectChainError(client.listNetworks(), "UNAVAILABLE");
    expect(error.retryable).to.equal(true);
  });

  it("does not listen on a taken port", async () => {
    const again = serveChainAdapter({
      adapter: adapterOf([network]),
      tls: serverTls,
      host: "127.0.0.1",
      port: server.port,
      trustDomain,
      log,
    });
    const error = await again.then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error?.message).to.include(`cannot listen on 127.0.0.1:${server.port}`);
  });

  it("takes no certificate for somebody that could be read in two ways", () => {
    expect(peerId({ subjectaltname: "URI:spiffe://d/worker, DNS:localhost" })).to.equal("spiffe://d/worker");
    const doubtful = [
      "URI:spiffe://d/worker, URI:spiffe://d/core",
      'DNS:"x, URI:spiffe://d/worker, y"',
      "DNS:localhost",
      "",
    ];
    for (const subjectaltname of doubtful) {
      expect(peerId({ subjectaltname }), subjectaltname).to.equal(undefined);
    }
    expect(peerId(undefined)).to.equal(undefined);
  });
});
