// Tries generators one after the other against one service.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Product } from "../../../support/product.ts";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";
import { type Attempt, attempt, type Depth } from "./attempt.ts";
import type { Generator } from "./catalogue.ts";
import { Service } from "./service.ts";

/** Where the service is, the file of its root certificate, and an operator's key. */
export interface Target {
  readonly url: string;
  readonly caFile: string;
  readonly operatorKey: string;
}

/** Starts a product, or uses the service of `PDA_URL`. @throws Error if `PDA_URL` comes without its certificate or key */
export async function openTarget(): Promise<Target & AsyncDisposable> {
  const { PDA_URL, PDA_CA_FILE, PDA_OPERATOR_KEY } = process.env;
  if (PDA_URL) {
    if (!PDA_CA_FILE || !PDA_OPERATOR_KEY) throw new Error("PDA_URL needs PDA_CA_FILE and PDA_OPERATOR_KEY");
    return {
      url: PDA_URL,
      caFile: PDA_CA_FILE,
      operatorKey: PDA_OPERATOR_KEY,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const product = await Product.start();
  return {
    url: product.baseUrl,
    caFile: join(product.pkiDir, "tier/root.crt"),
    operatorKey: product.operatorKey,
    [Symbol.asyncDispose]: () => product.stop(),
  };
}

/** Tries generators with the document that the service serves. @param depth how far to go with each */
export async function* tryGenerators(
  generators: readonly Generator[],
  { url, caFile, operatorKey }: Target,
  depth: (generator: Generator) => Depth = () => "call",
): AsyncGenerator<Attempt> {
  await using service = new Service(url, readFileSync(caFile, "utf8"), operatorKey);
  using folder = temporaryDirectory();
  const document = join(folder.path, "openapi.yaml");
  writeFileSync(document, await service.document());
  const assetType = await service.assetType();
  await service.failedPayment(assetType);
  const settings = {
    PDA_URL: url,
    PDA_CA_FILE: caFile,
    PDA_API_KEY: operatorKey,
    ASSET_TYPE: assetType,
  };
  for (const generator of generators)
    yield await attempt(generator, document, depth(generator), service, settings);
}
