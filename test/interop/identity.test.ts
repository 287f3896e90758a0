// Credentials that are issued and presented by software that is not ours: the reference implementation of SD-JWT in Python.
import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { ask } from "../e2e/support/http.ts";
import { card, cardType, city } from "../e2e/support/identity.ts";
import { publisher } from "../e2e/support/scene.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { seconds } from "../support/sd-jwt-issuer.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const run = promisify(execFile);
const script = join(import.meta.dirname, "present_identity.py");
const installMs = 150_000;
const path = "/api/v1/verification/identities";

describe("digital identities of the reference implementation", function () {
  this.timeout(240_000);
  const folder = temporaryDirectory();
  const venv = join(folder.path, "venv");
  let product: Product;

  before(async function () {
    product = await sharedProduct();
    for (const [command, args, missing] of [
      ["python3", ["-m", "venv", venv], "python3 with venv"],
      [join(venv, "bin/pip"), ["install", "--quiet", "sd-jwt"], "the package index of Python"],
    ] as const) {
      try {
        await run(command, args, { timeout: installMs });
      } catch (error) {
        this.test?.parent?.eachTest((test) => {
          test.title += ` [left out: no ${missing}: ${(error as Error).message.trim().split("\n").at(-1)}]`;
        });
        this.skip();
      }
    }
  });
  after(() => folder[Symbol.dispose]());

  const key = () => product.operatorKey;
  const questions = [
    {
      shown: { age_equal_or_over: { 18: true } },
      ask: { path: ["age_equal_or_over", "18"], boolean: true },
      satisfied: true,
    },
    {
      shown: { age_equal_or_over: { 16: true } },
      ask: { path: ["age_equal_or_over", "18"], boolean: true },
      satisfied: false,
    },
    {
      shown: { age_equal_or_over: { 65: true } },
      ask: { path: ["age_equal_or_over", "65"], boolean: true },
      satisfied: false,
    },
    {
      shown: { nationalities: [false, true] },
      ask: { path: ["nationalities", "*"], text: { oneOf: ["FR"] } },
      satisfied: true,
    },
    {
      shown: { nationalities: [true, false] },
      ask: { path: ["nationalities", "*"], text: { oneOf: ["FR"] } },
      satisfied: false,
    },
    {
      shown: { family_name: true },
      ask: { path: ["family_name"], text: { oneOf: ["Möbius"] } },
      satisfied: true,
    },
    {
      shown: { address: {} },
      ask: { path: ["address", "country"], text: { oneOf: ["DE"] } },
      satisfied: false,
    },
    {
      shown: { address: { street: true } },
      ask: { path: ["address", "street"] },
      satisfied: true,
    },
  ];

  it("are validated like any others", async () => {
    const issuer = await publisher(product);
    const { keyPem, x5c, issuer: name } = await city(product, issuer);
    const assetId = await card(product, issuer);
    const audience = "https://bar.example";
    const nonces: string[] = [];
    while (nonces.length < questions.length)
      nonces.push(
        (await ask(product, `${path}/challenges`, { key: key(), body: { audience } })).json.data.nonce,
      );
    const input = {
      keyPem,
      x5c,
      issuer: name,
      vct: cardType,
      assetId,
      now: seconds(),
      audience,
      nonces,
      shown: questions.map(({ shown }) => shown),
    };
    const { stdout, stderr, status } = spawnSync(join(venv, "bin/python"), [script], {
      input: JSON.stringify(input),
      encoding: "utf8",
    });
    expect(status, stderr).to.equal(0);
    for (const [index, presentation] of (JSON.parse(stdout) as string[]).entries()) {
      const { ask: condition, satisfied } = questions[index] as (typeof questions)[number];
      const body = { presentation, nonce: nonces[index], acceptedTypes: [cardType], conditions: [condition] };
      const { json } = await ask(product, path, { key: key(), body });
      const failed = json.data?.checks.filter(({ outcome }: { outcome: string }) => outcome === "failed");
      expect(json.data?.satisfied, JSON.stringify([condition, failed, json.errors])).to.equal(satisfied);
      if (!satisfied) expect(failed[0].check).to.equal("requested_claims");
    }
  });
});
