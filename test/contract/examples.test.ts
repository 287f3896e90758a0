import { expect } from "chai";
import { operations } from "../../gen/rest/operations.ts";
import { type Delivery, readDeliveries } from "../../src/codegen/asyncapi/examples.ts";
import { type Example, readExamples } from "../../src/codegen/openapi/examples.ts";
import { recordExamples } from "../examples/recording.ts";
import { type Installation, startInstallation } from "./examples-service.ts";

const keyOf = ({ operation, name }: Example): string => `${operation} ${name}`;

describe("examples of the OpenAPI and the AsyncAPI document", function () {
  this.timeout(240_000);
  const documented = readExamples();
  let service: Installation;
  let replayed: Map<string, Example>;
  let delivered: readonly Delivery[];

  before(async () => {
    service = await startInstallation();
    const { baseUrl, apiKey, ca } = service;
    const recorded = await recordExamples({ baseUrl, apiKey, ca, out: () => undefined });
    replayed = new Map(recorded.examples.map((example) => [keyOf(example), example]));
    delivered = recorded.deliveries;
  });
  after(() => service?.[Symbol.asyncDispose]());

  it("exist for every operation that is on REST", () => {
    const shown = new Set(documented.filter((e) => e.response.status < 300).map((e) => e.operation));
    expect(operations.filter((o) => o.http && !shown.has(o.method)).map((o) => o.method)).to.deep.equal([]);
  });

  it("are all that the scenario shows", () => {
    expect([...replayed.keys()].sort()).to.deep.equal(documented.map(keyOf).sort());
  });

  for (const example of documented) {
    it(`${keyOf(example)}: the request is answered as documented`, () => {
      expect(replayed.get(keyOf(example))).to.deep.equal(example);
    });
  }

  for (const delivery of readDeliveries())
    it(`${delivery.message}: the event is delivered as documented`, () => {
      expect(delivered.find(({ message }) => message === delivery.message)).to.deep.equal(delivery);
    });
});
