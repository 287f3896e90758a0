// The service that the clients are run against, and the relay in front of it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRoot, issueLeaf } from "../../../src/pki/authority.ts";
import { layout } from "../../../src/pki/names.ts";
import { Product } from "../../support/product.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { Relay } from "./relay.ts";

/** A running service behind its relay. */
export interface Service extends AsyncDisposable {
  readonly relay: Relay;
  /** The environment variables of clients/conformance/README.md. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts a product, or uses the service of `PDA_URL`. @throws Error if `PDA_URL` comes without the operator's key */
export function openService(): Promise<Service> {
  return process.env.PDA_URL ? useService(process.env.PDA_URL) : startService();
}

async function startService(): Promise<Service> {
  const undo = new AsyncDisposableStack();
  const product = undo.use(await Product.start());
  const { https, root } = layout(product.pkiDir);
  const relay = undo.use(
    await Relay.start({
      target: product.baseUrl,
      targetCa: product.ca,
      cert: readFileSync(https.cert, "utf8"),
      key: readFileSync(https.key, "utf8"),
    }),
  );
  return { relay, settings: settingsOf(relay, root.cert, product.operatorKey), ...disposal(undo) };
}

async function useService(target: string): Promise<Service> {
  const { PDA_CA_FILE, PDA_OPERATOR_KEY } = process.env;
  if (!PDA_OPERATOR_KEY) throw new Error("PDA_URL needs PDA_OPERATOR_KEY: set it to an operator's API key");
  const undo = new AsyncDisposableStack();
  const folder = undo.use(temporaryDirectory());
  // The key of that service's certificate is not here, so the relay has a certificate of its own.
  const root = await createRoot("Relay of make clients", 1);
  const leaf = await issueLeaf(root, {
    commonName: "localhost",
    dns: ["localhost"],
    ip: ["127.0.0.1", "::1"],
    usages: ["server"],
    days: 1,
  });
  const rootFile = join(folder.path, "relay-root.crt");
  writeFileSync(rootFile, root.cert);
  const targetCa = PDA_CA_FILE ? readFileSync(PDA_CA_FILE, "utf8") : undefined;
  const relay = undo.use(await Relay.start({ target, targetCa, ...leaf }));
  return { relay, settings: settingsOf(relay, rootFile, PDA_OPERATOR_KEY), ...disposal(undo) };
}

/** The programs reach the service through the relay, too, which counts what they send. */
const settingsOf = (relay: Relay, caFile: string, operatorKey: string): Record<string, string> => ({
  PDA_URL: `${relay.url}/plain`,
  PDA_CA_FILE: caFile,
  PDA_OPERATOR_KEY: operatorKey,
  PDA_RELAY_URL: relay.url,
});

const disposal = (undo: AsyncDisposableStack): AsyncDisposable => ({
  [Symbol.asyncDispose]: () => undo.disposeAsync(),
});
