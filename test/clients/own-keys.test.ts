// The client libraries call the gateway with keys of their own: a JWT for each attempt, signed requests, bound tokens, the key of a wallet.
import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { createPdaClient, type PdaClientOptions, PdaError } from "../../clients/typescript/src/index.ts";
import { layout } from "../../src/pki/names.ts";
import { type CallerKey, callerKey, proofOf } from "../support/access-tokens.ts";
import { delegation } from "../support/delegations.ts";
import { boundToken, thumbprintOf } from "../support/dpop-proofs.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { alone } from "./support/alone.ts";

const run = promisify(execFile);
const clients = join(import.meta.dirname, "../../clients");

interface Registered {
  readonly publicKeyId: string;
  /** PEM. */
  readonly privateKey: string;
  /** A JWT that is bound to the key, for many requests. */
  readonly token: string;
}

describe("client libraries with keys of their own", function () {
  this.timeout(120_000);
  let product: Product;
  let merchantId: string;

  before(async () => {
    product = await sharedProduct();
    const { data } = await product.client().POST("/api/v1/merchants", { body: { name: "Shop" } });
    merchantId = data.merchantId;
  });

  const pemOf = ({ privateKey }: CallerKey): string =>
    privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const registerKey = async (key: CallerKey) => {
    const proof = await proofOf(key, product.baseUrl, merchantId);
    const { data } = await product.client().POST("/api/v1/merchants/{merchantId}/public-keys", {
      params: { path: { merchantId } },
      body: { name: "office", scopes: ["merchants.read"], publicKey: key.publicKey, proof },
    });
    return data;
  };
  const register = async (algorithm: CallerKey["algorithm"]): Promise<Registered> => {
    const key = callerKey(algorithm);
    const { publicKeyId } = await registerKey(key);
    const token = await boundToken(key, product.baseUrl, { kid: publicKeyId });
    return { publicKeyId, privateKey: pemOf(key), token };
  };

  /** A delegation of a key that is registered, and the private key of the delegate. */
  const delegated = async (
    algorithm: CallerKey["algorithm"],
    ...operations: string[]
  ): Promise<Registered> => {
    const owner = callerKey(algorithm);
    const delegate = callerKey();
    const { publicKeyId } = await registerKey(owner);
    const to = await thumbprintOf(delegate);
    const names = { kid: publicKeyId, aud: product.baseUrl, to };
    const token = await delegation(owner, names, { details: { operations } });
    return { publicKeyId, privateKey: pemOf(delegate), token };
  };

  describe("in TypeScript", () => {
    const nameOf = async (options: PdaClientOptions): Promise<string> => {
      await using api = createPdaClient({ baseUrl: product.baseUrl, ca: product.ca, ...options });
      const { data } = await api.GET("/api/v1/merchants/{merchantId}", { params: { path: { merchantId } } });
      return data.name;
    };

    for (const algorithm of ["ES256", "EdDSA", "PS256"] as const)
      it(`read by a JWT, ${algorithm}`, async () => {
        expect(await nameOf({ publicKey: await register(algorithm) })).to.equal("Shop");
      });

    for (const algorithm of ["ES256", "EdDSA", "PS256"] as const)
      it(`read by a signature, ${algorithm}, alone and beside a JWT`, async () => {
        const publicKey = await register(algorithm);
        const { publicKeyId: keyId, privateKey } = publicKey;
        expect(await nameOf({ signature: { keyId, privateKey } })).to.equal("Shop");
        expect(await nameOf({ publicKey, signature: { keyId, privateKey } })).to.equal("Shop");
      });

    for (const algorithm of ["ES256", "EdDSA", "PS256"] as const)
      it(`read by a bound token and proofs of its key, ${algorithm}, challenged for a nonce`, async () => {
        const { token, privateKey } = await register(algorithm);
        let asks = 0;
        const accessToken = (): string => {
          asks += 1;
          return token;
        };
        expect(await nameOf({ dpop: { accessToken, privateKey } })).to.equal("Shop");
        expect(asks).to.equal(2);
      });

    for (const algorithm of ["ES256", "EdDSA", "PS256"] as const)
      it(`read by a delegation of a key, ${algorithm}, and are refused what it does not name`, async () => {
        const { token, privateKey } = await delegated(algorithm, "GetMerchant");
        expect(await nameOf({ dpop: { accessToken: () => token, privateKey } })).to.equal("Shop");
        const other = await delegated(algorithm, "ListPayments");
        const dpop = { accessToken: () => other.token, privateKey: other.privateKey };
        const refusal = await nameOf({ dpop }).catch((error: unknown) => error);
        expect(refusal).to.be.instanceOf(PdaError).and.include({ status: 403 });
      });

    it("read by a bound token beside a signature, without repeats", async () => {
      const { publicKeyId: keyId, token, privateKey } = await register("ES256");
      const dpop = { accessToken: () => token, privateKey };
      const retry = { attemptsMax: 1 };
      expect(await nameOf({ dpop, signature: { keyId, privateKey }, retry })).to.equal("Shop");
    });

    it("are refused with a bound token and proofs of another key", async () => {
      const { token } = await register("ES256");
      const { privateKey } = await register("ES256");
      const refusal = await nameOf({ dpop: { accessToken: () => token, privateKey } }).catch(
        (error: unknown) => error,
      );
      expect(refusal).to.be.instanceOf(PdaError).and.include({ status: 401 });
    });

    it("are refused with a signature of another key than they say", async () => {
      const { publicKeyId: keyId } = await register("ES256");
      const { privateKey } = await register("ES256");
      const refusal = await nameOf({ signature: { keyId, privateKey } }).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(PdaError).and.include({ reason: "REQUEST_SIGNATURE_REFUSED" });
    });
  });

  it("in Python, named by the environment: by JWTs, signatures and bound tokens of each kind of key", async function () {
    // With installing the generator.
    this.timeout(600_000);
    if (spawnSync("python3", ["--version"]).status !== 0) this.skip();
    using folder = temporaryDirectory();
    const fileOf = (privateKey: string): string => {
      const file = join(folder.path, randomUUID());
      writeFileSync(file, privateKey);
      return file;
    };
    const byJwt = ({ publicKeyId, privateKey }: Registered) => ({
      MERCHANT_ID: merchantId,
      PDA_PUBLIC_KEY_ID: publicKeyId,
      PDA_SIGNING_KEY_FILE: fileOf(privateKey),
    });
    const bySignature = ({ publicKeyId, privateKey }: Registered) => ({
      MERCHANT_ID: merchantId,
      PDA_SIGNATURE_KEY_ID: publicKeyId,
      PDA_SIGNATURE_KEY_FILE: fileOf(privateKey),
    });
    const byToken = ({ token, privateKey }: Registered) => ({
      MERCHANT_ID: merchantId,
      ACCESS_TOKEN: token,
      DPOP_KEY_FILE: fileOf(privateKey),
    });
    const [p256, ed25519, rsa] = await Promise.all([register("ES256"), register("EdDSA"), register("PS256")]);
    const cases: [environment: Readonly<Record<string, string>>, answer: unknown][] = [
      [byJwt(p256), ["Shop", "Shop"]],
      [byJwt(ed25519), ["Shop", "Shop"]],
      [byJwt(rsa), ["Shop", "Shop"]],
      [bySignature(p256), ["Shop", "Shop"]],
      [bySignature(ed25519), ["Shop", "Shop"]],
      [bySignature(rsa), ["Shop", "Shop"]],
      [{ ...byJwt(ed25519), ...bySignature(ed25519) }, ["Shop", "Shop"]],
      [byToken(p256), ["Shop", "Shop"]],
      [byToken(ed25519), ["Shop", "Shop"]],
      [byToken(rsa), ["Shop", "Shop"]],
      [{ ...byToken(p256), ...bySignature(p256) }, ["Shop", "Shop"]],
      [byToken(await delegated("PS256", "GetMerchant")), ["Shop", "Shop"]],
      [byToken({ ...p256, privateKey: rsa.privateKey }), "TOKEN_BOUND"],
      [bySignature({ ...ed25519, privateKey: p256.privateKey }), "REQUEST_SIGNATURE_REFUSED"],
      [{ PDA_SIGNATURE_KEY_FILE: fileOf(pemOf(callerKey())) }, []],
    ];
    const { stdout, stderr } = await alone("python", async () => {
      await run(join(clients, "python/generate"));
      return spawnSync(
        join(clients, "python/.venv/bin/python"),
        [join(import.meta.dirname, "own-keys/own_keys.py")],
        {
          input: JSON.stringify(cases.map(([environment]) => environment)),
          encoding: "utf8",
          env: {
            PATH: process.env.PATH,
            PYTHONPATH: join(clients, "python/src"),
            PDA_URL: product.baseUrl,
            PDA_CA_FILE: layout(product.pkiDir).root.cert,
          },
        },
      );
    });
    expect(stderr).to.equal("");
    expect(JSON.parse(stdout)).to.deep.equal(cases.map(([, answer]) => answer));
  });
});
