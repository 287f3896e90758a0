import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { connect } from "node:tls";
import { promisify } from "node:util";
import { expect } from "chai";
import { stringify } from "yaml";
import { loadConfig } from "../../src/config.ts";
import { startGateway } from "../../src/gateway/server.ts";
import { logger } from "../../src/logger.ts";
import { renew } from "../../src/pki/installation.ts";
import { layout } from "../../src/pki/names.ts";
import { got, PAYMENT_ID } from "./support/answers.ts";
import { RawConnection } from "./support/raw.ts";
import { makePki, Rig, TRUST_DOMAIN } from "./support/rig.ts";

const path = `/api/v1/payments/${PAYMENT_ID}`;
const silent = logger("gateway", { destination: { write: () => undefined } });

function presented(rig: Rig): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: "127.0.0.1", port: rig.gateway.port, ca: rig.ca, servername: "localhost" },
      () => {
        resolve(new X509Certificate(socket.getPeerCertificate().raw).fingerprint256);
        socket.destroy();
      },
    );
    socket.once("error", reject);
  });
}

describe("the gateway's connections", () => {
  let rig: Rig;
  before(async () => {
    rig = await Rig.start();
  });
  after(() => rig[Symbol.asyncDispose]());

  // openssl is the judge: it says what was agreed to, or that nothing was.
  const handshake = async (...options: string[]) => {
    const args = [
      "s_client",
      "-connect",
      `127.0.0.1:${rig.gateway.port}`,
      "-CAfile",
      layout(rig.pkiDir).root.cert,
      "-brief",
      ...options,
    ];
    const running = promisify(execFile)("openssl", args, { timeout: 10_000 });
    running.child.stdin?.end();
    const { stderr, stdout } = await running.catch((error: { stderr: string; stdout: string }) => error);
    return stdout + stderr;
  };

  it("are TLS 1.3 with a certificate that verifies", async () => {
    const text = await handshake("-verify_return_error", "-verify_hostname", "localhost");
    expect(text).to.contain("Protocol version: TLSv1.3").and.to.contain("Verification: OK");
  });

  it("are nothing older", async () => {
    for (const version of ["-tls1_2", "-tls1_1"]) {
      expect(await handshake(version)).to.not.contain("CONNECTION ESTABLISHED");
    }
  });

  it("agree on a key that a quantum computer cannot work out either, with a client that can", async () => {
    const group = (ecdhCurve?: string) =>
      new Promise<unknown>((resolve, reject) => {
        const { port } = rig.gateway;
        const offered = ecdhCurve ? { ecdhCurve } : {};
        const socket = connect({ host: "localhost", port, ca: rig.ca, ...offered }, () => {
          const key = socket.getEphemeralKeyInfo();
          resolve(key && "name" in key ? key.name : undefined);
          socket.destroy();
        });
        socket.on("error", reject);
      });
    expect(await group()).to.equal("X25519MLKEM768");
    expect(await group("X25519")).to.equal("X25519");
  });

  it("speak HTTP/1.1 and no other protocol", async () => {
    expect(await handshake("-alpn", "h2")).to.not.contain("CONNECTION ESTABLISHED");
  });

  it("get a renewed certificate without a restart, and the core sees a renewed caller", async () => {
    const token = rig.allow("good");
    rig.core.on("GetPayment", got);
    const before = await presented(rig);
    expect((await rig.ask(path, { token })).status).to.equal(200);
    await renew({ dir: rig.pkiDir, trustDomain: TRUST_DOMAIN });
    while ((await presented(rig)) === before) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await rig.ask(path, { token })).status).to.equal(200);
  });
});

describe("a gateway that closes", () => {
  it("ends the requests that run, takes no more, and frees its ports", async () => {
    const rig = await Rig.start();
    const token = rig.allow("good");
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    rig.core.on("GetPayment", async () => {
      reach();
      await held;
      return got();
    });
    const running = rig.ask(path, { token });
    await reached;
    const closing = rig.gateway.close();
    const refused = await RawConnection.open(rig).then(
      () => "connected",
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect(refused).to.equal("ECONNREFUSED");
    release();
    expect((await running).status).to.equal(200);
    await closing;
    for (const port of [rig.gateway.port, rig.gateway.metricsPort]) {
      await new Promise<void>((resolve, reject) => {
        const server = createServer()
          .once("error", reject)
          .listen(port, "127.0.0.1", () => server.close(() => resolve()));
      });
    }
    await rig[Symbol.asyncDispose]();
  });

  it("does not wait for ever for a request that does not end", async () => {
    const rig = await Rig.start();
    const token = rig.allow("good");
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    rig.core.on("GetPayment", () => {
      reach();
      return new Promise<never>(() => undefined);
    });
    const running = rig.ask(path, { token }).catch(() => "cut off");
    await reached;
    await rig.gateway.close();
    expect(await running).to.equal("cut off");
    await rig[Symbol.asyncDispose]();
  });
});

describe("a gateway that cannot start", () => {
  it("says which file is wrong, and lets go of what it had taken", async () => {
    const pki = await makePki();
    const home = join(pki.dir, "..");
    const certFile = join(home, "public.crt");
    const keyFile = join(home, "public.key");
    const tier = layout(pki.dir).tier("worker");
    const { readFileSync } = await import("node:fs");
    writeFileSync(certFile, readFileSync(layout(pki.dir).https.cert));
    writeFileSync(keyFile, readFileSync(tier.key), { mode: 0o600 });
    const gateway = { port: 0, metricsPort: 0, healthPort: 0, tls: { certFile, keyFile } };
    writeFileSync(join(home, "pda.config.yaml"), stringify({ pki: { dir: pki.dir }, gateway }));
    const config = loadConfig({ env: {}, cwd: home });
    const refused = await startGateway(config, { log: silent }).then(
      () => undefined,
      (error: Error) => error,
    );
    expect(refused?.message).to.contain("does not belong to").and.to.contain(certFile);

    // With its own key it starts, and shows that certificate.
    writeFileSync(keyFile, readFileSync(layout(pki.dir).https.key));
    await using running = await startGateway(config, { log: silent });
    expect(running.port).to.be.above(0);
    pki.remove();
  });

  it("says so when its port is taken", async () => {
    await using first = await Rig.start();
    const config = { ...first.config, gateway: { ...first.config.gateway, port: first.gateway.port } };
    const refused = await startGateway(config, { log: silent }).then(
      () => undefined,
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect(refused).to.equal("EADDRINUSE");
  });
});
