// The deliveries of a worker as a process of its own, which a test can kill.
import { KeyRing } from "../../../src/rpc/key-ring.ts";
import { Sealer } from "../../../src/rpc/seal.ts";
import { EventSignals } from "../../../src/store/event/signals.ts";
import { SigningKeys } from "../../../src/services/signing/signing-keys.ts";
import { Store } from "../../../src/store/store.ts";
import { startDelivery } from "../../../src/workers/delivery/index.ts";
import { recordingLog } from "../../chain/support/log.ts";

const [url, dataKey, caFile] = process.argv.slice(2) as [string, string, string];

const store = new Store({ url, poolMax: 5, statementTimeoutMs: 30_000 });
const sealer = new Sealer(KeyRing.derivedFrom(Buffer.from(dataKey, "base64")));
const signingKeys = new SigningKeys({ store, sealer });
await signingKeys.load();
startDelivery({
  store,
  signals: new EventSignals({ url, onError: () => undefined }),
  sealer,
  signingKeys,
  publicUrl: "https://pda.example",
  rules: { loopback: true, ports: [{ from: 1, to: 65_535 }], allowedNetworks: [], refusedNetworks: [] },
  caFile,
  pollMs: 50,
  log: recordingLog().log,
});
process.send?.("ready");
