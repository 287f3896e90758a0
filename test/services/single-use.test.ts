// ResolveSingleUse: the proofs of many requests in one call, each with a verdict of its own.
import { randomBytes, randomUUID, sign } from "node:crypto";
import { expect } from "chai";
import type { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import type { SingleUseProof } from "../../gen/ts/pda/access/v1/access_service.ts";
import type { RegisterMerchantPublicKeyResponse } from "../../gen/ts/pda/merchant/v1/public_key_service.ts";
import { logger } from "../../src/logger.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { RegisteredKeys } from "../../src/services/access/registered-keys.ts";
import { resolveSingleUse } from "../../src/services/access/single-use.ts";
import { accessToken, type CallerKey, callerKey, proofOf } from "../support/access-tokens.ts";
import { Merchants } from "./support/merchants.ts";
import { publicUrl } from "./support/names.ts";
import { judgedTogether } from "./support/single-use.ts";
import { tokenCheck } from "./support/token-check.ts";

type Proof = NonNullable<SingleUseProof["proof"]>;
const address = "192.0.2.7";
const base = '"@method": GET\n"@signature-params": ("@method")';

describe("ResolveSingleUse", function () {
  this.timeout(60_000);
  const [key, other] = [callerKey(), callerKey()];
  let merchants: Merchants;
  let merchantId: string;
  let kid: string;
  let otherKid: string;
  before(async () => {
    merchants = await Merchants.start();
    ({ merchantId } = await merchants.register());
    kid = await register(key);
    otherKid = await register(other);
  });
  after(() => merchants[Symbol.asyncDispose]());

  const register = async (caller: CallerKey): Promise<string> =>
    (
      await merchants.harness.call<RegisterMerchantPublicKeyResponse>("RegisterMerchantPublicKey", {
        merchantId,
        name: "office",
        scopes: ["payments.read"],
        publicKey: caller.publicKey,
        proof: await proofOf(caller, publicUrl, merchantId),
      })
    ).publicKey!.publicKeyId;
  const token = async (by = key, keyId = kid, claims: Record<string, unknown> = {}): Promise<Proof> => ({
    $case: "token",
    value: { token: await accessToken(by, { kid: keyId, aud: publicUrl }, { claims }), address },
  });
  const signature = (by = key, keyId = kid, nonce = randomBytes(16).toString("base64url")): Proof => ({
    $case: "signature",
    value: {
      keyId,
      bases: [base],
      signature: sign("sha256", Buffer.from(base), { key: by.privateKey, dsaEncoding: "ieee-p1363" }),
      nonce,
      address,
    },
  });
  const shown = (verdict: Principal | Failure | string): string =>
    typeof verdict === "string"
      ? `used ${verdict}`
      : verdict instanceof Failure
        ? verdict.reason
        : `${verdict.credentialId} ${verdict.signedBy ?? "unsigned"}`;
  const judged = async (...proofs: Proof[]): Promise<string[]> =>
    (await judgedTogether(merchants.harness, proofs)).map(shown);

  it("judges each proof by itself, in order", async () => {
    expect(
      await judged(
        await token(),
        signature(other),
        signature(),
        await token(other),
        await token(key, kid, { aud: "https://elsewhere.example" }),
        { $case: "token", value: { token: "a.b.c", address } },
        signature(other, otherKid),
      ),
    ).to.deep.equal([
      `${kid} unsigned`,
      "REQUEST_SIGNATURE_REFUSED",
      `${kid} ${kid}`,
      "CREDENTIAL_REFUSED",
      "TOKEN_OF_OTHER_AUDIENCE",
      "CREDENTIAL_MALFORMED",
      `${otherKid} ${otherKid}`,
    ]);
  });

  it("uses each proof once, in one call and in several", async () => {
    const [jwt, signed] = [await token(), signature()];
    const rounds = await Promise.all([judged(jwt, signed, jwt, signed), judged(signed, jwt)]);
    const verdicts = rounds.flat().sort();
    expect(verdicts).to.deep.equal(
      [
        `${kid} unsigned`,
        `${kid} ${kid}`,
        "TOKEN_REPLAYED",
        "TOKEN_REPLAYED",
        "REQUEST_SIGNATURE_REPLAYED",
        "REQUEST_SIGNATURE_REPLAYED",
      ].sort(),
    );
    expect(await judged(jwt, signed)).to.deep.equal(["TOKEN_REPLAYED", "REQUEST_SIGNATURE_REPLAYED"]);
  });

  it("names the caller of a key that is kept once", async () => {
    const proofs = [signature(), await token(), signature(), signature(other, otherKid), await token()];
    const { store } = merchants.harness;
    const keys = new RegisteredKeys(store, 60_000);
    // Finds the keys, which are kept from then on.
    for (const keyId of [kid, otherKid]) await keys.find(keyId);
    const check = { ...tokenCheck(store), store, keys, log: logger("test", { level: "silent" }) };
    const request = { proofs: proofs.map((proof) => ({ proof })) };
    const { principals, verdicts } = await resolveSingleUse(check, request, "r");
    expect(principals).to.have.length(3);
    expect(verdicts.map(({ verdict }) => verdict?.$case)).to.deep.equal(proofs.map(() => "principal"));
  });

  it("takes no JWT that counts for several requests", async () => {
    const delegation = await accessToken(
      key,
      { kid, aud: publicUrl },
      { header: { typ: "pda-delegation+jwt" }, claims: { jti: randomUUID() } },
    );
    expect(await judged({ $case: "token", value: { token: delegation, address } })).to.deep.equal([
      "CREDENTIAL_MALFORMED",
    ]);
  });

  it("takes at most 32 proofs", async () => {
    const proofs = Array.from({ length: 33 }, () => ({ proof: signature() }));
    const { entry } = await merchants.harness.failure("ResolveSingleUse", { proofs }, { peer: "gateway" });
    expect(entry).to.equal("INVALID_ARGUMENT");
  });
});
