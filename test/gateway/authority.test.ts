// For whom a request is (RFC 9110 section 7.4).
import { rmSync } from "node:fs";
import { expect } from "chai";
import { initialise } from "../../src/pki/installation.ts";
import { layout } from "../../src/pki/names.ts";
import { got, PAYMENT_ID } from "./support/answers.ts";
import { parseAnswer, RawConnection } from "./support/raw.ts";
import { Rig, TRUST_DOMAIN } from "./support/rig.ts";

const path = `/api/v1/payments/${PAYMENT_ID}`;

describe("the authority of a request", () => {
  let rig: Rig;
  let token: string;
  before(async () => {
    rig = await Rig.start({
      config: {
        publicUrl: "https://pay.example:18443",
        gateway: { publicNames: ["Shop.Example", "192.0.2.7", "2001:db8::7"] },
      },
    });
    token = rig.allow("good");
    rig.core.on("GetPayment", got);
  });
  after(() => rig[Symbol.asyncDispose]());

  const answerTo = async (target: string, version = "HTTP/1.1", ...headers: string[]) => {
    using connection = await RawConnection.open(rig);
    const lines = [
      `GET ${target} ${version}`,
      ...headers,
      `Authorization: Bearer ${token}`,
      "Connection: close",
    ];
    connection.write(`${lines.join("\r\n")}\r\n\r\n`);
    const { status, json, head } = parseAnswer(await connection.rest());
    expect(head).to.match(/\r\nx-request-id: req_/i);
    return [status, json.errorCode];
  };
  const misdirected = [421, "SVC-4210"];
  const served = [200, undefined];

  for (const host of [
    "localhost",
    "LOCALHOST",
    "localhost.",
    "localhost:443",
    "127.0.0.1:8443",
    "[::1]",
    "[0:0::1]:8443",
    "pay.example",
    "PAY.example:18443",
    "shop.example:443",
    "192.0.2.7",
    "[2001:DB8:0::7]:1",
    "",
  ]) {
    it(`is ours: "${host}"`, async () => {
      expect(await answerTo(path, "HTTP/1.1", `Host: ${host}`)).to.deep.equal(served);
    });
  }

  for (const host of [
    "evil.example",
    "localhost.evil.example",
    "evil-localhost",
    "pay.example.evil.example",
    "x.pay.example",
    "example",
    "192.0.2.8",
    "[2001:db8::8]",
    "localhost%2eevil.example",
    "localhost:99999",
  ]) {
    it(`is foreign: "${host}"`, async () => {
      expect(await answerTo(path, "HTTP/1.1", `Host: ${host}`)).to.deep.equal(misdirected);
    });
  }

  it("is that of the target, when that has one, whatever Host says", async () => {
    const target = (authority: string) => `https://${authority}${path}`;
    expect(await answerTo(target("evil.example"), "HTTP/1.1", "Host: localhost")).to.deep.equal(misdirected);
    expect(await answerTo(target("localhost"), "HTTP/1.1", "Host: evil.example")).to.deep.equal(served);
    expect(await answerTo(target("user@localhost"), "HTTP/1.1", "Host: localhost")).to.deep.equal(
      misdirected,
    );
    expect(await answerTo(`http://localhost${path}`, "HTTP/1.1", "Host: localhost")).to.deep.equal(
      misdirected,
    );
    expect(await answerTo(target("evil.example"), "HTTP/1.0")).to.deep.equal(misdirected);
    expect(await answerTo(target(""), "HTTP/1.1", "Host: evil.example")).to.deep.equal(misdirected);
    expect(await answerTo(target(""), "HTTP/1.1", "Host: localhost")).to.deep.equal(misdirected);
    expect(await answerTo(`ftp://localhost${path}`, "HTTP/1.1", "Host: localhost")).to.deep.equal(
      misdirected,
    );
  });

  it("may be absent in HTTP/1.0 and is 400 in HTTP/1.1", async () => {
    expect(await answerTo(path, "HTTP/1.0")).to.deep.equal(served);
    expect(await answerTo(path, "HTTP/1.1")).to.deep.equal([400, "SVC-4000"]);
  });

  it("of probes may be any address, because orchestrators have no name for a process; no foreign name", async () => {
    for (const probe of ["/healthz", "/readyz"]) {
      for (const host of ["10.1.2.3:8443", "[fd00::12]:8443"])
        expect(await answerTo(probe, "HTTP/1.1", `Host: ${host}`), host).to.deep.equal(served);
      expect(await answerTo(probe, "HTTP/1.1", "Host: evil.example")).to.deep.equal(misdirected);
    }
  });

  it("that is foreign ends neither the connection nor reaches the core", async () => {
    using connection = await RawConnection.open(rig);
    rig.core.calls.length = 0;
    const request = (host: string) =>
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    connection.write(request("evil.example"));
    await connection.until("SVC-4210");
    expect(rig.core.operationCalls).to.have.length(0);
    connection.write(request("localhost"));
    expect(await connection.until('"success":true')).to.contain("HTTP/1.1 200");
  });
});

describe("the names of the gateway's certificate", () => {
  it("are ours, also those of a new one", async () => {
    await using rig = await Rig.start();
    const ask = async (host: string) => {
      using connection = await RawConnection.open(rig);
      connection.write(`GET /api/v1/nothing HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      return parseAnswer(await connection.rest()).status;
    };
    expect(await ask("pay.example")).to.equal(421);
    const { https } = layout(rig.pkiDir);
    for (const file of [https.cert, https.key]) rmSync(file);
    await initialise({
      dir: rig.pkiDir,
      trustDomain: TRUST_DOMAIN,
      hosts: ["pay.example", "*.shop.example"],
    });
    while ((await ask("pay.example")) === 421) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await ask("pay.example")).to.equal(404);
    expect(await ask("a.shop.example")).to.equal(404);
    expect(await ask("shop.example")).to.equal(421);
    expect(await ask("a.b.shop.example")).to.equal(421);
  });
});
