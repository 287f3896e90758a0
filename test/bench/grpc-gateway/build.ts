import { execFile } from "node:child_process";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");
const out = join(root, "build/bench/grpc-gateway");
const generators = [
  "google.golang.org/protobuf/cmd/protoc-gen-go",
  "google.golang.org/grpc/cmd/protoc-gen-go-grpc",
  "github.com/grpc-ecosystem/grpc-gateway/v2/protoc-gen-grpc-gateway",
];

/** Why the peer cannot be built on this machine. */
export class CannotBuild extends Error {}

/**
 * Builds the peer from the product's own contract: the generators from the modules that go.mod names, the code by buf, the program.
 * @returns the program @throws CannotBuild with the reason: there is no Go, or a module cannot be had
 */
export async function buildPeer(): Promise<string> {
  try {
    await run("go", ["version"]);
  } catch {
    throw new CannotBuild("there is no Go on this machine");
  }
  try {
    await rm(join(out, "gen"), { recursive: true, force: true });
    await mkdir(join(out, "bin"), { recursive: true });
    for (const file of ["main.go", "go.mod", "go.sum", "buf.gen.yaml"]) {
      await cp(join(import.meta.dirname, file), join(out, file));
    }
    // Modules are as go.mod and go.sum say, whatever else this machine's Go is set to; downloads take their time.
    const options = {
      cwd: out,
      maxBuffer: 2 ** 26,
      env: { ...process.env, GOFLAGS: "-mod=readonly", GOWORK: "off" },
    };
    await run("go", ["build", "-o", "bin/", ...generators], options);
    await run(
      join(root, "node_modules/.bin/buf"),
      [
        "generate",
        root,
        "--template",
        "buf.gen.yaml",
        "--path",
        join(root, "proto/pda/payment"),
        "--include-imports",
        "-o",
        ".",
      ],
      options,
    );
    // Google's own packages come as modules.
    await rm(join(out, "gen/google"), { recursive: true, force: true });
    await run("go", ["build", "-trimpath", "-o", "bin/peer", "."], options);
  } catch (error) {
    throw new CannotBuild(`it does not build: ${(error as Error).message.slice(-600)}`);
  }
  return join(out, "bin/peer");
}
