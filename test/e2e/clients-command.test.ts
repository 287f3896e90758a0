// `pda clients`: who may ask the embedded authorisation server for access tokens, beside a running service.
import { expect } from "chai";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { callerKey, proofOf } from "../support/access-tokens.ts";
import { pda } from "../platform/program.ts";
import { Product } from "../support/product.ts";
import { ask } from "./support/http.ts";

describe("pda clients", function () {
  this.timeout(120_000);
  let product: Product;
  before(async () => {
    product = await Product.start();
  });
  after(() => product?.[Symbol.asyncDispose]());

  it("lists programs, keys and certificates that may get tokens, and no others", async () => {
    const operator = async (path: string, body: object) => {
      const { json, text } = await ask(product, `/api/v1/${path}`, { key: product.operatorKey, body });
      expect(json.success, text).to.equal(true);
      return json.data;
    };
    const clients = async () => {
      const { code, stdout, stderr } = await product.pda("clients", "list", "--json");
      expect(code, stderr).to.equal(0);
      return JSON.parse(stdout).items;
    };
    const program = {
      id: "command-line",
      authentication: "none",
      owner: "who signs in",
      name: "A program on this machine",
      redirectUris: ["http://127.0.0.1/callback", "http://[::1]/callback"],
    };
    const before = await clients();

    const { merchantId } = await operator("merchants", { name: "Shop" });
    const register = async (name: string): Promise<string> => {
      const key = callerKey("EdDSA");
      const proof = await proofOf(key, product.baseUrl, merchantId);
      const scopes = ["payments.read"];
      const body = { name, scopes, publicKey: key.publicKey, proof };
      return (await operator(`merchants/${merchantId}/public-keys`, body)).publicKeyId;
    };
    const certify = async () =>
      operator(`merchants/${merchantId}/certificates`, {
        certificateSigningRequest: newRequest(newKey()),
        role: "cashier",
      });
    const [keyId, revokedKey] = [await register("till"), await register("old")];
    const [certificate, revoked] = [await certify(), await certify()];
    await operator(`merchants/${merchantId}/public-keys/${revokedKey}/revoke`, {});
    await operator(`merchants/${merchantId}/certificates/${revoked.certificateId}/revoke`, {});

    expect(await clients()).to.deep.equal([
      ...before,
      {
        id: keyId,
        authentication: "private_key_jwt",
        owner: merchantId,
        name: "till",
        scopes: ["payments.read"],
      },
      {
        id: certificate.certificateId,
        authentication: "tls_client_auth",
        owner: merchantId,
        scopes: certificate.scopes,
        role: "cashier",
        expireTime: new Date(certificate.notAfterTime).toISOString(),
      },
    ]);
    const ownConsole = {
      ...program,
      id: "console",
      name: "Console",
      redirectUris: [`${product.baseUrl}/console/signed-in`],
    };
    expect(before).to.deep.equal([program, ownConsole]);
    const { stdout } = await product.pda("clients", "list");
    expect(stdout).to.match(/^id +authentication +owner +name +rights +ends\n/);
    expect(stdout).to.match(
      new RegExp(`\\n${certificate.certificateId} +tls_client_auth +${merchantId} +- +cashier +20`),
    );
    expect(stdout).to.not.contain(revokedKey).and.not.contain(revoked.certificateId);
  });

  it("says when no client gets a token", async () => {
    const env = { ...product.settings, PDA_OAUTH_SERVER_ENABLED: "false" };
    const { code, stdout } = await pda(["clients", "list"], { env, cwd: product.folder });
    expect(code).to.equal(0);
    expect(stdout).to.match(
      /\nthe authorisation server is off \(oauth\.server\.enabled\), so no client gets a token\n$/,
    );
  });
});
