import { expect } from "chai";
import { Refused } from "../../../../src/domain/refused.ts";
import {
  portRangeOf,
  type ReceiverRules,
  receiverAddressTest,
  requireReceiverUrl,
} from "../../../../src/domain/webhook/address.ts";

const production: ReceiverRules = {
  loopback: false,
  ports: [
    { from: 443, to: 443 },
    { from: 1024, to: 65_535 },
  ],
  allowedNetworks: [],
  refusedNetworks: [],
};
const sandbox = { ...production, loopback: true };

function reasonOf(url: string, rules: ReceiverRules): string {
  try {
    return requireReceiverUrl(url, rules).href;
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
}

const passes = (address: string, rules: ReceiverRules, protocol = "https:"): boolean =>
  receiverAddressTest({ protocol }, rules)(address);

describe("the URL of a webhook endpoint", () => {
  const cases: Readonly<Record<string, readonly (readonly [name: string, url: string])[]>> = {
    URL_MALFORMED: [
      ["a relative one", "/webhooks"],
      ["none", "shop.example"],
      ["one with a fragment", "https://shop.example/hooks#a"],
      ["one with an empty fragment", "https://shop.example/hooks#"],
      ["one with a space", "https://shop.example/a b"],
      ["one with a line feed", "https://shop.example/a\nb"],
      ["one with a zone", "https://[fe80::1%25eth0]/"],
      ["one without a host", "https:///hooks"],
      ["one with a backslash", "https://shop.example\\@127.0.0.1/"],
      ["one that is too long", `https://shop.example/${"a".repeat(2048)}`],
    ],
    URL_SCHEME_NOT_ALLOWED: [
      ["plain http", "http://shop.example/"],
      ["plain http to this machine", "http://127.0.0.1:8080/"],
      ["a file", "file:///etc/passwd"],
      ["another protocol", "gopher://shop.example/"],
    ],
    URL_WITH_CREDENTIALS: [
      ["a user", "https://user@shop.example/"],
      ["a password", "https://:secret@shop.example/"],
    ],
    URL_PORT_NOT_ALLOWED: [
      ["a low port", "https://shop.example:22/"],
      ["the port of http", "https://shop.example:80/"],
    ],
    URL_ADDRESS_NOT_ALLOWED: [
      ["this machine by name", "https://localhost:9000/"],
      ["this machine by a longer name", "https://a.localhost./"],
      ["this machine", "https://127.0.0.1/"],
      ["this machine as a number", "https://2130706433/"],
      ["this machine in octal", "https://0177.0.0.1/"],
      ["this machine, IPv6", "https://[::1]/"],
      ["a private network", "https://10.1.2.3/"],
      ["a metadata service", "https://169.254.169.254/"],
      ["an IPv4-mapped address", "https://[::ffff:10.0.0.1]/"],
      ["no address", "https://0.0.0.0/"],
    ],
  };
  for (const [reason, urls] of Object.entries(cases))
    for (const [name, url] of urls)
      it(`is refused with ${reason} for ${name}`, () => {
        expect(reasonOf(url, production)).to.equal(reason);
      });

  it("is accepted with https, a host of the internet and an allowed port", () => {
    for (const url of ["https://shop.example/hooks?a=1", "https://shop.example:8443/", "https://8.8.8.8/"])
      expect(reasonOf(url, production)).to.equal(url);
  });

  it("may be plain http in a sandbox, to its own machine only", () => {
    for (const url of [
      "http://localhost:8080/",
      "http://127.9.9.9:8080/",
      "http://[::1]:8080/",
      "https://127.0.0.1:8443/",
    ])
      expect(reasonOf(url, sandbox)).to.equal(url);
    expect(reasonOf("http://shop.example/", sandbox)).to.equal("URL_SCHEME_NOT_ALLOWED");
    expect(reasonOf("http://10.0.0.1:8080/", sandbox)).to.equal("URL_SCHEME_NOT_ALLOWED");
    expect(reasonOf("https://10.0.0.1/", sandbox)).to.equal("URL_ADDRESS_NOT_ALLOWED");
  });

  it("may name an address of a network that the deployment allows", () => {
    const allowed = { ...production, allowedNetworks: ["10.0.0.0/8"] };
    expect(reasonOf("https://10.1.2.3/", allowed)).to.equal("https://10.1.2.3/");
    expect(reasonOf("https://192.168.0.1/", allowed)).to.equal("URL_ADDRESS_NOT_ALLOWED");
  });
});

describe("an address that a delivery may connect to", () => {
  it("is on the public internet", () => {
    for (const address of ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "2a00:1450:4001:81b::200e"])
      expect(passes(address, production), address).to.equal(true);
  });

  it("is in no network that is private, reserved or stands for another", () => {
    const refused = [
      "0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1 192.168.1.1",
      "198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255",
      ":: ::1 ::ffff:8.8.8.8 ::8.8.8.8 64:ff9b::808:808 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:808:808::1 3fff::1",
      "fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 4000::1 2606:4700::1111%eth0 fe80::1%1",
      "0177.0.0.1 0x7f.1 8.8.8 localhost shop.example",
    ].flatMap((line) => line.split(" "));
    for (const address of [...refused, ""]) expect(passes(address, production), address).to.equal(false);
  });

  it("is on this machine only in a sandbox, and by plain http nowhere else", () => {
    for (const local of ["127.0.0.1", "::1"]) {
      expect(passes(local, sandbox), local).to.equal(true);
      expect(passes(local, sandbox, "http:"), local).to.equal(true);
      expect(passes(local, production, "http:"), local).to.equal(false);
    }
    expect(passes("8.8.8.8", sandbox, "http:")).to.equal(false);
    expect(passes("10.0.0.1", { ...sandbox, allowedNetworks: ["10.0.0.0/8"] }, "http:")).to.equal(false);
  });

  it("follows the networks of the deployment, of which the refused ones win", () => {
    const rules = {
      ...production,
      allowedNetworks: ["10.0.0.0/8", "fd00::/8"],
      refusedNetworks: ["10.9.0.0/16", "2606:4700:64::/96"],
    };
    for (const address of ["10.1.1.1", "fd00::1"]) expect(passes(address, rules), address).to.equal(true);
    for (const address of ["10.9.1.1", "2606:4700:64::a00:1", "::ffff:10.1.1.1", "192.168.0.1"])
      expect(passes(address, rules), address).to.equal(false);
  });
});

describe("a setting of ports", () => {
  it("is a port or a range", () => {
    expect(portRangeOf("443")).to.deep.equal({ from: 443, to: 443 });
    expect(portRangeOf("1024-65535")).to.deep.equal({ from: 1024, to: 65_535 });
    for (const text of ["", "0", "65536", "2-1", "1-70000", "a", "1-", "443,444"])
      expect(portRangeOf(text), text).to.equal(undefined);
  });
});
