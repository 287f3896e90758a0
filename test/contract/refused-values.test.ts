// What a caller is told of a value that its field cannot take: what the contract allows, never what the wire could carry.
import { create, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { createValidator } from "@bufbuild/protovalidate";
import { expect } from "chai";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { operations } from "../../gen/rest/operations.ts";
import { ListPaymentsRequest } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { compiledCodec } from "../../src/codec/compiled.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { compileTranscoder } from "../../src/gateway/transcode.ts";
import { messageOf, registry } from "../../src/rpc/contract.ts";
import { Failure, type Violation } from "../../src/rpc/failure.ts";

type Node = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- a document of any depth
const { schemas } = (
  parse(readFileSync(join(import.meta.dirname, "../../openapi/pda.v1.yaml"), "utf8")) as Node
).components as Node;
const codec = compiledCodec();
const validator = createValidator({ registry });

function* reachable(schema: DescMessage, seen: Set<string>): Generator<DescMessage> {
  if (seen.has(schema.typeName) || schema.typeName.startsWith("google.")) return;
  seen.add(schema.typeName);
  yield schema;
  for (const { message } of schema.fields) if (message) yield* reachable(message, seen);
}

const seen = new Set<string>();
const fields = operations
  .flatMap(({ request }) => [...reachable(messageOf(request), seen)])
  .flatMap((schema) => schema.fields.map((field) => ({ schema, field })));

/** What the codec says of a message that holds this value in one field. */
function refusalOf(typeName: string, json: JsonObject): Violation {
  const [violation] = violationsOf(() => codec.request(typeName).encode(json));
  if (!violation) throw new Error(`${typeName} takes ${JSON.stringify(json)}`);
  return violation;
}

function violationsOf(run: () => unknown): readonly Violation[] {
  try {
    run();
    return [];
  } catch (error) {
    return (error as Failure).violations;
  }
}

/** The request that a query makes. */
function fromQuery(method: string, query: string): Uint8Array {
  const { http, request } = operations.find((each) => each.method === method) ?? {};
  if (!http || !request) throw new Error(`${method} is not on REST`);
  const values = http.params.map(() => "x");
  return compileTranscoder(http, codec.request(request)).request({ values, query, body: undefined });
}

const isInteger = ({ scalar }: DescField): boolean =>
  scalar !== undefined && ![ScalarType.STRING, ScalarType.BOOL, ScalarType.BYTES].includes(scalar);

describe("what a caller is told of a value that a field cannot take", () => {
  it("says the field's own limits of a number, as OpenAPI shows them", () => {
    const cases: [string, string, JsonObject[string], string][] = [
      ["pda.payment.v1.CreatePaymentRequest", "expiresInSeconds", 2 ** 31, "from 1 to 31536000"],
      ["pda.payment.v1.CreatePaymentRequest", "expiresInSeconds", -(2 ** 40), "from 1 to 31536000"],
      ["pda.publisher.v1.DefineAssetTypeRequest", "decimals", -1, "from 0 to 18"],
      ["pda.publisher.v1.DefineAssetTypeRequest", "decimals", 2 ** 32, "from 0 to 18"],
      ["pda.asset.v1.TicketTerms", "useCount", 2 ** 31, "from 1 to 10000"],
      ["pda.publisher.v1.IssueClaimCodeRequest", "lifetimeSeconds", `${2n ** 63n}`, "from 60 to 315360000"],
      ["pda.publisher.v1.RefundPolicy", "windowSeconds", "9".repeat(30), "from 0 to 315360000"],
      ["pda.chain.v1.PrepareTransferRequest", "sequence", "-1", "at least 0"],
    ];
    for (const [message, name, value, words] of cases)
      expect(refusalOf(message, { [name]: value })).to.deep.equal({
        field: name,
        reason: "OUT_OF_RANGE",
        message: `${name} must be ${words}.`,
      });
    const { decimals } = schemas.DefineAssetTypeRequest.properties;
    expect([decimals.minimum, decimals.maximum]).to.deep.equal([0, 18]);
  });

  it("never says how much the wire could carry", () => {
    let provoked = 0;
    for (const { schema, field } of fields) {
      if (!isInteger(field)) continue;
      for (const far of [`-${2n ** 64n}`, `${2n ** 64n}`]) {
        const long = field.scalar === ScalarType.INT64 || field.scalar === ScalarType.UINT64;
        const value = long ? far : Number(far);
        const json = { [field.jsonName]: field.fieldKind === "list" ? [value] : value };
        const { reason, message } = refusalOf(schema.typeName, json);
        expect(reason).to.equal("OUT_OF_RANGE");
        expect(message, `${schema.name}.${field.name}`).to.not.match(/2147483|4294967|922337203|1844674407/);
        provoked += 1;
      }
    }
    expect(provoked).to.be.above(80);
  });

  it("does not call an integer in a string anything else", () => {
    const { message } = refusalOf("pda.publisher.v1.IssueClaimCodeRequest", { lifetimeSeconds: "1e3" });
    expect(message).to.equal("lifetimeSeconds must be a decimal integer.");
  });

  it("takes any number in a query for a page size, as the contract says, and tells one that is none from a text", () => {
    const pageSizeOf = (query: string) =>
      ListPaymentsRequest.decode(fromQuery("ListPayments", query)).pageSize;
    expect(pageSizeOf("pageSize=200")).to.equal(200);
    expect(pageSizeOf("pageSize=99999999999")).to.be.above(200);
    expect(pageSizeOf(`pageSize=${"9".repeat(400)}`)).to.be.above(200);
    // Below zero it is the field's rule that refuses it.
    expect(pageSizeOf("pageSize=-99999999999")).to.be.below(0);
    const [fraction] = violationsOf(() => fromQuery("ListPayments", "pageSize=1.5"));
    expect(fraction?.message).to.equal("pageSize must be an integer.");
    for (const text of ["abc", "007", "-0", ""])
      expect(violationsOf(() => fromQuery("ListPayments", `pageSize=${text}`))[0]?.reason).to.equal(
        "WRONG_TYPE",
      );
  });

  it("lists of an enum's words exactly those that the field takes", () => {
    let listed = 0;
    for (const { schema, field } of fields) {
      const { enum: words } = field;
      if (!words) continue;
      const json = { [field.jsonName]: field.fieldKind === "list" ? ["bogus"] : "bogus" };
      const { message } = refusalOf(schema.typeName, json);
      const given = /must be one of: (.*)\.$/.exec(message)?.[1]?.split(", ");
      const taken = words.values.filter(({ number }) => number !== 0 && takes(schema, field, number));
      expect(
        given?.map((word) => word.toLowerCase()),
        `${schema.name}.${field.name}`,
      ).to.deep.equal(taken.map(({ localName }) => localName.toLowerCase()));
      listed += 1;
    }
    expect(listed).to.be.above(15);
    expect(refusalOf("pda.payment.v1.GetStatementRequest", { account: "bogus" }).message).to.equal(
      "account must be one of: merchant, clearing, settled.",
    );
    expect(refusalOf("pda.publisher.v1.AssetPolicy", { minimumAssurance: "bogus" }).message).to.equal(
      "minimumAssurance must be one of: static, dynamic_mac, proof_of_possession.",
    );
  });
});

/** Whether the rules of the message let its field have this number. */
function takes(schema: DescMessage, field: DescField, number: number): boolean {
  const own = reflect(schema, create(schema));
  if (field.fieldKind === "list") own.get(field).add(number);
  else own.set(field, number);
  const result = validator.validate(schema, own.message);
  return !(
    result.kind === "invalid" &&
    result.violations.some(({ field: [first] }) => first?.kind === "field" && first.name === field.name)
  );
}
