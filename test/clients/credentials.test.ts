// The clients in Go and Java prove who calls by each mechanism, from their environment, to a running service.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type CallerKey, callerKey, proofOf } from "../support/access-tokens.ts";
import { ask } from "../e2e/support/http.ts";
import { publisher } from "../e2e/support/scene.ts";
import { delegation } from "../support/delegations.ts";
import { boundToken, thumbprintOf } from "../support/dpop-proofs.ts";
import { holderKey } from "../support/fixtures.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import type { Report } from "./support/judge.ts";
import { runProgram } from "./support/run-program.ts";

const tools = { go: ["go"], java: ["java", "mvn"] } as const;
type Settings = Readonly<Record<string, string>>;

describe("credentials of the clients", function () {
  // With building the clients.
  this.timeout(900_000);
  const folder = temporaryDirectory();
  let product: Product;
  let merchantId: string;
  let assetType: string;
  let apiKey: string;

  before(async () => {
    product = await Product.start();
    assetType = (await publisher(product)).assetType;
    merchantId = (await operator("/merchants", { name: "Corner shop" })).merchantId;
    const key = { name: "till", scopes: ["payments.read", "payments.write"] };
    apiKey = (await operator(`/merchants/${merchantId}/api-keys`, key)).secret;
  });
  after(async () => {
    await product?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const operator = async (path: string, body: object) => {
    const { status, text, json } = await ask(product, `/api/v1${path}`, { key: product.operatorKey, body });
    expect(status, text).to.equal(201);
    return json.data;
  };
  const saved = (text: string | Buffer): string => {
    const path = join(folder.path, randomUUID());
    writeFileSync(path, text);
    return path;
  };
  const fileOf = ({ privateKey }: Pick<CallerKey, "privateKey">): string =>
    saved(privateKey.export({ format: "pem", type: "pkcs8" }));
  /** Registers a new key of the merchant. @returns its identifier and the file of the private key */
  const registered = async (algorithm: CallerKey["algorithm"]) => {
    const key = callerKey(algorithm);
    const { publicKeyId } = await operator(`/merchants/${merchantId}/public-keys`, {
      name: "till",
      scopes: ["payments.read", "payments.write"],
      publicKey: key.publicKey,
      proof: await proofOf(key, product.baseUrl, merchantId),
    });
    return { id: publicKeyId as string, file: fileOf(key), key };
  };
  const run = async (language: string, steps: "merchant" | "holder", credential: Settings) => {
    const settings = {
      PDA_URL: product.baseUrl,
      PDA_CA_FILE: join(product.pkiDir, "tier/root.crt"),
      PDA_TRY_MERCHANT: merchantId,
      PDA_TRY_ASSET_TYPE: assetType,
      ...credential,
    };
    const reports: Report[] = [];
    const { problems, said } = await runProgram(language, settings, (report) => reports.push(report), steps);
    return { problems: [...problems, ...reports.filter(({ ok }) => !ok)], count: reports.length, said };
  };

  const merchants: readonly [string, () => Promise<Settings>][] = [
    ...(["ES256", "EdDSA", "PS256"] as const).map((algorithm): [string, () => Promise<Settings>] => [
      `a JWT of a registered key by ${algorithm}`,
      async () => {
        const { id, file } = await registered(algorithm);
        return { PDA_PUBLIC_KEY_ID: id, PDA_SIGNING_KEY_FILE: file };
      },
    ]),
    ...(["ES256", "EdDSA", "PS256"] as const).map((algorithm): [string, () => Promise<Settings>] => [
      `a signature of a registered key by ${algorithm}`,
      async () => {
        const { id, file } = await registered(algorithm);
        return { PDA_SIGNATURE_KEY_ID: id, PDA_SIGNATURE_KEY_FILE: file };
      },
    ]),
    [
      "a signature beside an API key",
      async () => {
        const { id, file } = await registered("ES256");
        return { PDA_API_KEY: apiKey, PDA_SIGNATURE_KEY_ID: id, PDA_SIGNATURE_KEY_FILE: file };
      },
    ],
    [
      "a token that is bound to a key (DPoP)",
      async () => {
        const { id, file, key } = await registered("ES256");
        return {
          PDA_TRY_TOKEN: await boundToken(key, product.baseUrl, { kid: id }),
          PDA_TRY_DPOP_KEY_FILE: file,
          PDA_TRY_DPOP_PUBLIC_KEY_FILE: saved(key.publicKey),
        };
      },
    ],
    [
      "a delegation",
      async () => {
        const { id: kid, key } = await registered("PS256");
        const delegate = callerKey();
        const to = await thumbprintOf(delegate);
        const operations = ["ListPayments", "CreatePayment", "CancelPayment"];
        return {
          PDA_TRY_TOKEN: await delegation(
            key,
            { kid, aud: product.baseUrl, to },
            { details: { operations } },
          ),
          PDA_TRY_DPOP_KEY_FILE: fileOf(delegate),
          PDA_TRY_DPOP_PUBLIC_KEY_FILE: saved(delegate.publicKey),
        };
      },
    ],
  ];
  for (const [language, programs] of Object.entries(tools)) {
    const missing = programs.filter(
      (program) => spawnSync("sh", ["-c", 'command -v "$1"', "sh", program]).status !== 0,
    );
    const test = missing.length === 0 ? it : it.skip;
    for (const [name, credential] of merchants)
      test(`${language}: ${name}`, async () => {
        const { problems, count, said } = await run(language, "merchant", await credential());
        expect(problems, said).to.deep.equal([]);
        expect(count, said).to.equal(2);
      });

    test(`${language}: a signature of a wallet's key, by its thumbprint`, async () => {
      const { privateKey, jwk } = holderKey();
      const { problems, count, said } = await run(language, "holder", {
        PDA_SIGNATURE_KEY_FILE: fileOf({ privateKey }),
        PDA_TRY_HOLDER_KEY: JSON.stringify(jwk),
      });
      expect(problems, said).to.deep.equal([]);
      expect(count, said).to.equal(1);
    });

    test(`${language}: a key of nobody is refused`, async () => {
      const { problems, count, said } = await run(language, "merchant", {
        PDA_SIGNATURE_KEY_FILE: fileOf(callerKey()),
      });
      expect(count, said).to.equal(2);
      expect(problems).to.have.length(2);
      expect(JSON.stringify(problems)).to.contain("SVC-4011");
    });
  }
});
