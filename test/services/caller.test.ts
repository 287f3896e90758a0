// For whom a credential acts.
import { expect } from "chai";
import { type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import {
  type Caller,
  CallerKind,
  type GetCallerResponse,
} from "../../gen/ts/pda/access/v1/caller_service.ts";
import { callerService } from "../../src/services/access/index.ts";
import { asHolder, asMerchant, operator, ServiceHarness } from "../support/service.ts";

const MERCHANT = "mer_01h2xcejqtf2nbrexx3vqjhp41";

describe("GetCaller", function () {
  this.timeout(60_000);
  let harness: ServiceHarness;
  before(async () => {
    harness = await ServiceHarness.start(callerService);
  });
  after(() => harness[Symbol.asyncDispose]());

  const told = async (as: Principal): Promise<Caller> =>
    (await harness.call<GetCallerResponse>("GetCaller", {}, { as })).caller as Caller;
  const nobody = { merchantId: undefined, publisherId: undefined, walletId: undefined, deviceId: undefined };

  it("names the merchant, the credential, and the scopes in order", async () => {
    const as = { ...asMerchant(MERCHANT, ["refunds.read", "payments.read"]), credentialId: "key_1" };
    expect(await told(as)).to.deep.equal({
      ...nobody,
      kind: CallerKind.CALLER_KIND_MERCHANT,
      merchantId: MERCHANT,
      credentialId: "key_1",
      scopes: ["payments.read", "refunds.read"],
    });
  });

  it("names the terminal that a credential belongs to", async () => {
    const deviceId = "dev_01h2xcejqtf2nbrexx3vqjhp41";
    expect(await told({ ...asMerchant(MERCHANT), deviceId })).to.include({ merchantId: MERCHANT, deviceId });
  });

  it("names publisher and wallet, and nothing of the kind for the operator and for services", async () => {
    const publisherId = "pub_01h2xcejqtf2nbrexx3vqjhp41";
    const kind = PrincipalKind.PRINCIPAL_KIND_PUBLISHER;
    expect(await told({ ...operator, kind, tenantId: publisherId })).to.include({
      ...nobody,
      kind: CallerKind.CALLER_KIND_PUBLISHER,
      publisherId,
    });
    const walletId = "wal_01h2xcejqtf2nbrexx3vqjhp41";
    expect(await told(asHolder({ walletId }))).to.include({ kind: CallerKind.CALLER_KIND_HOLDER, walletId });
    expect(await told({ ...asHolder({ walletId }), tenantId: "" })).to.include({ walletId: undefined });
    expect(await told(operator)).to.include({ ...nobody, kind: CallerKind.CALLER_KIND_OPERATOR });
    const service = { ...operator, kind: PrincipalKind.PRINCIPAL_KIND_SERVICE };
    expect(await told(service)).to.include({ ...nobody, kind: CallerKind.CALLER_KIND_SERVICE });
  });

  it("is no answer for a caller without a credential", async () => {
    const as = { ...operator, kind: PrincipalKind.PRINCIPAL_KIND_ANONYMOUS, credentialId: "", scopes: [] };
    expect((await harness.failure("GetCaller", {}, { as })).entry).to.equal("UNAUTHENTICATED");
  });
});
