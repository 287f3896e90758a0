// Rules between fields of a request: the same refusal from the compiled rules and from protovalidate, and a contract that says them.
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { getOption, hasOption } from "@bufbuild/protobuf";
import { message as messageRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { expect } from "chai";
import { type Operation, operations } from "../../gen/rest/operations.ts";
import { RequestSettlementAccountChangeRequest } from "../../gen/ts/pda/merchant/v1/settlement_account_service.ts";
import {
  ExportStatementCsvRequest,
  ExportStatementRequest,
  GetStatementRequest,
} from "../../gen/ts/pda/payment/v1/ledger_service.ts";
import { UpdateMerchantRequest } from "../../gen/ts/pda/merchant/v1/merchant_service.ts";
import { UpdateAssetTypeRequest } from "../../gen/ts/pda/publisher/v1/asset_type_service.ts";
import { BindDeviceRequest } from "../../gen/ts/pda/publisher/v1/device_service.ts";
import { IssueAssetRequest } from "../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { UpdatePublisherRequest } from "../../gen/ts/pda/publisher/v1/publisher_service.ts";
import { TransferValueRequest } from "../../gen/ts/pda/wallet/v1/transaction_service.ts";
import { CreateWalletRequest } from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { compiledCodec } from "../../src/codec/compiled.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { messageOf } from "../../src/rpc/contract.ts";
import { Failure, type Violation } from "../../src/rpc/failure.ts";
import { compileRules } from "../../src/rpc/field-rules.ts";
import { alternativesOf, compares, fieldAsked } from "../../src/rpc/rule-expressions.ts";
import { requestValidator } from "../../src/rpc/validate.ts";
import { type Node, openapi, parametersOf } from "../support/openapi-document.ts";

const codec = compiledCodec();

/** A request that keeps the rule, further ones that do, and ones that break it. */
interface Case {
  readonly method: string;
  readonly decode: (bytes: Uint8Array) => unknown;
  readonly base: JsonObject;
  readonly kept: readonly JsonObject[];
  readonly broken: readonly JsonObject[];
  readonly refusal: Violation;
  /** What is refused when one of the fields is not valid by itself: that alone. */
  readonly alone?: readonly [JsonObject, field: string];
}

const merchantId = newId("merchant");
const publisherId = newId("publisher");
const [early, later] = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000000001Z"];
const period = {
  base: { merchantId, assetType: "USDX", fromTime: early },
  kept: [{}, { toTime: later }],
  broken: [{ toTime: early }, { fromTime: later, toTime: early }],
  refusal: {
    field: "to_time",
    reason: "PERIOD_EMPTY",
    message: "It must be later than the start of the period.",
  },
} as const;
const key = (x: string): JsonObject => ({ kty: "EC", crv: "P-256", x: x.repeat(43), y: "A".repeat(43) });
const cannotBeCleared = { field: "name", reason: "REQUIRED", message: "It cannot be cleared." } as const;
const update: Pick<Case, "kept" | "broken"> = {
  kept: [{}, { name: "Shop" }, { name: "Shop", updateMask: "name" }],
  broken: [{ updateMask: "name" }],
};

const cases: readonly Case[] = [
  { method: "GetStatement", decode: GetStatementRequest.decode, ...period },
  { method: "ExportStatement", decode: ExportStatementRequest.decode, ...period },
  { method: "ExportStatementCsv", decode: ExportStatementCsvRequest.decode, ...period },
  {
    method: "IssueAsset",
    decode: IssueAssetRequest.decode,
    base: { publisherId, assetProfile: { kind: "ticket", name: "Final" } },
    kept: [
      { ticket: {} },
      { ticket: { notAfterTime: early } },
      { ticket: { notBeforeTime: early, notAfterTime: early } },
      { ticket: { notBeforeTime: early, notAfterTime: later } },
    ],
    broken: [{ ticket: { notBeforeTime: later, notAfterTime: early } }],
    refusal: {
      field: "ticket",
      reason: "VALIDITY_EMPTY",
      message: "The validity must not end before it begins.",
    },
  },
  {
    method: "TransferValue",
    decode: TransferValueRequest.decode,
    base: { walletId: newId("wallet"), amount: "1", assetType: "USDX", authorization: "e30.e30.e30" },
    kept: [{ toWalletId: newId("wallet") }],
    broken: [{ walletId: "wal_01h455vb4pex5vsknk084sn02q", toWalletId: "wal_01h455vb4pex5vsknk084sn02q" }],
    refusal: {
      field: "to_wallet_id",
      reason: "RECEIVER_IS_SENDER",
      message: "The receiving wallet is also the sending wallet.",
    },
    alone: [{ walletId: "wallet", toWalletId: "wallet" }, "wallet_id to_wallet_id"],
  },
  {
    method: "RequestSettlementAccountChange",
    decode: RequestSettlementAccountChangeRequest.decode,
    base: { merchantId, network: "eip155:1" },
    kept: [{}, { settlementAccount: "eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb" }],
    broken: [
      { settlementAccount: "eip155:10:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb" },
      { settlementAccount: "solana:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb" },
    ],
    refusal: {
      field: "settlement_account",
      reason: "OTHER_NETWORK",
      message: "It must be an account on the network that the request names.",
    },
    alone: [
      { network: "", settlementAccount: "eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb" },
      "network",
    ],
  },
  {
    method: "BindDevice",
    decode: BindDeviceRequest.decode,
    base: {
      publisherId,
      assetId: newId("asset"),
      ntag424: { sdmMetaReadKey: "0".repeat(32), sdmFileReadKey: "1".repeat(32) },
    },
    kept: [{ serialNumber: "04968CAA5C5E80" }],
    broken: [{ serialNumber: "04968caa5c5e80" }, { serialNumber: "04968CAA5C5E8" }],
    refusal: {
      field: "serial_number",
      reason: "NOT_A_TAG_UID",
      message: "The serial number of a tag must be its UID: 14 upper-case hexadecimal digits.",
    },
  },
  {
    method: "CreateWallet",
    decode: CreateWalletRequest.decode,
    base: { holderKey: key("A") },
    kept: [{}, { recoveryKey: key("B") }, { recoveryKey: { ...key("A"), y: "B".repeat(43) } }],
    broken: [{ recoveryKey: key("A") }],
    refusal: {
      field: "recovery_key",
      reason: "KEY_WAS_HOLDER_KEY",
      message: "The recovery key must not be a present or former key of the holder.",
    },
    alone: [
      { holderKey: { ...key("A"), x: "A" }, recoveryKey: { ...key("A"), x: "A" } },
      "holder_key.x recovery_key.x",
    ],
  },
  {
    method: "UpdateMerchant",
    decode: UpdateMerchantRequest.decode,
    base: { merchantId },
    ...update,
    refusal: cannotBeCleared,
  },
  {
    method: "UpdatePublisher",
    decode: UpdatePublisherRequest.decode,
    base: { publisherId },
    ...update,
    refusal: cannotBeCleared,
  },
  {
    method: "UpdateAssetType",
    decode: UpdateAssetTypeRequest.decode,
    base: { publisherId, assetTypeId: newId("assetType") },
    ...update,
    refusal: cannotBeCleared,
  },
];

const operationOf = (name: string): Operation =>
  operations.find(({ method }) => method === name) as Operation;

/** A decoded request that the compiled rules leave to protovalidate. */
const undecidable = new Proxy({}, { get: (_, name) => (name === "updateMask" ? [] : "\uFFFD") });

/** What a request is refused with, judged by the compiled rules first, and by protovalidate alone. */
function violationsOf({ method, decode, base }: Case, body: JsonObject): (readonly Violation[])[] {
  const operation = operationOf(method);
  const bytes = codec.request(operation.request).encode({ ...base, ...body });
  return [decode(bytes), undecidable].map((decoded) => {
    try {
      requestValidator(operation)(decoded, bytes);
      return [];
    } catch (error) {
      expect((error as Failure).entry).to.equal("INVALID_ARGUMENT");
      return (error as Failure).violations;
    }
  });
}

describe("a rule between fields", () => {
  for (const each of cases)
    it(`of ${each.method} refuses the same by compiled rules and by protovalidate`, () => {
      for (const body of each.kept)
        for (const found of violationsOf(each, body)) expect(found, JSON.stringify(body)).to.deep.equal([]);
      for (const body of each.broken)
        for (const found of violationsOf(each, body))
          expect(found, JSON.stringify(body)).to.deep.equal([each.refusal]);
      if (!each.alone) return;
      for (const found of violationsOf(each, each.alone[0]))
        expect(found.map(({ field }) => field).join(" ")).to.equal(each.alone[1]);
    });

  it("is compiled where nothing else of the request needs the slow way", () => {
    for (const method of ["TransferValue", "RequestSettlementAccountChange", "BindDevice"])
      expect(compileRules(messageOf(operationOf(method).request)), method).to.be.a("function");
  });
});

/** The messages of a request: itself and those inside it. */
function* messagesOf(schema: DescMessage, seen = new Set<DescMessage>()): Generator<DescMessage> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield schema;
  for (const { message } of schema.fields) if (message) yield* messagesOf(message, seen);
}

