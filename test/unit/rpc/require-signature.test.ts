// Which requests must be signed, by what the deployment, the credential and the operation say.
import { expect } from "chai";
import { operations } from "../../../gen/rest/operations.ts";
import { type Principal, PrincipalKind } from "../../../gen/ts/pda/access/v1/access.ts";
import { RequestSigning } from "../../../gen/ts/pda/access/v1/request_signing.ts";
import { Failure } from "../../../src/rpc/failure.ts";
import { requireSignature, type SigningPolicy } from "../../../src/rpc/require-signature.ts";

const named = (method: string) => {
  const found = operations.find((operation) => operation.method === method);
  if (!found) throw new Error(`no operation ${method}`);
  return found;
};
const sensitive = named("CreatePayment");
const plain = named("GetPayment");
const merchant: Principal = {
  kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
  tenantId: "mer_01h455vb4pex5vsknk084sn02q",
  credentialId: "key_01h455vb4pex5vsknk084sn02q",
  scopes: [],
};

function outcome(
  method: Parameters<typeof requireSignature>[0],
  by: Principal,
  policy: SigningPolicy,
): string {
  try {
    requireSignature(method, by, policy);
  } catch (error) {
    if (error instanceof Failure) return error.reason;
    throw error;
  }
  return "accepted";
}

describe("the requirement of signatures", () => {
  const { REQUEST_SIGNING_OPTIONAL, REQUEST_SIGNING_SENSITIVE_REQUIRED, REQUEST_SIGNING_REQUIRED } =
    RequestSigning;
  const credentials = [
    undefined,
    REQUEST_SIGNING_OPTIONAL,
    REQUEST_SIGNING_SENSITIVE_REQUIRED,
    REQUEST_SIGNING_REQUIRED,
  ];
  for (const policy of ["off", "optional", "sensitive", "required"] as const)
    for (const requestSigning of credentials)
      it(`is the stricter one of the deployment's (${policy}) and the credential's (${requestSigning ?? "none"})`, () => {
        const by = { ...merchant, requestSigning };
        const all = policy === "required" || requestSigning === REQUEST_SIGNING_REQUIRED;
        const some = all || policy === "sensitive" || requestSigning === REQUEST_SIGNING_SENSITIVE_REQUIRED;
        const refused = "REQUEST_SIGNATURE_REQUIRED";
        expect(outcome(plain, by, policy)).to.equal(all ? refused : "accepted");
        expect(outcome(sensitive, by, policy)).to.equal(some ? refused : "accepted");
        expect(outcome(sensitive, { ...by, signedBy: "pky_1" }, policy)).to.equal("accepted");
      });

  it("is not for callers without a credential, services in their own name, and calls between tiers", () => {
    const anonymous = { ...merchant, kind: PrincipalKind.PRINCIPAL_KIND_ANONYMOUS };
    const service = { ...merchant, kind: PrincipalKind.PRINCIPAL_KIND_SERVICE };
    for (const by of [anonymous, service]) expect(outcome(sensitive, by, "required")).to.equal("accepted");
    expect(outcome(named("ResolveCredential"), merchant, "required")).to.equal("accepted");
  });

  it("knows every operation that makes or ends a credential, or pays", () => {
    const made = operations.filter(({ method }) =>
      /^(Create|Rotate|Revoke|Register).*(ApiKey|PublicKey|IdentityIssuer)$|Certificate$|^Rotate|^Create(Payment|Refund)$|^Issue|^TransferValue$|SettlementAccountChange$/.test(
        method,
      ),
    );
    expect(made.length).to.be.above(20);
    const missing = made.filter(
      (operation) => !operation.readOnly && !operation.sensitive && operation.access.kind !== "peer",
    );
    expect(missing.map(({ method }) => method)).to.deep.equal([]);
  });
});
