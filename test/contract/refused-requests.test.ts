// What is refused of a request as a whole: the document says it too, and a refusal names what JSON has.
import { create, type DescField, type DescMessage, toBinary } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { expect } from "chai";
import { type Operation, operations } from "../../gen/rest/operations.ts";
import { compiledCodec } from "../../src/codec/compiled.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { messageOf } from "../../src/rpc/contract.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { elementRules, requestValidator } from "../../src/rpc/validate.ts";
import { type Node, openapi } from "../support/openapi-document.ts";

const { schemas } = openapi.components as Node;
const codec = compiledCodec();

/** Whether a value keeps a schema, as far as the keywords go that are about these cases. */
function fits(schema: Node, value: unknown): boolean {
  if (schema.$ref) return fits(schemas[schema.$ref.split("/").at(-1)] as Node, value);
  const all = (list: Node[] = []) => list.every((each) => fits(each, value));
  const object = (typeof value === "object" ? value : {}) as Node;
  return (
    all(schema.allOf) &&
    (schema.anyOf?.some((each: Node) => fits(each, value)) ?? true) &&
    (!schema.if || fits((fits(schema.if, value) ? schema.then : schema.else) ?? {}, value)) &&
    (schema.oneOf?.some((each: Node) => fits(each, value)) ?? true) &&
    !(schema.not && fits(schema.not, value)) &&
    !(schema.contains && !(value as unknown[]).some((each) => fits(schema.contains, each))) &&
    (schema.const === undefined || schema.const === value) &&
    (schema.required ?? []).every((name: string) => name in object) &&
    Object.entries((schema.properties ?? {}) as Node).every(
      ([name, member]) => !(name in object) || fits(member as Node, object[name]),
    ) &&
    (typeof value !== "string" ||
      (value.length >= (schema.minLength ?? 0) && new RegExp(schema.pattern ?? "", "u").test(value)))
  );
}

const operationOf = (name: string): Operation =>
  operations.find(({ method }) => method === name) as Operation;

/** What a request in bytes is refused with; the compiled rules leave it to protovalidate. */
function failureOf(operation: Operation, bytes: Uint8Array): Failure | undefined {
  try {
    // No text can be told to be right, and there is no field mask, which is checked before the rules.
    const undecidable = new Proxy({}, { get: (_, name) => (name === "updateMask" ? undefined : "\uFFFD") });
    requestValidator(operation)(undecidable, bytes);
    return undefined;
  } catch (error) {
    return error as Failure;
  }
}

const certificate = { deviceCertificate: "certificate" };
const pass = { pass: `e30.e30.${"A".repeat(86)}` };
const nonce = "A".repeat(43);
const signature = "A".repeat(86);
const challengeSignature = { proof: { challengeSignature: { nonce, signature } } };
const keySignature = { proof: { keySignature: { nonce, signature, publicKey: `02${"0".repeat(64)}` } } };
const sunMessage = { proof: { sunMessage: { piccData: "0".repeat(32), cmac: "0".repeat(16) } } };
const asset = { assetId: "ast_01h455vb4pex5vsknk084sn02q" };

const nothing = { field: "device_certificate", reason: "REQUIRED" };
const evidence: [JsonObject, object?][] = [
  [{}, nothing],
  [{ deviceCertificate: "" }, nothing],
  [challengeSignature, nothing],
  [{ deviceCertificate: "", ...challengeSignature }, nothing],
  [certificate],
  [{ ...certificate, ...challengeSignature }],
  [keySignature],
  [sunMessage],
  [{ ...certificate, ...sunMessage }],
];
const passes: [JsonObject, object?][] = [
  [pass],
  [{ ...pass, ...challengeSignature }],
  [
    { ...pass, ...certificate },
    { field: "pass", reason: "CERTIFICATE_GIVEN" },
  ],
];
const authenticity = { ...asset, checks: ["lifecycle", "authenticity"] };
const good = { assetProfile: { kind: "good", name: "Bag" } };
const ticket = { assetProfile: { kind: "ticket", name: "Final" } };
const withoutTicket = { field: "ticket", reason: "TERMS_WITHOUT_TICKET" };
const terms: [JsonObject, object?][] = [
  [good],
  [ticket],
  [{ ...ticket, ticket: {} }],
  [{ ...good, ticket: {} }, withoutTicket],
  [{ ...good, ticket: { useCount: 2 } }, withoutTicket],
];
const tag = { ntag424: { sdmMetaReadKey: "0".repeat(32), sdmFileReadKey: "1".repeat(32) } };
const lifetime = { field: "lifetime_seconds", reason: "OUT_OF_RANGE" };