/** The description of a field of a request: of a parameter or of a member. */
function descriptionOf({ http }: Operation, schema: DescMessage, field: DescField): string {
  const { jsonName } = field;
  const { schemas } = openapi.components as Node;
  const member =
    schemas[schema.name]?.properties?.[jsonName] ?? schemas[`${schema.name}Input`]?.properties?.[jsonName];
  const path = (http?.template ?? "").replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  const published = (openapi.paths as Node)[path][(http?.verb ?? "").toLowerCase()] as Node;
  const parameter = parametersOf(published).find(({ name }: Node) => name === jsonName);
  return String((member ?? parameter)?.description);
}

describe("a rule between fields that JSON Schema cannot express", () => {
  it("is said by the field that is refused, which names the other field", () => {
    const said: string[] = [];
    for (const operation of operations.filter(({ http }) => http))
      for (const schema of messagesOf(messageOf(operation.request))) {
        if (!hasOption(schema, messageRules)) continue;
        for (const { expression } of getOption(schema, messageRules).cel) {
          const alternatives = alternativesOf(expression) ?? [];
          const others = alternatives.flatMap((each) =>
            compares(each) ? [each.other[0]] : each.kind === "unnamed" ? [each.path[0]] : [],
          );
          if (others.length === 0) continue;
          const [asked] = fieldAsked(alternatives).split(".");
          const [field, other] = [asked, others[0]].map((name) =>
            schema.fields.find((each) => each.name === name),
          );
          if (!field || !other) throw new Error(`${schema.typeName} has no such field: ${expression}`);
          const description = descriptionOf(operation, schema, field);
          expect(description, `${operation.method} ${field.name}`).to.contain(`\`${other.jsonName}\``);
          said.push(`${operation.method}.${field.name}`);
        }
      }
    expect(said).to.include.members([
      "GetStatement.to_time",
      "TransferValue.to_wallet_id",
      "UpdateMerchant.name",
    ]);
  });
});
