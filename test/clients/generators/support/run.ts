// The service that the generators are tried with.
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
  return { ...targetOf(product), [Symbol.asyncDispose]: () => product.stop() };
}

/** Returns where a product is. */
export const targetOf = ({ baseUrl, pkiDir, operatorKey }: Product): Target => ({
  url: baseUrl,
  caFile: join(pkiDir, "tier/root.crt"),
  operatorKey,
});

/** One service with the document that it serves, and what the programs need in it. */
export class Trial implements AsyncDisposable {
  readonly #service: Service;
  readonly #folder = temporaryDirectory();
  readonly #document = join(this.#folder.path, "openapi.yaml");
  #settings: Record<string, string> = {};

  private constructor(service: Service) {
    this.#service = service;
  }

  static async begin({ url, caFile, operatorKey }: Target): Promise<Trial> {
    const trial = new Trial(new Service(url, readFileSync(caFile, "utf8"), operatorKey));
    writeFileSync(trial.#document, await trial.#service.document());
    const assetType = await trial.#service.assetType();
    await trial.#service.failedPayment(assetType);
    trial.#settings = {
      PDA_URL: url,
      PDA_CA_FILE: caFile,
      PDA_API_KEY: operatorKey,
      ASSET_TYPE: assetType,
      DOCUMENT: trial.#document,
      // Generators in Java run for seconds here, in which the thorough compiler of the JVM costs more time than it saves.
      JDK_JAVA_OPTIONS: "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    };
    return trial;
  }

  /** Tries a generator. @param depth how far to go */
  try(generator: Generator, depth: Depth): Promise<Attempt> {
    return attempt(generator, depth, this.#service, this.#settings);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}