/** Requests without what travels in the path, and what they are refused with; the rest is taken. */
const cases: [string, JsonObject, [JsonObject, object?][]][] = [
  ["VerifyAuthenticity", asset, evidence],
  ["VerifyTicket", asset, [...evidence, ...passes]],
  ["RedeemTicket", { ...asset, gate: "north" }, [...evidence, ...passes]],
  [
    "VerifyAsset",
    authenticity,
    [
      // A certificate that is given is one here, whatever it is for.
      ...evidence.filter(([{ deviceCertificate }]) => deviceCertificate !== ""),
      [{ checks: ["lifecycle"] }],
      [{ checks: ["lifecycle"], ...challengeSignature }],
    ],
  ],
  ["IssueAsset", {}, terms],
  [
    "BindDevice",
    {},
    [
      [{ serialNumber: "04968CAA5C5E80", ...tag }],
      [
        { serialNumber: "04968caa5c5e80", ...tag },
        { field: "serial_number", reason: "NOT_A_TAG_UID" },
      ],
      [{ serialNumber: "04968caa5c5e80", certificateSigningRequest: "request" }],
    ],
  ],
  [
    "IssueClaimCode",
    {},
    [
      [{}],
      [{ lifetimeSeconds: "0" }, lifetime],
      [{ lifetimeSeconds: "-60" }, lifetime],
      [{ lifetimeSeconds: "59" }, lifetime],
      [{ lifetimeSeconds: "60" }],
      [{ lifetimeSeconds: "315360000" }],
      [{ lifetimeSeconds: "315360001" }, lifetime],
    ],
  ],
];

const ids: JsonObject = { publisherId: "pub_01h455vb4pex5vsknk084sn02q", ...asset };

describe("what the service refuses of a whole request, the document says", () => {
  for (const [method, base, bodies] of cases)
    it(`of ${method}`, () => {
      const operation = operationOf(method);
      const schema = schemas[operation.request.split(".").at(-1) as string] as Node;
      const inPath = Object.fromEntries(
        (operation.http?.params ?? []).map((name) => {
          const { jsonName } = messageOf(operation.request).fields.find((field) => field.name === name) ?? {};
          return [jsonName, ids[jsonName as string]];
        }),
      ) as JsonObject;
      for (const [body, refused] of bodies) {
        const shown = `${method} ${JSON.stringify(body)}`;
        const bytes = codec.request(operation.request).encode({ ...inPath, ...base, ...body });
        const found = failureOf(operation, bytes)?.violations ?? [];
        expect(found.length, shown).to.equal(refused ? 1 : 0);
        if (refused) expect(found[0], shown).to.include(refused);
        expect(fits(schema, { ...base, ...body }), shown).to.equal(!refused);
      }
    });

  it("of an item that is issued with others", () => {
    const name = "pda.publisher.v1.AssetSpecification";
    const judge = elementRules<Uint8Array>(name, (bytes) => bytes);
    for (const [body, refused] of terms) {
      const [violation] = judge(codec.request(name).encode(body));
      expect(fits(schemas.AssetSpecification, body), JSON.stringify(body)).to.equal(!refused);
      if (refused) expect(violation).to.include(refused);
      else expect(violation).to.equal(undefined);
    }
  });
});

