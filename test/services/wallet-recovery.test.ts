import { expect } from "chai";
import { KeyRetirement, type Recovery, RecoveryStatus } from "../../gen/ts/pda/wallet/v1/key.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { walletRecoveries } from "../../src/telemetry.ts";
import { otherJws } from "./support/other-signature.ts";
import { delaySeconds, Market, newKey, noticed } from "./support/purse.ts";

const { RECOVERY_STATUS_COMPLETED, RECOVERY_STATUS_EXPIRED, RECOVERY_STATUS_PENDING } = RecoveryStatus;
const { RECOVERY_STATUS_REPLACED, RECOVERY_STATUS_VETOED } = RecoveryStatus;
const day = 86_400;

describe("the recovery of a wallet", function () {
  this.timeout(60_000);
  let market: Market;

  before(async () => {
    market = await Market.start();
  });
  after(() => market[Symbol.asyncDispose]());

  const complete = async (walletId: string, recoveryId: string) =>
    (await market.call<{ recovery: Recovery }>("CompleteRecovery", { walletId, recoveryId })).recovery;
  const get = async ({ walletId, recoveryId }: Recovery) =>
    (await market.call<{ recovery: Recovery }>("GetRecovery", { walletId, recoveryId })).recovery;
  const lost = async (cents = 0n) => {
    const recovery = newKey();
    return { recovery, purse: await market.purse(cents, recovery), next: newKey() };
  };

  it("is noticed by the operator: each step counts once and has a line, which does not name the wallet", async () => {
    const counts = async () => {
      const { values } = await walletRecoveries.get();
      const of = (step: string) => values.find(({ labels }) => labels.step === step)?.value ?? 0;
      return [of("started"), of("vetoed"), of("completed")] as const;
    };
    const before = await counts();
    noticed.length = 0;
    const { recovery, purse, next } = await lost();
    const first = await market.started(purse, recovery, next);
    const veto = await market.veto(purse, first.recoveryId);
    for (let time = 0; time < 2; time += 1) await market.call("VetoRecovery", veto);
    const second = await market.started(purse, recovery, newKey());
    await market.wait(delaySeconds);
    for (let time = 0; time < 2; time += 1) await complete(purse.walletId, second.recoveryId);
    const since = (await counts()).map((count, at) => count - (before[at] ?? 0));
    expect(since).to.deep.equal([2, 1, 1]);
    expect(noticed.map(({ msg, step, requestId }) => [msg, step, requestId])).to.deep.equal(
      ["started", "vetoed", "started", "completed"].map((step) => [
        "a wallet is being recovered",
        step,
        "test",
      ]),
    );
    expect(JSON.stringify(noticed)).not.to.include(purse.walletId);
  });

  it("puts another key in the place of a lost one after its delay, and leaves the wallet what it has", async () => {
    const { recovery, purse, next } = await lost(500n);
    expect((await market.wallet(purse)).recoveryKeyThumbprint).to.equal(recovery.thumbprint);
    const started = await market.started(purse, recovery, next);
    expect(started).to.deep.include({
      walletId: purse.walletId,
      status: RECOVERY_STATUS_PENDING,
      oldKeyThumbprint: purse.key.thumbprint,
      newKeyThumbprint: next.thumbprint,
      endTime: undefined,
    });
    expect(started.effectiveTime!.seconds - started.createTime!.seconds).to.equal(BigInt(delaySeconds));
    expect((await market.wallet(purse)).recoveryId).to.equal(started.recoveryId);
    const { walletId } = purse;
    const asked = { walletId, recoveryId: started.recoveryId };

    await market.call("AuthorizePayment", await market.payment(purse));
    expect(await market.refusal("AuthorizePayment", await market.payment(purse, "1", next))).to.match(
      /JWS_SIGNATURE_INVALID/,
    );
    await market.wait(delaySeconds - 60);
    expect(await market.refusal("CompleteRecovery", asked)).to.equal("NOT_YET RECOVERY_TOO_EARLY");
    await market.wait(60);
    const completed = await complete(walletId, started.recoveryId);
    expect(completed.status).to.equal(RECOVERY_STATUS_COMPLETED);
    expect(await complete(walletId, started.recoveryId)).to.deep.equal(completed);

    const old = purse.key;
    purse.key = next;
    expect(await market.refusal("AuthorizePayment", await market.payment(purse, "1", old))).to.match(
      /KEY_RETIRED/,
    );
    await market.call("AuthorizePayment", await market.payment(purse));
    expect(await market.balance(purse)).to.equal("3");
    expect((await market.keys(purse)).map((key) => key.retirement)).to.deep.equal([
      undefined,
      KeyRetirement.KEY_RETIREMENT_RECOVERY,
    ]);
    expect((await market.wallet(purse)).recoveryId).to.equal(undefined);
  });

  it("is vetoed by the key that is not lost, also after the delay, and not by any other", async () => {
    for (const waited of [0, delaySeconds + day]) {
      const { recovery, purse, next } = await lost();
      const { recoveryId } = await market.started(purse, recovery, next);
      await market.wait(waited);
      for (const signer of [recovery, next, newKey()])
        expect(await market.refusal("VetoRecovery", await market.veto(purse, recoveryId, signer))).to.equal(
          "SIGNATURE_REFUSED JWS_SIGNATURE_INVALID authorization",
        );
      for (let turn = 0; turn < 2; turn++) {
        const answer = await market.call<{ recovery: Recovery }>(
          "VetoRecovery",
          await market.veto(purse, recoveryId),
        );
        expect(answer.recovery.status).to.equal(RECOVERY_STATUS_VETOED);
      }
      await market.wait(delaySeconds);
      expect(await market.refusal("CompleteRecovery", { walletId: purse.walletId, recoveryId })).to.equal(
        "STATE_FINAL RECOVERY_NOT_PENDING",
      );
      expect(await market.keys(purse)).to.have.length(1);
    }
  });

  it("ends when the holder replaces the key or the recovery key, which only who has the key can", async () => {
    for (const act of ["rotate", "register"] as const) {
      const { recovery, purse, next } = await lost();
      const started = await market.started(purse, recovery, next);
      noticed.length = 0;
      if (act === "rotate") await market.rotate(purse);
      else await market.call("SetRecoveryKey", await market.recoveryKey(purse, newKey()));
      expect((await get(started)).status).to.equal(RECOVERY_STATUS_VETOED);
      // The operator sees it as any other veto.
      expect(noticed.map(({ step }) => step)).to.deep.equal(["vetoed"]);
      await market.wait(delaySeconds);
      const asked = { walletId: purse.walletId, recoveryId: started.recoveryId };
      expect(await market.refusal("CompleteRecovery", asked)).to.equal("STATE_FINAL RECOVERY_NOT_PENDING");
    }
  });

  it("needs the recovery key: by nobody else, and where there is none not at all", async () => {
    const { recovery, purse, next } = await lost();
    const thief = newKey();
    for (const [request, reason] of [
      [await market.recovery(purse, thief, next), "JWS_SIGNATURE_INVALID authorization"],
      [await market.recovery(purse, purse.key, next), "JWS_SIGNATURE_INVALID authorization"],
      [await market.recovery(purse, recovery, next, { prover: thief }), "JWS_SIGNATURE_INVALID proof"],
      [
        await market.recovery(purse, recovery, next, { claims: { oldKey: thief.thumbprint } }),
        "JWS_CLAIM_MISMATCH authorization",
      ],
      [
        { ...(await market.recovery(purse, recovery, next)), holderKey: thief.jwk },
        "JWS_CLAIM_MISMATCH authorization",
      ],
      [
        await market.recovery(purse, recovery, next, { header: { typ: "pda-rotate+jws" } }),
        "JWS_TYPE_MISMATCH authorization",
      ],
    ] as const)
      expect(await market.refusal("StartRecovery", request)).to.equal(`SIGNATURE_REFUSED ${reason}`);
    const bare = await market.purse();
    expect(await market.refusal("StartRecovery", await market.recovery(bare, recovery, next))).to.equal(
      "STATE_FINAL RECOVERY_KEY_MISSING",
    );
    // The recovery key can do nothing else.
    expect(
      await market.refusal("RotateWalletKey", await market.rotation(purse, next, { signer: recovery })),
    ).to.match(/JWS_SIGNATURE_INVALID authorization/);
    expect(await market.refusal("AuthorizePayment", await market.payment(purse, "1", recovery))).to.match(
      /JWS_SIGNATURE_INVALID/,
    );
  });

  it("has a key that the holder registers and replaces, once for each statement", async () => {
    const purse = await market.purse();
    const [first, second] = [newKey(), newKey()];
    const request = await market.recoveryKey(purse, first);
    await market.call("SetRecoveryKey", request);
    await market.call("SetRecoveryKey", await market.recoveryKey(purse, second));
    // Sent again it has had its effect: it does not bring the first one back.
    await market.call("SetRecoveryKey", request);
    expect((await market.wallet(purse)).recoveryKeyThumbprint).to.equal(second.thumbprint);
    const nonce = JSON.parse(Buffer.from(request.authorization.split(".")[1]!, "base64url").toString()).nonce;
    const reused = await market.recoveryKey(purse, first, { claims: { nonce } });
    expect(await market.refusal("SetRecoveryKey", reused)).to.equal("ALREADY_DONE NONCE_USED");
    expect(
      await market.refusal("SetRecoveryKey", await market.recoveryKey(purse, first, { signer: first })),
    ).to.equal("SIGNATURE_REFUSED JWS_SIGNATURE_INVALID authorization");
    expect(await market.refusal("StartRecovery", await market.recovery(purse, first, newKey()))).to.match(
      /JWS_SIGNATURE_INVALID authorization/,
    );
  });

  it("has a key that is none of the holder's, and gives the holder one that is not the recovery key", async () => {
    const { recovery, purse } = await lost();
    const old = await market.rotate(purse);
    for (const own of [purse.key, old])
      expect(await market.refusal("SetRecoveryKey", await market.recoveryKey(purse, own))).to.equal(
        "INVALID_ARGUMENT KEY_WAS_HOLDER_KEY recovery_key",
      );
    expect(await market.refusal("CreateWallet", { holderKey: old.jwk, recoveryKey: old.jwk })).to.match(
      /^INVALID_ARGUMENT KEY_WAS_HOLDER_KEY recovery_key/,
    );
    for (const method of ["RotateWalletKey", "StartRecovery"] as const) {
      const request =
        method === "RotateWalletKey"
          ? await market.rotation(purse, recovery)
          : await market.recovery(purse, recovery, recovery);
      expect(await market.refusal(method, request)).to.equal(
        "INVALID_ARGUMENT KEY_IS_RECOVERY_KEY holder_key",
      );
    }
    for (const taken of [old, (await market.purse()).key])
      expect(await market.refusal("StartRecovery", await market.recovery(purse, recovery, taken))).to.equal(
        "ALREADY_EXISTS TAKEN holder_key",
      );
  });

  it("waits one at a time: a newer one takes its place, the same statement is the same one", async () => {
    const { recovery, purse, next } = await lost();
    const request = await market.recovery(purse, recovery, next);
    const first = (await market.call<{ recovery: Recovery }>("StartRecovery", request)).recovery;
    expect((await market.call<{ recovery: Recovery }>("StartRecovery", request)).recovery).to.deep.equal(
      first,
    );
    const second = await market.started(purse, recovery, newKey());
    expect((await get(first)).status).to.equal(RECOVERY_STATUS_REPLACED);
    // Sent again, the first one does not come back.
    expect((await market.call<{ recovery: Recovery }>("StartRecovery", request)).recovery.status).to.equal(
      RECOVERY_STATUS_REPLACED,
    );
    const { items } = await market.call<{ items: Recovery[] }>("ListRecoveries", {
      walletId: purse.walletId,
    });
    expect(items.map((item) => [item.recoveryId, item.status])).to.deep.equal([
      [second.recoveryId, RECOVERY_STATUS_PENDING],
      [first.recoveryId, RECOVERY_STATUS_REPLACED],
    ]);
  });

  it("is started once by a statement, whose signature anyone can write in another way", async () => {
    const { recovery, purse, next } = await lost();
    const request = await market.recovery(purse, recovery, next);
    const first = (await market.call<{ recovery: Recovery }>("StartRecovery", request)).recovery;
    const veto = await market.veto(purse, first.recoveryId);
    await market.call("VetoRecovery", veto);
    const again = { ...request, authorization: otherJws(request.authorization) };
    expect(again.authorization).not.to.equal(request.authorization);
    const answer = await market.call<{ recovery: Recovery }>("StartRecovery", again);
    expect(answer.recovery).to.include({ recoveryId: first.recoveryId, status: RECOVERY_STATUS_VETOED });
    expect((await market.wallet(purse)).recoveryId).to.equal(undefined);
  });

  it("expires after a month without being completed, and makes room for another", async () => {
    const { recovery, purse, next } = await lost();
    const started = await market.started(purse, recovery, next);
    await market.wait(delaySeconds + 30 * day);
    expect((await get(started)).status).to.equal(RECOVERY_STATUS_EXPIRED);
    expect((await market.wallet(purse)).recoveryId).to.equal(undefined);
    const asked = { walletId: purse.walletId, recoveryId: started.recoveryId };
    expect(await market.refusal("CompleteRecovery", asked)).to.equal("STATE_FINAL RECOVERY_NOT_PENDING");
    expect((await market.started(purse, recovery, newKey())).status).to.equal(RECOVERY_STATUS_PENDING);
    expect((await get(started)).status).to.equal(RECOVERY_STATUS_EXPIRED);
  });

  it("is started five times in a month at most", async () => {
    const { recovery, purse } = await lost();
    for (let turn = 0; turn < 5; turn++) await market.started(purse, recovery, newKey());
    expect(await market.refusal("StartRecovery", await market.recovery(purse, recovery, newKey()))).to.equal(
      "LIMIT_REACHED RECOVERY_LIMIT",
    );
    await market.wait(30 * day);
    await market.started(purse, recovery, newKey());
  });

  it("of another wallet is not found", async () => {
    const { recovery, purse, next } = await lost();
    const { recoveryId } = await market.started(purse, recovery, next);
    const other = await market.purse();
    const { walletId } = other;
    for (const id of [recoveryId, newId("recovery")]) {
      expect(await market.refusal("GetRecovery", { walletId, recoveryId: id })).to.equal(
        "NOT_FOUND NOT_FOUND",
      );
      expect(await market.refusal("CompleteRecovery", { walletId, recoveryId: id })).to.equal(
        "NOT_FOUND NOT_FOUND",
      );
      expect(await market.refusal("VetoRecovery", await market.veto(other, id))).to.equal(
        "NOT_FOUND NOT_FOUND",
      );
    }
  });

  it("is completed no earlier by a rule of the database too", async () => {
    const { recovery, purse, next } = await lost();
    const { recoveryId } = await market.started(purse, recovery, next);
    const early = market.harness.store.transact(async (tx) => {
      const open = (await tx.recoveries.get(purse.walletId, recoveryId))!;
      return tx.recoveries.end(open, "completed");
    });
    expect(
      await early.then(
        () => "done",
        (error: { constraint?: string }) => error.constraint,
      ),
    ).to.equal("wallet_recovery_waited");
  });
});
