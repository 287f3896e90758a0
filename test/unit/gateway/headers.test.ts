import { expect } from "chai";
import { TypeID } from "typeid-js";
import { idempotencyKeyOf, timeoutMsOf } from "../../../src/gateway/headers.ts";
import { acceptance, isJsonInUtf8 } from "../../../src/gateway/negotiate.ts";
import { newApiKeySecret } from "../../../src/domain/access/api-key.ts";
import { newId } from "../../../src/domain/identifier/identifier.ts";
import { requestIdOf } from "../../../src/rpc/request-id.ts";

describe("Accept", () => {
  const cases: [string | undefined, boolean, boolean][] = [
    [undefined, true, false],
    ["", true, false],
    ["*/*", true, false],
    ["application/*", true, false],
    ["application/json", true, false],
    ["APPLICATION/JSON; charset=utf-8", true, false],
    ["text/html, application/xhtml+xml, */*;q=0.1", true, false],
    ["application/json;q=0", false, false],
    ["*/*, application/json;q=0", false, false],
    ["application/*;q=0, */*", false, false],
    ["text/html", false, false],
    ["text/*", false, false],
    ["json", false, false],
    ["application/problem+json", false, true],
    ["application/json, application/problem+json", true, true],
    ["application/problem+json;q=0.5, application/json", true, false],
    ["application/problem+json;q=0, */*", true, false],
  ];
  for (const [header, json, problem] of cases) {
    it(`${JSON.stringify(header)} → envelope ${json}, problem ${problem}`, () => {
      expect(acceptance(header)).to.deep.equal({ json, problem });
    });
  }
});

describe("Content-Type", () => {
  const cases: [string | undefined, boolean][] = [
    ["application/json", true],
    ["Application/JSON; Charset=UTF-8", true],
    ['application/json;charset="utf-8"', true],
    [undefined, false],
    ["", false],
    ["text/json", false],
    ["application/json-seq", false],
    ["application/merge-patch+json", false],
    ["application/json; charset=utf-16", false],
    ["application/json; charset=latin1", false],
    ["application/x-www-form-urlencoded", false],
  ];
  for (const [header, expected] of cases) {
    it(`${JSON.stringify(header)} → ${expected}`, () => expect(isJsonInUtf8(header)).to.equal(expected));
  }
});

describe("X-Request-ID", () => {
  it("is the caller's when it is 1 to 128 visible ASCII characters", () => {
    for (const id of ["a", "~", "x".repeat(128), "6f1c2a34-7d0e"]) expect(requestIdOf(id)).to.equal(id);
  });

  it("is one of ours otherwise, never the same twice", () => {
    const ids = [undefined, "", "a b", "x".repeat(129), "é", "a\tb"].map(requestIdOf);
    for (const id of ids) expect(id).to.match(/^req_[0-7][0-9a-z]{25}$/);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it("is one of ours when the caller's holds an API key, which logs and records must not show", () => {
    const key = newApiKeySecret(newId("apiKey"));
    for (const id of [key, `x-${key}`]) expect(requestIdOf(id)).to.match(/^req_[0-7][0-9a-z]{25}$/);
    expect(requestIdOf("pda_order_17")).to.equal("pda_order_17");
  });

  it("is one of ours when the caller's is one of ours with another time, at which the audit log would be searched", () => {
    const at = (ms: number): string => {
      const time = (Date.now() + ms).toString(16).padStart(12, "0");
      return TypeID.fromUUID("req", `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`).toString();
    };
    for (const id of [at(0), at(-4 * 60_000), at(10_000)]) expect(requestIdOf(id)).to.equal(id);
    const hiding = [at(-6 * 60_000), at(60_000), `req_${"0".repeat(26)}`, `req_7${"z".repeat(25)}`];
    for (const id of hiding) {
      expect(requestIdOf(id)).to.match(/^req_[0-7][0-9a-z]{25}$/);
      expect(requestIdOf(id), id).to.not.equal(id);
    }
    for (const id of ["req_1", `req_8${"z".repeat(25)}`]) expect(requestIdOf(id)).to.equal(id);
  });

  it("of ours is a TypeID of now: a UUID of version 7", () => {
    // As many as the random bytes of several refills.
    const ids = Array.from({ length: 1000 }, () => requestIdOf(undefined));
    expect(new Set(ids).size).to.equal(ids.length);
    const now = Date.now();
    for (const id of ids) {
      const uuid = TypeID.fromString(id, "req").toUUID();
      expect(uuid).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const ms = Number.parseInt(uuid.replaceAll("-", "").slice(0, 12), 16);
      expect(ms).to.be.within(now - 10_000, now);
    }
  });
});

describe("Idempotency-Key", () => {
  it("is 1 to 255 visible ASCII characters", () => {
    expect(idempotencyKeyOf(undefined)).to.equal(undefined);
    expect(idempotencyKeyOf("k".repeat(255))).to.equal("k".repeat(255));
    for (const key of ["", "a b", "k".repeat(256), "ü", "a, b"]) {
      expect(() => idempotencyKeyOf(key))
        .to.throw()
        .with.property("entry", "INVALID_IDEMPOTENCY_KEY");
    }
  });
});

describe("Request-Timeout", () => {
  it("is a positive number of seconds", () => {
    expect([undefined, "1", "0.25", "30"].map(timeoutMsOf)).to.deep.equal([undefined, 1000, 250, 30_000]);
    for (const text of ["0", "0.000", "-1", "1e3", "abc", "", "1s", "1.2345"])
      expect(timeoutMsOf(text)).to.equal(undefined);
  });
});
