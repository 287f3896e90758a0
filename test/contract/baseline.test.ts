// The check of the contract against its baseline: planted breaks are found, additions are not, and a departure needs a reason.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { stringify } from "yaml";
import { judge } from "../../src/codegen/baseline/findings.ts";
import { generatorInputs } from "../../src/codegen/generator-inputs.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const root = join(import.meta.dirname, "../..");
const needed = [...generatorInputs, "gen", "openapi", "release"];

/** The text of a proto with one place changed. */
function replaceIn(folder: string, file: string, from: RegExp, to: string): void {
  const path = join(folder, "proto/pda", file);
  const before = readFileSync(path, "utf8");
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} lacks ${from}`);
  writeFileSync(path, after);
}

describe("the baseline of the contract", function () {
  this.timeout(400_000);
  const copy = temporaryDirectory();
  const PATH = `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}`;
  const run = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync(program, args, { cwd: copy.path, encoding: "utf8", env: { ...process.env, PATH, ...env } });
  const succeed = (program: string, ...args: string[]): void => {
    const { status, stderr, stdout } = run(program, args);
    if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}${stdout}`);
  };
  const generate = (): void => succeed("make", "-o", "node_modules/.installed", "generate");
  const check = (env: NodeJS.ProcessEnv = {}) =>
    run(process.execPath, ["src/codegen/baseline/main.ts", "check"], env);
  const depart = (entries: unknown): void =>
    writeFileSync(join(copy.path, "release/departures.yaml"), stringify(entries));
  let found: string;

  before(() => {
    for (const name of needed) cpSync(join(root, name), join(copy.path, name), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(copy.path, "node_modules"));
    // Later the present contract has departed from the committed baseline; these tests begin without departures.
    succeed(process.execPath, "src/codegen/baseline/main.ts", "write");
  });
  after(() => copy[Symbol.dispose]());

  it("is committed, and is that of this contract's major versions", () => {
    const committed = readFileSync(join(root, "release/baseline/pda.v1.yaml"), "utf8");
    expect(committed).to.match(/^openapi: "?3\.1/m);
    expect(readFileSync(join(root, "release/baseline/contract.binpb")).length).to.be.greaterThan(100_000);
  });

  it("finds nothing in the same contract", () => {
    const { status, stderr } = check();
    expect([status, stderr]).to.deep.equal([0, ""]);
  });

  it("does not pass where Go is missing, and says what it needs", () => {
    const without = `${join(root, "node_modules/.bin")}${delimiter}/nowhere`;
    const { status, stderr } = check({ PATH: without });
    expect(status).to.equal(1);
    expect(stderr).to.contain("needs Go 1.24 or newer");
  });

  describe("with planted breaks", () => {
    before(() => {
      const plant = replaceIn.bind(undefined, copy.path);
      plant(
        "server/v1/server_service.proto",
        /repeated string api_versions = 2/,
        "reserved 2; repeated string majors = 6",
      );
      plant("server/v1/server_service.proto", /string version = 1/, "int32 version = 1");
      plant("payment/v1/payment_service.proto", /scope: "payments\.write"/, 'scope: "payments.admin"');
      plant("payment/v1/refund_service.proto", /errors: \[\s*ERROR_CODE_\w+,?/, "errors: [");
      plant("sandbox/v1/sandbox_service.proto", /lte: 31536000/, "lte: 31535999");
      plant("payment/v1/payment_service.proto", /max_len: 500/, "max_len: 499");
      plant(
        "verification/v1/verification_service.proto",
        /message VerifyLifecycleRequest \{/,
        "$&\n  // A new one.\n  string gate = 99 [(google.api.field_behavior) = REQUIRED, (buf.validate.field).string.min_len = 1];\n",
      );
      plant(
        "payment/v1/settlement_service.proto",
        /(rpc GetBlockchainReference\(.*?scope: "settlement\.read"\n)/s,
        '$1      tenant: "settlement_id"\n',
      );
      plant("event/v1/event.proto", /"payment\.failed"/, '"payment.declined"');
      generate();
      const { status, stderr } = check();
      expect(status).to.equal(1);
      found = stderr;
    });

    for (const [what, pattern] of [
      [
        "a removed member, on gRPC",
        /protos: proto\/pda\/server\/v1\/server_service\.proto: .*"2".*"api_versions".*deleted/,
      ],
      ["a removed member, on REST", /openapi: GET \/api\/v1\/server-info: removed .*apiVersions/],
      [
        "another type, on gRPC",
        /protos: .*Field "1" with name "version" on message "ServerInfo" changed type/,
      ],
      [
        "another type, on REST",
        /openapi: GET \/api\/v1\/server-info: .*version.* changed from `?string`? to/,
      ],
      ["a new required member", /openapi: POST \/api\/v1\/verification\/lifecycle: .*required.*gate/],
      [
        "another scope",
        /operation: pda\.payment\.v1\.PaymentService\.\w+: access changed from scope payments\.write to scope payments\.admin/,
      ],
      [
        "a removed error code",
        /operation: pda\.payment\.v1\.RefundService\.\w+: error code SVC-\d{4} was removed/,
      ],
      [
        "a narrower limit",
        /limit: pda\.sandbox\.v1\.AdvanceClockRequest\.seconds: int64\.lte changed from 31536000 to 31535999/,
      ],
      [
        "a member that callers may name only themselves in now",
        /operation: pda\.payment\.v1\.SettlementService\.GetBlockchainReference: tenant changed from none to settlement_id/,
      ],
      ["a removed type of events", /event type: payment\.failed of pda\.event\.v1 was removed/],
      ["a narrower limit, in OpenAPI", /openapi: POST \/api\/v1\/payments: .*description.*maxLength.*499/],
    ] as const)
      it(`finds ${what}`, () => {
        expect(found).to.match(pattern);
      });

    it("lets departures pass with a reason", () => {
      depart([{ finding: "*", reason: "a test", version: "1.1.0" }]);
      expect(check().status).to.equal(0);
      depart([{ finding: "*", version: "1.1.0" }]);
      expect(check().stderr).to.contain("reason");
    });
  });

  it("takes additions: an operation, an optional member, also one that names the caller, a word of an enum in an answer", () => {
    cpSync(join(root, "proto"), join(copy.path, "proto"), { recursive: true });
    const plant = replaceIn.bind(undefined, copy.path);
    plant(
      "server/v1/server_service.proto",
      /message ServerInfo \{/,
      "$&\n  // A new one.\n  optional string region = 99;\n",
    );
    plant(
      "server/v1/server_service.proto",
      /ENVIRONMENT_PRODUCTION = 2;/,
      "$&\n  // A new one.\n  ENVIRONMENT_STAGING = 3;",
    );
    plant(
      "audit/v1/audit_service.proto",
      /(rpc GetAuditRecord\(.*?scope: "audit\.read"\n)/s,
      '$1      tenant: "owner_id"\n',
    );
    plant(
      "audit/v1/audit_service.proto",
      /message GetAuditRecordRequest \{/,
      "$&\n  // A new one.\n  optional string owner_id = 99 [(buf.validate.field).string.max_len = 30];\n",
    );
    plant("payment/v1/payment_service.proto", /errors: \[/, "errors: [\n        ERROR_CODE_STATE_CONFLICT,");
    depart([]);
    generate();
    const { status, stderr } = check();
    expect([status, stderr]).to.deep.equal([0, ""]);
  });
});

describe("a departure from the baseline", () => {
  const departure = (finding: string) => ({ finding, reason: "a test", version: "1.1.0" });
  const findings = [
    "openapi: GET /api/v1/a: removed `b` (c)",
    "limit: pda.a.v1.B.c: int64.lte changed from 2 to 1",
  ];

  it("explains the finding that it names, letter by letter", () => {
    const { unexplained, needless } = judge(findings, [departure(findings[0] as string)]);
    expect(unexplained).to.deep.equal([findings[1]]);
    expect(needless).to.deep.equal([]);
  });

  it("explains several findings with `*`", () => {
    expect(
      judge(findings, [departure("*: * removed * (c)"), departure("limit: pda.a.*")]).unexplained,
    ).to.deep.equal([]);
    expect(judge(findings, [departure("* removed")]).unexplained).to.deep.equal(findings);
  });

  it("that explains nothing is needless", () => {
    const gone = "openapi: GET /nowhere: gone";
    expect(judge(findings, [departure("*"), departure(gone)])).to.deep.equal({
      unexplained: [],
      needless: [gone],
    });
  });
});
