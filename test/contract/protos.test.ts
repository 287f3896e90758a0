// What a team has that gets only the packed protos: everything compiles in an empty folder, without a network.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFileRegistry, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { file_buf_validate_validate as validate } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { expect } from "chai";
import { release } from "../../src/config/release.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const root = join(import.meta.dirname, "../..");
const program = (name: string): string => join(root, "node_modules/.bin", name);
const protosBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".proto"))
    .sort();
const descriptors = (file: string) => fromBinary(FileDescriptorSetSchema, readFileSync(file));

describe("the packed protos", function () {
  this.timeout(120_000);
  const empty = temporaryDirectory();
  const home = join(empty.path, `pda-protos-${release.version}`);
  const buf = (...args: string[]): void => {
    // No network and no cache.
    const { PATH } = process.env;
    const env = {
      PATH,
      HOME: empty.path,
      BUF_CACHE_DIR: join(empty.path, "cache"),
      https_proxy: "http://127.0.0.1:1",
    };
    execFileSync(program("buf"), args, { cwd: home, env, stdio: "pipe" });
  };
  before(() => {
    execFileSync("make", ["protos"], { cwd: root, stdio: "ignore" });
    const file = join(root, `build/protos/pda-protos-${release.version}.tar.gz`);
    execFileSync("tar", ["-xzf", file, "-C", empty.path]);
  });
  after(() => empty[Symbol.dispose]());

  it("are all protos of the contract and all that they import, with licences", () => {
    const proto = join(home, "proto");
    const expected = [...protosBelow(join(root, "proto")), ...protosBelow(join(root, "third_party/proto"))];
    expect(protosBelow(proto)).to.deep.equal(expected.sort());
    expect(readdirSync(join(home, "licenses"))).to.deep.equal(
      readdirSync(join(root, "third_party/licenses")),
    );
    expect(readFileSync(join(home, "LICENSE"), "utf8")).to.equal(readFileSync(join(root, "LICENSE"), "utf8"));
    for (const name of protosBelow(proto).filter((each) => each.startsWith("google/")))
      expect(readFileSync(join(proto, name), "utf8")).to.contain(
        "Licensed under the Apache License, Version 2.0",
      );
  });

  it("compile with buf, and generate code", () => {
    buf("build", "-o", join(empty.path, "all.binpb"));
    const names = descriptors(join(empty.path, "all.binpb")).file.map(({ name }) => name);
    expect(names).to.include.members(protosBelow(join(root, "proto")));
    const template = {
      version: "v2",
      plugins: [
        {
          local: program("protoc-gen-ts_proto"),
          out: "out",
          strategy: "all",
          opt: ["outputServices=grpc-js"],
        },
      ],
    };
    buf("generate", "--template", JSON.stringify(template));
    expect(readFileSync(join(home, "out/pda/payment/v1/payment_service.ts"), "utf8")).to.contain(
      "PaymentServiceClient",
    );
  });

  it("have a descriptor set that protobuf-es reads, with the comments of every method", () => {
    const set = descriptors(join(home, "pda.binpb"));
    const registry = createFileRegistry(set);
    expect(registry.getService("pda.payment.v1.PaymentService")?.methods.length).to.be.greaterThan(3);
    const service = set.file.find(({ name }) => name === "pda/payment/v1/payment_service.proto");
    // Path 6.0.2.n: the n-th method of the file's first service.
    const comments = service?.sourceCodeInfo?.location.filter(
      ({ path, leadingComments }) => /^6,0,2,\d+$/.test(path.join()) && leadingComments !== "",
    );
    expect(comments?.length).to.equal(service?.service[0]?.method.length);
  });

  it("are the same bytes each time", () => {
    const before = readFileSync(join(root, `build/protos/pda-protos-${release.version}.tar.gz`));
    execFileSync(process.execPath, ["src/codegen/protos.ts"], {
      cwd: root,
      env: { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` },
    });
    expect(
      readFileSync(join(root, `build/protos/pda-protos-${release.version}.tar.gz`)).equals(before),
    ).to.equal(true);
  });

  it("have the validation rules that the service itself checks by", () => {
    const packed = descriptors(join(home, "pda.binpb")).file.find(
      ({ name }) => name === "buf/validate/validate.proto",
    );
    if (!packed) throw new Error("validate.proto is not in the descriptor set");
    const bytes = toBinary(FileDescriptorProtoSchema, { ...packed, sourceCodeInfo: undefined });
    expect(Buffer.from(bytes).equals(toBinary(FileDescriptorProtoSchema, validate.proto))).to.equal(true);
  });
});

describe("the options of protos for other languages", function () {
  this.timeout(60_000);

  it("are written by buf's managed mode: into a new file, and over what a hand has changed", () => {
    using folder = temporaryDirectory();
    for (const name of ["buf.yaml", "buf.gen.options.yaml", "proto", "third_party"])
      cpSync(join(root, name), join(folder.path, name), { recursive: true });
    cpSync(join(root, "src/codegen"), join(folder.path, "src/codegen"), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(folder.path, "node_modules"));
    const changed = join(folder.path, "proto/pda/payment/v1/payment.proto");
    const committed = readFileSync(changed, "utf8");
    writeFileSync(
      changed,
      committed.replace(/^option java_package = .*$/m, 'option java_package = "elsewhere";'),
    );
    mkdirSync(join(folder.path, "proto/pda/parking/v2"), { recursive: true });
    const added = join(folder.path, "proto/pda/parking/v2/parking_lot.proto");
    writeFileSync(added, 'syntax = "proto3";\n\npackage pda.parking.v2;\n\n// A car.\nmessage Car {}\n');
    execFileSync(program("buf"), ["generate", "--template", "buf.gen.options.yaml"], { cwd: folder.path });
    expect(readFileSync(changed, "utf8")).to.equal(committed);
    expect(readFileSync(added, "utf8")).to.equal(`syntax = "proto3";

package pda.parking.v2;

option csharp_namespace = "Pda.Parking.V2";
option go_package = "pda.example/protos/go/pda/parking/v2;parkingv2";
option java_multiple_files = true;
option java_outer_classname = "ParkingLotProto";
option java_package = "com.pda.parking.v2";
option objc_class_prefix = "PPX";
option php_metadata_namespace = "Pda\\\\Parking\\\\V2\\\\GPBMetadata";
option php_namespace = "Pda\\\\Parking\\\\V2";
option ruby_package = "Pda::Parking::V2";

// A car.
message Car {}
`);
  });
});
