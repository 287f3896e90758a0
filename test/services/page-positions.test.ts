// Anyone can compute the check in a page token. Each list refuses a token whose position has not the form of its positions.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { expect } from "chai";
import { operations } from "../../gen/rest/operations.ts";
import { type IdKind, newId } from "../../src/domain/identifier/identifier.ts";
import { messageOf } from "../../src/rpc/contract.ts";
import { auditService } from "../../src/services/audit/index.ts";
import { publicKeyServices } from "../../src/services/credentials/index.ts";
import { operatorKeyServices } from "../../src/services/credentials/operator.ts";
import type { ServiceDeps } from "../../src/services/deps.ts";
import { ledgerService } from "../../src/services/ledger/index.ts";
import { merchantService, merchantTrustService } from "../../src/services/merchant/index.ts";
import { processService } from "../../src/services/operator/index.ts";
import { paymentServices, settlementService } from "../../src/services/payment/index.ts";
import { walletTransactionService } from "../../src/services/wallet-transactions/index.ts";
import { webhookService } from "../../src/services/webhook/index.ts";
import { merchant, wallet } from "../support/fixtures.ts";
import { Registry } from "./support/registry.ts";

/** Lists of events have sealed cursors in place of page tokens. */
const lists = operations.filter(
  ({ method, errors }) => errors.includes("INVALID_PAGE_TOKEN") && !method.endsWith("Events"),
);

const kinds: Record<string, IdKind> = {
  assetId: "asset",
  deviceId: "device",
  issuanceJobId: "issuanceJob",
  merchantId: "merchant",
  publisher: "publisher",
  publisherId: "publisher",
  settlementId: "settlement",
  walletId: "wallet",
  webhookId: "webhook",
};
const period = { assetType: "USDX", fromTime: { seconds: 1_767_225_600n, nanos: 0 } };

/** A request that the field rules accept. Nothing that it names exists. */
function requestOf({ method, request, http }: (typeof lists)[number]): object {
  const inPath = http?.template ?? "";
  const fields = messageOf(request).fields.filter(
    ({ name }) => inPath.includes(`{${name}}`) || (method === "ListAssets" && name === "publisher"),
  );
  return {
    ...Object.fromEntries(fields.map(({ jsonName }) => [jsonName, newId(kinds[jsonName] as IdKind)])),
    ...(method.includes("Statement") ? period : {}),
  };
}

const positions = [
  "x",
  "",
  "-1",
  "1e400",
  "99999999999999999999",
  "ast_81h455vb4pex5vsknk084sn02s",
  "999999999999999/txn_01h455vb4pex5vsknk084sn02s",
];

describe("positions in page tokens", function () {
  this.timeout(120_000);
  let registry: Registry;
  /** Texts that were hashed since the last call. */
  const hashed: string[] = [];
  const { createHash } = crypto;
  before(async () => {
    registry = await Registry.start({
      more: (made) => {
        const deps = { ...made, publicUrl: "https://pay.example" } as unknown as ServiceDeps;
        return [
          ...paymentServices({ ...deps, paymentTtlSeconds: 900 }),
          ...settlementService(),
          ...ledgerService(deps),
          ...merchantService(deps),
          ...merchantTrustService(deps),
          ...publicKeyServices(deps),
          ...operatorKeyServices(deps),
          ...walletTransactionService(deps),
          ...webhookService(deps),
          ...auditService(deps),
          ...processService(),
        ];
      },
    });
    crypto.createHash = (algorithm: string) => {
      const hash = createHash(algorithm);
      const update = hash.update.bind(hash);
      hash.update = (data: crypto.BinaryLike) => {
        if (typeof data === "string") hashed.push(data);
        return update(data);
      };
      return hash;
    };
    syncBuiltinESMExports();
  });
  after(async () => {
    crypto.createHash = createHash;
    syncBuiltinESMExports();
    await registry[Symbol.asyncDispose]();
  });

  /** Returns the reason why a list refuses a token of this position, whose check is right. */
  async function refusal(method: string, request: object, position: string): Promise<string> {
    const tokenOf = (check: string): string => Buffer.from(`${position}|${check}`).toString("base64url");
    hashed.length = 0;
    await registry.harness.failure(method, { ...request, pageToken: tokenOf("") });
    // The list has computed the check that the token lacks.
    const text = hashed.find((each) => each.startsWith(JSON.stringify([position]).slice(0, -1)));
    const check = createHash("sha256")
      .update(text ?? "")
      .digest("base64url")
      .slice(0, 22);
    expect(text, "the list has read the token").to.be.a("string");
    const failure = await registry.harness.failure(method, { ...request, pageToken: tokenOf(check) });
    return failure.reason;
  }

  for (const list of lists)
    it(`of another form are refused by ${list.service.split(".")[1]} ${list.method}`, async () => {
      for (const position of positions)
        expect(await refusal(list.method, requestOf(list), position), position).to.equal(
          "INVALID_PAGE_TOKEN",
        );
    });

  it("of merchants by name are refused when no merchant has the identifier", async () => {
    await merchant(registry.harness.store);
    expect(await refusal("ListMerchants", { namePrefix: "A" }, newId("merchant"))).to.equal(
      "INVALID_PAGE_TOKEN",
    );
  });

  it("of movements are refused when the time does not exist", async () => {
    const { walletId } = await wallet(registry.harness.store);
    const position = "2026-02-31T00:00:00.000Z~txn_01h455vb4pex5vsknk084sn02s";
    expect(await refusal("ListWalletTransactions", { walletId }, position)).to.equal("INVALID_PAGE_TOKEN");
  });
});
