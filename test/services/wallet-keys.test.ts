import { expect } from "chai";
import { calculateJwkThumbprint } from "jose";
import { KeyRetirement, WalletKeyStatus } from "../../gen/ts/pda/wallet/v1/key.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { newNonce } from "./support/owner.ts";
import { Market, newKey } from "./support/purse.ts";

describe("the key of a wallet", function () {
  this.timeout(60_000);
  let market: Market;

  before(async () => {
    market = await Market.start();
  });
  after(() => market[Symbol.asyncDispose]());

  it("is replaced by the holder: signed by the old key, and by the new one to show that it is in hand", async () => {
    const purse = await market.purse(500n);
    const old = await market.rotate(purse);
    expect((await market.wallet(purse)).keyThumbprint).to.equal(
      await calculateJwkThumbprint({ ...purse.key.jwk }),
    );
    const [present, former, ...more] = await market.keys(purse);
    expect(more).to.deep.equal([]);
    expect(present).to.deep.include({
      keyThumbprint: purse.key.thumbprint,
      holderKey: purse.key.jwk,
      status: WalletKeyStatus.WALLET_KEY_STATUS_ACTIVE,
      retireTime: undefined,
      retirement: undefined,
    });
    expect(former).to.deep.include({
      keyThumbprint: old.thumbprint,
      status: WalletKeyStatus.WALLET_KEY_STATUS_RETIRED,
      retirement: KeyRetirement.KEY_RETIREMENT_ROTATION,
      retireTime: present?.createTime,
    });
    await market.call("AuthorizePayment", await market.payment(purse));
    expect(await market.balance(purse)).to.equal("4");
  });

  it("that was replaced authorises nothing any more, also where it had signed before, and says why", async () => {
    const purse = await market.purse(500n);
    const other = await market.purse();
    const payment = await market.payment(purse);
    const gift = await market.gift(purse, other);
    const rotation = await market.rotation(purse, newKey());
    const recovery = await market.recoveryKey(purse, newKey());
    const old = await market.rotate(purse);
    const again = { authorization: payment.authorization, walletId: purse.walletId };
    for (const [method, request] of [
      ["AuthorizePayment", payment],
      ["AuthorizePayment", await market.payment(purse, "1", old)],
      ["TransferValue", gift],
      ["TransferValue", await market.gift(purse, other, "1", { signer: old })],
      ["RotateWalletKey", rotation],
      ["SetRecoveryKey", recovery],
    ] as const)
      expect(await market.refusal(method, request), method).to.equal(
        "SIGNATURE_REFUSED KEY_RETIRED authorization",
      );
    expect(await market.balance(purse)).to.equal("5");
    // A key of somebody else is not taken for one that was replaced.
    expect(
      await market.refusal("AuthorizePayment", { ...payment, ...again, walletId: other.walletId }),
    ).to.equal("SIGNATURE_REFUSED JWS_SIGNATURE_INVALID authorization");
    await market.rotate(purse);
    expect(await market.refusal("AuthorizePayment", payment)).to.match(/KEY_RETIRED/);
  });

  it("is not replaced without both signatures over exactly these keys and this wallet, now", async () => {
    const purse = await market.purse();
    const [next, thief] = [newKey(), newKey()];
    const other = await market.purse();
    const right = await market.rotation(purse, next);
    const cases: [string, object, string][] = [
      [
        "a stranger agrees",
        await market.rotation(purse, next, { signer: thief }),
        "JWS_SIGNATURE_INVALID authorization",
      ],
      [
        "the new key is not in hand",
        await market.rotation(purse, next, { prover: thief }),
        "JWS_SIGNATURE_INVALID proof",
      ],
      [
        "the new key agrees for the old",
        await market.rotation(purse, next, { signer: next }),
        "JWS_SIGNATURE_INVALID authorization",
      ],
      ["another new key", { ...right, holderKey: thief.jwk }, "JWS_CLAIM_MISMATCH authorization"],
      ["another wallet", { ...right, walletId: other.walletId }, "JWS_SIGNATURE_INVALID authorization"],
      [
        "a claim about another wallet",
        await market.rotation(purse, next, { claims: { walletId: other.walletId } }),
        "JWS_CLAIM_MISMATCH authorization",
      ],
      [
        "another audience",
        await market.rotation(purse, next, { claims: { aud: "https://elsewhere.example" } }),
        "JWS_CLAIM_MISMATCH authorization",
      ],
      [
        "a claim too many",
        await market.rotation(purse, next, { claims: { amount: "1" } }),
        "JWS_CLAIM_UNEXPECTED authorization",
      ],
      [
        "no nonce",
        await market.rotation(purse, next, { claims: { nonce: undefined } }),
        "JWS_CLAIM_MISMATCH authorization",
      ],
      [
        "a type of payments",
        await market.rotation(purse, next, { header: { typ: "pda-pay+jws" } }),
        "JWS_TYPE_MISMATCH authorization",
      ],
      [
        "too long a life",
        await market.rotation(purse, next, { seconds: 301 }),
        "JWS_LIFETIME_TOO_LONG authorization",
      ],
      [
        "a time that is over",
        await market.rotation(purse, next, { claims: { iat: 1_700_000_000, exp: 1_700_000_100 } }),
        "JWS_EXPIRED authorization",
      ],
      [
        "a name of another key",
        await market.rotation(purse, next, { header: { kid: next.thumbprint } }),
        "JWS_KEY_MISMATCH authorization",
      ],
    ];
    for (const [what, request, reason] of cases)
      expect(await market.refusal("RotateWalletKey", request), what).to.equal(`SIGNATURE_REFUSED ${reason}`);
    expect(await market.keys(purse)).to.have.length(1);
    await market.call("RotateWalletKey", right);
  });

  it("is none that a wallet has or has had, so that what it owned stays its own", async () => {
    const purse = await market.purse();
    const other = await market.purse();
    const first = await market.rotate(purse);
    expect(await market.refusal("RotateWalletKey", await market.rotation(purse, purse.key))).to.equal(
      "INVALID_ARGUMENT KEY_UNCHANGED holder_key",
    );
    for (const taken of [first, other.key])
      expect(await market.refusal("RotateWalletKey", await market.rotation(purse, taken))).to.equal(
        "ALREADY_EXISTS TAKEN holder_key",
      );
    expect(await market.refusal("CreateWallet", { holderKey: first.jwk })).to.equal(
      "ALREADY_EXISTS TAKEN holder_key",
    );
    expect((await market.wallet(purse)).keyThumbprint).to.equal(purse.key.thumbprint);
  });

  it("is listed with all before it, newest first, in pages", async () => {
    const purse = await market.purse();
    const made = [purse.key.thumbprint];
    for (let turn = 0; turn < 4; turn++) {
      await market.rotate(purse);
      made.unshift(purse.key.thumbprint);
    }
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = await market.call<{ items: { keyThumbprint: string }[]; nextPageToken: string }>(
        "ListWalletKeys",
        { walletId: purse.walletId, pageSize: 2, pageToken },
      );
      seen.push(...page.items.map((key) => key.keyThumbprint));
      pageToken = page.nextPageToken;
    } while (pageToken);
    expect(seen).to.deep.equal(made);
  });

  it("of an unknown wallet is not found", async () => {
    const nobody = { walletId: newId("wallet"), key: newKey() };
    expect(await market.refusal("RotateWalletKey", await market.rotation(nobody, newKey()))).to.equal(
      "NOT_FOUND NOT_FOUND",
    );
    expect(await market.refusal("ListWalletKeys", { walletId: nobody.walletId })).to.equal(
      "NOT_FOUND NOT_FOUND",
    );
  });

  it("has a thousand at most in a wallet's life", async () => {
    const purse = await market.purse();
    const client = market.harness.store;
    await client.transact(async (tx) => {
      let wallet = (await tx.wallets.get(purse.walletId))!;
      for (let turn = 0; turn < 999; turn++) {
        const keyThumbprint = `filler ${purse.walletId} ${turn}`;
        wallet = await tx.wallets.replaceKey(wallet, { holderKey: purse.key.jwk, keyThumbprint }, "rotation");
      }
    });
    const failure = await client
      .transact(async (tx) => {
        const wallet = (await tx.wallets.get(purse.walletId))!;
        const next = { holderKey: purse.key.jwk, keyThumbprint: newNonce() };
        return tx.wallets.replaceKey(wallet, next, "rotation");
      })
      .then(
        () => undefined,
        (error: { reason?: string }) => error.reason,
      );
    expect(failure).to.equal("KEYS_EXHAUSTED");
  });
});
