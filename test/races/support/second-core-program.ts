// The verification services in a process of their own. Reads lines: first where their database, data key and trust root are, then one
// for each call. Ends when there are no more.
import { createInterface } from "node:readline";
import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { logger } from "../../../src/logger.ts";
import { Failure } from "../../../src/rpc/failure.ts";
import { Pipeline } from "../../../src/rpc/pipeline.ts";
import { KeyRing } from "../../../src/rpc/key-ring.ts";
import { Sealer } from "../../../src/rpc/seal.ts";
import { loadTrustAuthority } from "../../../src/services/authority/trust-authority.ts";
import { StatusLists } from "../../../src/services/revocation/status-lists.ts";
import { Receipts } from "../../../src/services/signing/receipts.ts";
import { SigningKeys } from "../../../src/services/signing/signing-keys.ts";
import { verificationService } from "../../../src/services/verification/index.ts";
import { Store } from "../../../src/store/store.ts";
import { OwnershipTags } from "../../../src/trust/ownership/tags.ts";
import { assetDomain, publicUrl } from "../../services/support/names.ts";

const lines = createInterface({ input: process.stdin });
let pipeline: Pipeline | undefined;
let store: Store | undefined;
const running = new Set<Promise<void>>();

for await (const line of lines) {
  const message = JSON.parse(line);
  if (!pipeline) {
    const sealer = new Sealer(KeyRing.derivedFrom(Buffer.from(message.dataKey, "hex")));
    const trust = loadTrustAuthority({ dir: message.trustDir, assetDomain, sealer });
    store = new Store({ url: message.url, poolMax: 10, statementTimeoutMs: 30_000 });
    const signingKeys = new SigningKeys({ store, sealer });
    await signingKeys.load();
    const statusLists = new StatusLists({ store, sealer, keys: signingKeys, publicUrl });
    await statusLists.load();
    const receipts = new Receipts({ keys: signingKeys, issuer: publicUrl });
    const ownershipTags = new OwnershipTags(Buffer.from(message.dataKey, "hex"));
    pipeline = new Pipeline(
      verificationService({ trust, publicUrl, sealer, receipts, statusLists, signingKeys, ownershipTags }),
      {
        store,
        sealer,
        log: logger("test", { level: "silent" }),
        sandbox: true,
        closedOperations: [],
      },
    );
    console.log("ready");
    continue;
  }
  const call = answer(pipeline, message);
  running.add(call);
  void call.finally(() => running.delete(call));
}
await Promise.all(running);
await store?.close();

interface Asked {
  readonly id: number;
  /** Full path of the method. */
  readonly path: string;
  readonly principal: Principal;
  readonly request: string;
}

/** The answer, or of a call that failed the reason and the message. */
async function answer(core: Pipeline, { id, path, principal, request }: Asked): Promise<void> {
  try {
    const { response } = await core.call(
      path,
      Buffer.from(request, "base64"),
      { principal, peer: "gateway" },
      { requestId: "test", deadlineMs: Date.now() + 30_000, signal: new AbortController().signal },
    );
    console.log(JSON.stringify({ id, response: Buffer.from(response).toString("base64") }));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(JSON.stringify({ id, failed: { reason: error.reason, message: error.message } }));
  }
}
