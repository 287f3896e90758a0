// What a holder does with its wallet besides paying: gives value to another, replaces its key, has a lost one replaced.
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectEqual, expectRefused } from "../../src/cli/demo/expect.ts";
import { holderKey, type KeyPair, newKeyPair } from "../../src/cli/demo/keys.ts";
import { keyThumbprint, signStatement } from "../support/holder-signatures.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";
import type { WalletState } from "../../src/cli/demo/parts/wallet.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";

/** Calls each operation on keys and transactions of wallets. */
export async function walletsPart(demo: Demo, publisher: PublisherState): Promise<void> {
  const { data: challenge } = await demo.operator.POST("/api/v1/verification/challenges", {
    body: { assetId: newId("asset") },
  });
  const aud = challenge.audience;
  const [ann, ben] = [await newWallet(demo), await newWallet(demo)];
  await transfers(demo, publisher, { ann, ben, aud });
  const rotated = await rotation(demo, ann, aud);
  await recovery(demo, rotated, aud);
}

const inPath = ({ walletId }: WalletState) => ({ params: { path: { walletId } } });

async function newWallet(demo: Demo): Promise<WalletState> {
  const keys = await newKeyPair();
  const { data } = await demo.operator.POST("/api/v1/wallets", {
    body: { holderKey: await holderKey(keys) },
  });
  return { walletId: data.walletId, keys };
}

async function transfers(
  demo: Demo,
  { assetType }: PublisherState,
  { ann, ben, aud }: { ann: WalletState; ben: WalletState; aud: string },
): Promise<void> {
  const api = demo.operator;
  await demo.step("get test value", () =>
    api.POST("/api/v1/sandbox/wallets/{walletId}/fund", {
      params: { path: { walletId: ann.walletId } },
      body: { assetType, amount: "20" },
    }),
  );
  const give = async (from: WalletState, to: WalletState, amount: string, signer = from.keys) => {
    const said = { toWalletId: to.walletId, amount, assetType };
    const claims = { aud, walletId: from.walletId, ...said };
    const authorization = await signStatement(signer, "pda-value-transfer+jws", claims);
    return api.POST("/api/v1/wallets/{walletId}/value-transfers", {
      ...inPath(from),
      body: { ...said, authorization },
    });
  };
  const sent = await demo.step("give value to another wallet", () => give(ann, ben, "7.5"));
  await demo.step("more than there is", () => expectRefused(give(ben, ann, "8"), "SVC-4223"));
  await demo.step("signed by somebody else", () => expectRefused(give(ann, ben, "1", ben.keys), "SVC-4031"));
  await demo.step("to a wallet that there is not", () =>
    expectRefused(give(ann, { ...ben, walletId: newId("wallet") }, "1"), "SVC-4221"),
  );
  const { transactionId } = sent.data;
  const received = await demo.step("the receiver sees where it comes from", () =>
    api.GET("/api/v1/wallets/{walletId}/transactions/{transactionId}", {
      params: { path: { walletId: ben.walletId, transactionId } },
    }),
  );
  expectEqual("otherWalletId", received.data.otherWalletId, ann.walletId);
  await demo.step("list the transactions of a wallet", () =>
    api.GET("/api/v1/wallets/{walletId}/transactions", inPath(ann)),
  );
}

/** Both keys of a change sign the same. */
async function signatures(type: string, by: KeyPair, next: KeyPair, claims: Record<string, unknown>) {
  return {
    holderKey: await holderKey(next),
    authorization: await signStatement(by, type, claims),
    proof: await signStatement(next, type, claims),
  };
}

async function claimsOf({ walletId, keys }: WalletState, next: KeyPair, aud: string) {
  return { aud, walletId, oldKey: await keyThumbprint(keys), newKey: await keyThumbprint(next) };
}

async function rotation(demo: Demo, wallet: WalletState, aud: string): Promise<WalletState> {
  const api = demo.operator;
  const next = await newKeyPair();
  const body = await signatures("pda-rotate+jws", wallet.keys, next, await claimsOf(wallet, next, aud));
  const rotate = () => api.POST("/api/v1/wallets/{walletId}/keys/rotate", { ...inPath(wallet), body });
  const { data } = await demo.step("replace the key of a wallet", rotate);
  expectEqual("keyThumbprint", data.keyThumbprint, await keyThumbprint(next));
  await demo.step("a statement of the key that was replaced", () =>
    expectRefused(rotate(), "SVC-4031", "KEY_RETIRED"),
  );
  await demo.step("list the keys of a wallet", () =>
    api.GET("/api/v1/wallets/{walletId}/keys", inPath(wallet)),
  );
  return { ...wallet, keys: next };
}

async function recovery(demo: Demo, wallet: WalletState, aud: string): Promise<void> {
  const api = demo.operator;
  const { walletId, keys } = wallet;
  const [custodian, next] = [await newKeyPair(), await newKeyPair()];
  const start = async () => {
    const claims = await claimsOf(wallet, next, aud);
    const body = await signatures("pda-recover+jws", custodian, next, claims);
    return api.POST("/api/v1/wallets/{walletId}/recoveries", { ...inPath(wallet), body });
  };
  await demo.step("a wallet without recovery key cannot be recovered", () =>
    expectRefused(start(), "SVC-4091", "RECOVERY_KEY_MISSING"),
  );
  const recoveryKey = await keyThumbprint(custodian);
  const authorization = await signStatement(keys, "pda-recovery-key+jws", { aud, walletId, recoveryKey });
  await demo.step("register a recovery key", async () =>
    api.POST("/api/v1/wallets/{walletId}/recovery-key", {
      ...inPath(wallet),
      body: { recoveryKey: await holderKey(custodian), authorization },
    }),
  );
  const of = (recoveryId: string) => ({ params: { path: { walletId, recoveryId } } });
  const complete = (recoveryId: string) =>
    api.POST("/api/v1/wallets/{walletId}/recoveries/{recoveryId}/complete", of(recoveryId));
  const first = (await demo.step("start a recovery", start)).data;
  await demo.step("retrieve a recovery", () =>
    api.GET("/api/v1/wallets/{walletId}/recoveries/{recoveryId}", of(first.recoveryId)),
  );
  await demo.step("complete it before its time", () =>
    expectRefused(complete(first.recoveryId), "SVC-4096", "RECOVERY_TOO_EARLY"),
  );
  await demo.step("the holder vetoes it", async () => {
    const claims = { aud, walletId, recoveryId: first.recoveryId };
    return api.POST("/api/v1/wallets/{walletId}/recoveries/{recoveryId}/veto", {
      ...of(first.recoveryId),
      body: { authorization: await signStatement(keys, "pda-veto+jws", claims) },
    });
  });
  await demo.step("the alarms that are raised now", () => demo.operator.GET("/api/v1/operator/alarms"));
  const second = (await start()).data;
  await api.POST("/api/v1/sandbox/clock/advance", { body: { seconds: "259200" } });
  await demo.step("complete a recovery", () => complete(second.recoveryId));
  await demo.step("list the recoveries of a wallet", () =>
    api.GET("/api/v1/wallets/{walletId}/recoveries", inPath(wallet)),
  );
}
