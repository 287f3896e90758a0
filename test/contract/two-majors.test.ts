// Two major versions on one gateway. A copy of the product gets a package pda.merchant.v2 beside v1: its proto, its handlers, and the line
// of src/core.ts that lists them. Nothing else is changed.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect } from "chai";
import { generatorInputs } from "../../src/codegen/generator-inputs.ts";
import { exchange } from "../e2e/support/http.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { secondProto, secondService } from "./second-major.ts";

const root = join(import.meta.dirname, "../..");
const copied = [...generatorInputs, "bin", "gen", "openapi"];
const deprecation = `$& deprecation: {since: "2027-01-31" sunset: "2028-02-29" link: "https://pda.example/moving" successor: "/api/v2/merchants"}`;

describe("two major versions side by side", function () {
  this.timeout(400_000);
  const copy = temporaryDirectory();
  let product: Product;

  const put = (path: string, content: string): void => {
    mkdirSync(dirname(join(copy.path, path)), { recursive: true });
    writeFileSync(join(copy.path, path), content);
  };
  const change = (path: string, from: RegExp, to: string): void => {
    const before = readFileSync(join(copy.path, path), "utf8");
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${path} lacks ${from}`);
    put(path, after);
  };

  before(async () => {
    for (const name of copied) cpSync(join(root, name), join(copy.path, name), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(copy.path, "node_modules"));
    put("proto/pda/merchant/v2/merchant_service.proto", secondProto);
    put("src/services/merchant-v2.ts", secondService);
    change("src/core.ts", /\.\.\.sandboxService\(deps\),/, "$& ...secondMerchantService(),");
    change(
      "src/core.ts",
      /^import tls/m,
      'import { secondMerchantService } from "./services/merchant-v2.ts";\n$&',
    );
    const first = "proto/pda/merchant/v1/merchant_service.proto";
    change(first, /rpc GetMerchant\([^]*?\(pda\.api\.v1\.operation\) = \{/, deprecation);
    change(first, /rpc GetMerchant\([^{]*\{/, "$& option deprecated = true;");
    const PATH = `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}`;
    const env = { ...process.env, PATH };
    execFileSync("make", ["-o", "node_modules/.installed", "generate"], {
      cwd: copy.path,
      env,
      stdio: "pipe",
    });
    product = await Product.start({}, [], join(copy.path, "bin/pda"));
  });
  after(async () => {
    await product?.stop();
    copy[Symbol.dispose]();
  });

  const ask = (path: string, body?: object, idempotencyKey = "") =>
    exchange(product, path, {
      key: product.operatorKey,
      ...(body ? { body } : {}),
      ...(idempotencyKey === "" ? {} : { headers: { "Idempotency-Key": idempotencyKey } }),
    });

  it("are what the service says that it serves", async () => {
    expect((await ask("/api/v1/server-info")).json.data.apiVersions).to.deep.equal(["v1", "v2"]);
  });

  it("read and write the same resources, each in its own shape", async () => {
    const made = await ask("/api/v2/merchants", { displayName: "Corner shop" });
    expect(made.status).to.equal(201);
    const { merchantId } = made.json.data;
    expect(made.headers.location).to.equal(`/api/v2/merchants/${merchantId}`);
    expect((await ask(`/api/v1/merchants/${merchantId}`)).json.data).to.include({ name: "Corner shop" });
    const second = { merchantId, displayName: "Corner shop" };
    expect((await ask(`/api/v2/merchants/${merchantId}`)).json.data).to.deep.equal(second);
    const first = (await ask("/api/v1/merchants", { name: "Bakery" })).json.data;
    const read = await ask(`/api/v2/merchants/${first.merchantId}`);
    expect(read.json.data).to.deep.equal({ merchantId: first.merchantId, displayName: "Bakery" });
  });

  it("refuse each other's members, and have idempotency keys of their own", async () => {
    expect((await ask("/api/v2/merchants", { name: "x" })).status).to.equal(400);
    expect((await ask("/api/v1/merchants", { displayName: "x" })).status).to.equal(400);
    const one = await ask("/api/v1/merchants", { name: "Same key" }, "both-1");
    const other = await ask("/api/v2/merchants", { displayName: "Same key" }, "both-1");
    expect([one.status, other.status]).to.deep.equal([201, 201]);
    expect(other.json.data.merchantId).to.not.equal(one.json.data.merchantId);
    const again = await ask("/api/v2/merchants", { displayName: "Same key" }, "both-1");
    expect(again.headers["idempotency-replayed"]).to.equal("true");
    expect(again.json.data.merchantId).to.equal(other.json.data.merchantId);
  });

  it("announce on every answer, errors too, that the first version of an operation is deprecated", async () => {
    for (const id of ["mer_01h455vb4pex5vsknk084sn02q", "nobody"]) {
      const { status, headers } = await ask(`/api/v1/merchants/${id}`);
      expect(status).to.be.within(400, 404);
      expect(headers).to.include({ deprecation: "@1801353600", sunset: "Tue, 29 Feb 2028 00:00:00 GMT" });
      expect(headers.link).to.contain('</api/v2/merchants>; rel="successor-version"');
    }
    const { headers } = await ask("/api/v2/merchants/mer_01h455vb4pex5vsknk084sn02q");
    expect(headers).to.not.have.any.keys("deprecation", "sunset");
    expect(headers.link ?? "").to.not.contain("successor-version");
  });

  it("have an OpenAPI document each; the path without a version keeps the first", async () => {
    const pathsOf = async (path: string): Promise<string[]> => Object.keys((await ask(path)).json.paths);
    const [first, second] = [await pathsOf("/openapi.v1.json"), await pathsOf("/openapi.v2.json")];
    expect(second).to.deep.equal(["/api/v2/merchants", "/api/v2/merchants/{merchantId}"]);
    expect(first.filter((path) => !path.startsWith("/api/v1/"))).to.deep.equal([]);
    expect(await pathsOf("/openapi.json")).to.deep.equal(first);
  });

  it("answer 404 for a version that is not served", async () => {
    expect((await ask("/api/v3/merchants")).status).to.equal(404);
  });
});