/** Requests in which one message is there and empty, down to a depth, with the empty request. */
function* hollow(schema: DescMessage, depth: number): Generator<ReflectMessage> {
  yield reflect(schema, create(schema));
  if (depth === 0) return;
  for (const field of schema.fields) {
    if (!field.message || field.message.typeName.startsWith("google.") || field.fieldKind === "map") continue;
    for (const inside of hollow(field.message, depth - 1)) {
      const own = reflect(schema, create(schema));
      if (field.fieldKind === "list") own.get(field).add(inside);
      else if (field.fieldKind === "message") own.set(field, inside);
      yield own;
    }
  }
}

/** The step of a path that is no member of its object, if there is one. */
function strayStep(schema: DescMessage, path: string): string | undefined {
  let current: DescMessage | undefined = schema;
  for (const step of path.replaceAll(/\[[^\]]*\]/g, "").split(".")) {
    const field: DescField | undefined = current?.fields.find(({ name }) => name === step);
    if (!field) return step;
    current = field.message;
  }
  return undefined;
}

describe("a refusal of a request", () => {
  it("names fields that JSON has, and says by itself which one it is about", () => {
    let seen = 0;
    for (const operation of operations.filter(({ http }) => http)) {
      const schema = messageOf(operation.request);
      for (const { message } of hollow(schema, 3)) {
        const failure = failureOf(operation, toBinary(schema, message));
        if (!failure) continue;
        for (const { field } of failure.violations) {
          expect(strayStep(schema, field), `${operation.method} ${field}`).to.equal(undefined);
          seen += 1;
        }
        expect(failure.message, operation.method).to.not.match(/^(: )?It /);
        if (failure.violations.length > 1) expect(failure.message).to.match(/^\d+ fields are not valid\.$/);
      }
    }
    expect(seen).to.be.above(300);
  });

  it("names the object that lacks one of several, and the members that it may have", () => {
    const cases: [string, JsonObject, string, string][] = [
      [
        "VerifyAuthenticity",
        { ...asset, ...certificate, proof: {} },
        "proof",
        "It needs exactly one of: challengeSignature, keySignature, sunMessage.",
      ],
      ["CreatePayment", { presentation: {} }, "presentation", "It needs exactly one of: holder, device."],
      [
        "CreatePayment",
        { presentation: { device: {} } },
        "presentation.device",
        "It needs exactly one of: deviceCertificate, publicKey.",
      ],
    ];
    for (const [method, json, field, message] of cases) {
      const operation = operationOf(method);
      const request = codec.request(operation.request);
      const { violations = [] } = failureOf(operation, request.encode(json)) ?? {};
      const found = violations.find((each) => each.message.startsWith("It needs"));
      expect(found, field).to.deep.equal({ field, message, reason: "REQUIRED" });
      expect(request.jsonPath(field)).to.equal(field);
    }
  });

  it("that lacks one of several itself says which, at the first of them", () => {
    const operation = operationOf("BindDevice");
    const bytes = codec
      .request(operation.request)
      .encode({ publisherId: ids.publisherId as string, ...asset, serialNumber: "A1" });
    const failure = failureOf(operation, bytes) as Failure;
    expect(failure.violations).to.have.length(1);
    expect(failure.violations[0]).to.include({
      field: "certificate_signing_request",
      reason: "REQUIRED",
    });
    expect(failure.message).to.match(
      /^Exactly one is required of: certificateSigningRequest, [A-Za-z0-9, ]+\.$/,
    );
    expect(failure.violations[0]?.message).to.equal(failure.message);
  });

  it("as a whole says what to do, and is led by no field", () => {
    const operation = operationOf("VerifyAuthenticity");
    const failure = failureOf(operation, codec.request(operation.request).encode(asset));
    expect(failure?.message).to.match(/^Show the certificate of the device, a proof that names the device/);
  });

  it("by a rule beyond the contract's names its field where the message speaks of it", () => {
    const taken = Failure.ofField("name", "TAKEN", "It is taken already.");
    expect(taken.message).to.equal("name: It is taken already.");
    expect(taken.violations[0]?.message).to.equal("It is taken already.");
    const words = "The network eip155:5 is not served.";
    const unserved = Failure.ofField("networks", "UNKNOWN_NETWORK", words);
    expect(unserved.message).to.equal(words);
  });
});
