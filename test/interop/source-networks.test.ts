// IP networks and addresses of callers, judged by Python's ipaddress.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { addressTest, canonicalAddress, canonicalNetwork } from "../../src/domain/access/source-network.ts";

const script = join(import.meta.dirname, "source_networks.py");
const cases = 4000;

interface Judged {
  readonly networks: readonly (string | null)[];
  readonly uses: readonly boolean[];
}

function judge(asked: { networks?: readonly string[]; uses?: readonly (readonly [string[], string])[] }) {
  const input = JSON.stringify({ networks: [], uses: [], ...asked });
  return JSON.parse(execFileSync("python3", [script], { input, encoding: "utf8" })) as Judged;
}

const octet = fc.oneof(fc.constantFrom(0, 1, 10, 127, 128, 255), fc.nat(255));
const ipv4 = fc.array(octet, { minLength: 4, maxLength: 4 }).map((octets) => octets.join("."));
/** Many zeros, so that there is something to shorten. */
const part = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.constantFrom(1, 0xffff), fc.nat(0xffff));
const parts = fc.array(part, { minLength: 8, maxLength: 8 });

/** One of the spellings of an IPv6 address: shortened anywhere where it may be, or not, in any case, with zeros in front. */
const ipv6 = fc
  .record({ parts, long: fc.boolean(), upper: fc.boolean(), from: fc.nat(7), to: fc.nat(8) })
  .map(({ parts: numbers, long, upper, from, to }) => {
    const texts = numbers.map((number) => number.toString(16).padStart(long ? 4 : 1, "0"));
    const zeros = from < to && numbers.slice(from, to).every((number) => number === 0);
    const text = zeros ? `${texts.slice(0, from).join(":")}::${texts.slice(to).join(":")}` : texts.join(":");
    return upper ? text.toUpperCase() : text;
  });
const network = fc.oneof(
  fc.tuple(ipv4, fc.nat(32)).map(([address, prefix]) => `${address}/${prefix}`),
  fc.tuple(ipv6, fc.nat(128)).map(([address, prefix]) => `${address}/${prefix}`),
);
/** Almost a network: characters are left out, repeated or put in. */
const almost = fc
  .tuple(network, fc.nat(40), fc.nat(3), fc.constantFrom("", "0", ":", ".", "/", "%", "f", "::", "00", " "))
  .map(([text, at, length, put]) => text.slice(0, at) + put + text.slice(at + length));

describe("networks and addresses of callers, judged by Python", function () {
  this.timeout(60_000);
  before(function () {
    try {
      judge({});
    } catch (error) {
      this.test?.parent?.eachTest((test) => {
        test.title += ` [left out: no python3: ${(error as Error).message.trim().split("\n").at(-1)}]`;
      });
      this.skip();
    }
  });

  it("a network has one canonical form, whatever way it is written", () => {
    const networks = fc.sample(network, cases);
    const judged = judge({ networks }).networks.map((each) => each ?? undefined);
    expect(judged.filter((each) => each?.includes(":")).length).to.be.greaterThan(cases / 4);
    for (const [index, text] of networks.entries())
      expect(canonicalNetwork(text), text).to.equal(judged[index]);
  });

  it("the canonical form is its own canonical form", () => {
    fc.assert(
      fc.property(network, (text) => {
        const canonical = canonicalNetwork(text);
        if (canonical !== undefined) expect(canonicalNetwork(canonical)).to.equal(canonical);
      }),
    );
  });

  it("nothing else is a network", () => {
    const networks = fc.sample(almost, cases);
    const judged = judge({ networks }).networks.map((each) => each ?? undefined);
    expect(judged.filter((each) => each === undefined).length).to.be.greaterThan(cases / 4);
    for (const [index, text] of networks.entries())
      expect(canonicalNetwork(text), text).to.equal(judged[index]);
  });

  it("an address is in the networks that have it", () => {
    const addressOf = fc.oneof(
      ipv4,
      ipv6,
      ipv4.map((address) => `::ffff:${address}`),
      ipv4.map((address) => `::FFFF:${address}%eth0`),
      ipv6.map((address) => `${address}%1`),
    );
    // Half of the addresses are taken from one of the networks, or lie at its border.
    const use = fc
      .tuple(fc.array(network, { minLength: 1, maxLength: 20 }), addressOf, fc.nat(3), fc.nat(19))
      .map(([written, address, near, at]): [string[], string] => {
        const networks = [...new Set(written.flatMap((text) => canonicalNetwork(text) ?? []))];
        const [first = address] = (networks[at % networks.length] ?? "").split("/");
        return [networks, near < 2 && first !== "" ? first : address];
      });
    const uses = fc.sample(use, cases).filter(([networks]) => networks.length > 0);
    const judged = judge({ uses }).uses;
    const counted = judged.filter(Boolean).length;
    expect(counted).to.be.within(cases / 10, cases * 0.95);
    for (const [index, [networks, address]] of uses.entries())
      expect(addressTest(networks)(address), `${address} in ${networks.join(", ")}`).to.equal(judged[index]);
  });

  it("a text that is no address is in no network", () => {
    for (const text of [
      "",
      "unknown",
      "1.2.3",
      "01.2.3.4",
      "1.2.3.4.5",
      "::1.2.3.4",
      "::g",
      "1.2.3.4/32",
      "%1",
    ]) {
      expect(canonicalAddress(text), text).to.equal(undefined);
      expect(addressTest(["0.0.0.0/0", "::/0"])(text), text).to.equal(false);
    }
  });
});
