// How a record says that its caller was authenticated.
import { expect } from "chai";
import { PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import { AuditMechanism, AuditTokenBinding } from "../../../gen/ts/pda/audit/v1/audit.ts";
import { canonicalRecord } from "../../../src/domain/audit/record.ts";
import { newId } from "../../../src/domain/identifier/identifier.ts";
import { recordOf } from "../../../src/rpc/audit/describe.ts";
import { recordToProto } from "../../../src/services/audit/convert.ts";
import { operator } from "../../support/service.ts";

describe("the record of a call", () => {
  it("says how the core has authenticated the caller, in the words of the interface", () => {
    for (const [name, mechanism] of Object.entries(AuditMechanism)) {
      if (typeof mechanism !== "number" || mechanism <= 0) continue;
      const authentication = {
        mechanism,
        tokenBinding: AuditTokenBinding.AUDIT_TOKEN_BINDING_MTLS,
        clientId: "c",
        sessionId: "s",
      };
      const record = recordOf(
        { operation: "GetPayment", principal: { ...operator, authentication }, requestId: "r" },
        { resourceIds: [] },
      );
      const word = name.replace("AUDIT_MECHANISM_", "").toLowerCase();
      expect(record).to.include({ mechanism: word, tokenBinding: "mtls", clientId: "c", sessionId: "s" });
      const bytes = Buffer.from(canonicalRecord(record, newId("auditRecord")));
      expect(recordToProto({ bytes })).to.deep.include(authentication);
    }
  });

  it("tells by the credential how a caller proved who it is whom a gateway of an earlier version has authenticated", () => {
    const mechanism = (kind: PrincipalKind, credentialId: string, signedBy?: string): string =>
      recordOf(
        { operation: "GetPayment", principal: { ...operator, kind, credentialId, signedBy }, requestId: "r" },
        { resourceIds: [] },
      ).mechanism;
    const {
      PRINCIPAL_KIND_ANONYMOUS,
      PRINCIPAL_KIND_MERCHANT,
      PRINCIPAL_KIND_SERVICE,
      PRINCIPAL_KIND_WALLET,
    } = PrincipalKind;
    expect([
      mechanism(PRINCIPAL_KIND_ANONYMOUS, ""),
      mechanism(PRINCIPAL_KIND_MERCHANT, newId("apiKey")),
      mechanism(PRINCIPAL_KIND_MERCHANT, newId("publicKey")),
      mechanism(PRINCIPAL_KIND_MERCHANT, newId("certificate")),
      mechanism(PRINCIPAL_KIND_SERVICE, "spiffe://pda.internal/service/books"),
      mechanism(PRINCIPAL_KIND_MERCHANT, "pky_1", "pky_1"),
      mechanism(PRINCIPAL_KIND_MERCHANT, newId("apiKey"), "pky_1"),
      mechanism(PRINCIPAL_KIND_WALLET, "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U"),
    ]).to.deep.equal([
      "anonymous",
      "api_key",
      "public_key",
      "client_certificate",
      "service_certificate",
      "request_signature",
      "api_key",
      "request_signature",
    ]);
  });
});
