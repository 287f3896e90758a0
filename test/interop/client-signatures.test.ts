// What the clients in Go and Java sign, verified by software that is not ours: JWTs by jose, requests by `http-message-signatures` of PyPI.
import { execFile, spawnSync } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { jwtVerify } from "jose";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { AnsweringServer, success } from "../clients/support/answering-server.ts";
import { runProgram } from "../clients/support/run-program.ts";
import { callerKey } from "../support/access-tokens.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const run = promisify(execFile);
const tools = { go: ["go"], java: ["java", "mvn"] } as const;
const installMs = 150_000;
/** Enough of a payment for the steps of a merchant, and of a list. */
const answer = success({ paymentId: "pay_1", status: "cancelled", version: 1, items: [], nextPageToken: "" });

describe("JWTs and signatures of the clients, verified by others", function () {
  // With building the clients.
  this.timeout(900_000);
  const folder = temporaryDirectory();
  const venv = join(folder.path, "venv");
  let server: AnsweringServer;

  before(async function () {
    try {
      await run("python3", ["-m", "venv", venv], { timeout: installMs });
      await run(join(venv, "bin/pip"), ["install", "--quiet", "http-message-signatures==3.*"], {
        timeout: installMs,
      });
    } catch (error) {
      const why = (error as Error).message.trim().split("\n").at(-1);
      this.test?.parent?.eachTest((test) => {
        test.title += ` [left out: no venv of Python or no package index: ${why}]`;
      });
      this.skip();
    }
    server = await AnsweringServer.start();
  });
  after(async () => {
    await server?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  for (const [language, programs] of Object.entries(tools))
    for (const algorithm of ["ES256", "EdDSA"] as const)
      it(`${language}, ${algorithm}`, async function () {
        if (programs.some((program) => spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0))
          this.skip();
        const key = callerKey(algorithm);
        const keyId = newId("publicKey");
        const [file, root] = [join(folder.path, `${language}.key`), join(folder.path, "root.pem")];
        writeFileSync(file, key.privateKey.export({ format: "pem", type: "pkcs8" }));
        writeFileSync(root, server.ca);
        server.prepare({ status: 200, body: answer });
        const settings = {
          PDA_URL: server.url,
          PDA_CA_FILE: root,
          PDA_PUBLIC_KEY_ID: keyId,
          PDA_SIGNING_KEY_FILE: file,
          PDA_SIGNATURE_KEY_ID: keyId,
          PDA_SIGNATURE_KEY_FILE: file,
          PDA_TRY_MERCHANT: newId("merchant"),
          PDA_TRY_ASSET_TYPE: "USDX",
        };
        const { problems, said } = await runProgram(language, settings, () => undefined, "merchant");
        expect(problems, said).to.deep.equal([]);
        const { asked } = server;
        expect(asked.map(({ method }) => method)).to.deep.equal(["GET", "GET", "POST", "POST", "POST"]);

        const tokens = asked.map(({ headers }) => String(headers.authorization).replace(/^Bearer /, ""));
        for (const token of tokens) {
          const { payload } = await jwtVerify(token, createPublicKey(key.publicKey), {
            algorithms: [algorithm],
            typ: "pda-access+jwt",
            audience: server.url,
            issuer: keyId,
            subject: keyId,
            maxTokenAge: 60,
            requiredClaims: ["jti", "exp"],
          });
          expect((payload.exp ?? 0) - (payload.iat ?? 0)).to.equal(60);
        }
        expect(new Set(tokens).size).to.equal(asked.length);

        const { stdout, stderr, status } = spawnSync(
          join(venv, "bin/python"),
          [join(import.meta.dirname, "verify_requests.py")],
          {
            input: JSON.stringify({
              algorithm,
              keyId,
              publicKey: key.publicKey,
              requests: asked.map(({ method, url, headers, body }) => ({
                method,
                url: `${server.url}${url}`,
                headers,
                body,
              })),
            }),
            encoding: "utf8",
          },
        );
        expect(status, stderr).to.equal(0);
        const always = ['"@method"', '"@target-uri"', '"authorization"'];
        const covered = JSON.parse(stdout) as string[][];
        for (const [index, components] of covered.entries())
          expect(components, asked[index]?.url).to.include.members([
            ...always,
            ...(asked[index]?.method === "POST" ? ['"idempotency-key"'] : []),
            ...(asked[index]?.body ? ['"content-digest"'] : []),
          ]);
      });
});
