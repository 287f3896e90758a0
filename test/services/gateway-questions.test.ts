// What gateways tell and ask a core besides their callers' calls.
import { createPrivateKey } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { LeaseAnswerKeyResponse } from "../../gen/ts/pda/access/v1/access_service.ts";
import { AuditOutcome, type AuditRecord } from "../../gen/ts/pda/audit/v1/audit.ts";
import type { ListAuditRecordsResponse } from "../../gen/ts/pda/audit/v1/audit_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { logger } from "../../src/logger.ts";
import { recordOf } from "../../src/rpc/audit/describe.ts";
import { accessService } from "../../src/services/access/index.ts";
import { Checkpoints } from "../../src/services/audit/checkpoints.ts";
import { auditService } from "../../src/services/audit/index.ts";
import { SignedHead } from "../../src/services/audit/signed-head.ts";
import { SigningKeys } from "../../src/services/signing/signing-keys.ts";
import { p256PublicKey } from "../../src/trust/jwk.ts";
import { newAuditKeys } from "../support/audit-keys.ts";
import { operator, ServiceHarness } from "../support/service.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const log = logger("test", { level: "silent" });

describe("a core", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  let database: pg.Client;
  let signingKeys: SigningKeys;
  let folder: ReturnType<typeof temporaryDirectory>;
  const paymentId = newId("payment");

  beforeEach(async () => {
    folder = temporaryDirectory();
    const head = new SignedHead(folder.path);
    harness = await ServiceHarness.start((store, sealer, audit) => {
      signingKeys = new SigningKeys({ store, sealer, log });
      const unused = undefined as never;
      return [
        ...accessService({
          store,
          audit,
          log,
          signingKeys,
          trust: unused,
          rateSubjects: unused,
          tokens: unused,
        }),
        ...auditService({ checkpoints: new Checkpoints({ store, keys: newAuditKeys(), head, log }) }),
      ];
    });
    await signingKeys.load();
    database = new pg.Client({ connectionString: harness.url });
    await database.connect();
  });
  afterEach(async () => {
    await database.end();
    await harness[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const listed = async (): Promise<AuditRecord[]> => {
    await harness.audit.flush();
    while ((await harness.store.transact((tx) => tx.auditSequencer.advance(100))) > 0);
    return (await harness.call<ListAuditRecordsResponse>("ListAuditRecords", { pageSize: 200 })).items;
  };

  it("has what gateways have refused and counted (RecordRefusals), and takes no more when it is full", async () => {
    const common = {
      requestId: "r",
      reason: "CREDENTIAL_REFUSED",
      error: "UNAUTHENTICATED",
      resourceIds: [paymentId],
    };
    const callTime = { seconds: 1_790_000_000n, nanos: 5_000_000 };
    const principal = { ...operator, kind: PrincipalKind.PRINCIPAL_KIND_ANONYMOUS, credentialId: "" };
    const one = {
      ...common,
      callTime,
      principal,
      operation: "GetMerchant",
      address: "203.0.113.7",
      callCount: 1,
    };
    const newer = { ...one, operation: undefined, reason: "NEWER", error: "NEWER" };
    const counted = { ...one, address: "203.0.113.8", callCount: 70 };
    const refusals = { calls: [one, newer, counted, { ...counted, callCount: 30 }] };
    await harness.call("RecordRefusals", refusals, { peer: "gateway" });
    const records = await listed();
    const short = ({ operation, outcome, reason, errorCode, callCount, resourceIds }: AuditRecord) => ({
      operation,
      outcome,
      reason,
      errorCode,
      callCount,
      resourceIds,
    });
    const { AUDIT_OUTCOME_REFUSED, AUDIT_OUTCOME_FAILED } = AuditOutcome;
    expect(records.map(short)).to.have.deep.members([
      {
        operation: "GetMerchant",
        outcome: AUDIT_OUTCOME_REFUSED,
        reason: "CREDENTIAL_REFUSED",
        errorCode: "SVC-4011",
        callCount: 1,
        resourceIds: [paymentId],
      },
      {
        operation: "unknown",
        outcome: AUDIT_OUTCOME_FAILED,
        reason: "NEWER",
        errorCode: "SVC-5000",
        callCount: 1,
        resourceIds: [paymentId],
      },
      {
        operation: "*",
        outcome: AUDIT_OUTCOME_REFUSED,
        reason: undefined,
        errorCode: undefined,
        callCount: 100,
        resourceIds: [],
      },
    ]);
    expect(records.map((record) => record.callTime)).to.deep.equal([callTime, callTime, callTime]);
    await database.query("alter table audit_batch rename column records to away");
    const record = recordOf(
      { operation: "GetPayment", principal: operator, requestId: "r" },
      { resourceIds: [] },
    );
    while (!harness.audit.isFull) harness.audit.note(record);
    const failure = await harness.failure("RecordRefusals", refusals, { peer: "gateway" });
    expect(failure.entry).to.equal("UNAVAILABLE");
    await database.query("alter table audit_batch rename column away to records");
  });

  it("gives gateways the key that signs answers (LeaseAnswerKey), and no other key", async () => {
    const leased = await harness.call<LeaseAnswerKeyResponse>("LeaseAnswerKey", {}, { peer: "gateway" });
    const key = createPrivateKey({
      key: Buffer.from(leased.privateKey, "base64"),
      format: "der",
      type: "pkcs8",
    });
    expect(leased.keyId).to.equal(signingKeys.of("answer").keyId);
    expect(p256PublicKey(key)?.thumbprint).to.equal(leased.keyId);
    for (const purpose of ["receipt", "status_list", "access_token"] as const)
      expect(signingKeys.of(purpose).keyId).to.not.equal(leased.keyId);
  });
});
