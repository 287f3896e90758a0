// The client libraries call the gateway with keys of their own: a JWT for each attempt, signed requests, the key of a wallet.
import { expect } from "chai";
import { createPdaClient, type PdaClientOptions, PdaError } from "../../clients/typescript/src/index.ts";
import { callerKey, proofOf } from "../support/access-tokens.ts";
import { type Product, sharedProduct } from "../support/product.ts";

type Algorithm = Parameters<typeof callerKey>[0];

describe("client libraries with keys of their own", function () {
  this.timeout(120_000);
  let product: Product;
  let merchantId: string;

  before(async () => {
    product = await sharedProduct();
    const { data } = await product.client().POST("/api/v1/merchants", { body: { name: "Shop" } });
    merchantId = data.merchantId;
  });

  const register = async (algorithm: Algorithm) => {
    const key = callerKey(algorithm);
    const proof = await proofOf(key, product.baseUrl, merchantId);
    const { data } = await product.client().POST("/api/v1/merchants/{merchantId}/public-keys", {
      params: { path: { merchantId } },
      body: { name: "office", scopes: ["merchants.read"], publicKey: key.publicKey, proof },
    });
    const privateKey = key.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    return { publicKeyId: data.publicKeyId, privateKey };
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

    for (const algorithm of ["ES256", "EdDSA"] as const)
      it(`read by a signature, ${algorithm}, alone and beside a JWT`, async () => {
        const publicKey = await register(algorithm);
        const { publicKeyId: keyId, privateKey } = publicKey;
        expect(await nameOf({ signature: { keyId, privateKey } })).to.equal("Shop");
        expect(await nameOf({ publicKey, signature: { keyId, privateKey } })).to.equal("Shop");
      });

    it("are refused with a signature of another key than they say", async () => {
      const { publicKeyId: keyId } = await register("ES256");
      const { privateKey } = await register("ES256");
      const refusal = await nameOf({ signature: { keyId, privateKey } }).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(PdaError).and.include({ reason: "REQUEST_SIGNATURE_REFUSED" });
    });
  });
});
