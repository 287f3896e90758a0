// The comments of the contract are the documentation of gRPC readers: names as the proto has them, nothing of REST, plain sentences. The
// OpenAPI document has the same comments with the names of REST.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createFileRegistry, type DescFile, type DescMessage, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { getComments } from "@bufbuild/protoplugin";
import { expect } from "chai";
import { reasons } from "../../gen/errors/catalogue.ts";
import { describe as described } from "../../src/codegen/openapi/comments.ts";
import { restName } from "../../src/codegen/openapi/rest-names.ts";

const root = join(import.meta.dirname, "../..");
const descriptors = execFileSync(
  join(root, "node_modules/.bin/buf"),
  ["build", "proto", "--as-file-descriptor-set", "-o", "-"],
  { cwd: root, maxBuffer: 64 * 1024 * 1024 },
);
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, descriptors));

type Documented = Parameters<typeof described>[0];

const inMessage = (message: DescMessage): Documented[] => [
  message,
  ...message.fields,
  ...message.nestedMessages.flatMap(inMessage),
];

/** A comment, with its file and the name of what it describes. */
interface Comment {
  readonly file: DescFile;
  readonly name: string;
  readonly text: string;
  readonly shown: string;
}

/** All comments of the public contract. The options and the error catalogue describe REST itself, so they are not part of it. */
const comments = [...registry.files]
  .filter(
    ({ proto }) => proto.package.startsWith("pda.") && !/^pda\.(api|chain|dispatch)\./.test(proto.package),
  )
  .flatMap((file): Comment[] =>
    [
      ...file.services.flatMap((service) => [service, ...service.methods]),
      ...file.messages.flatMap(inMessage),
      ...file.enums.flatMap((each) => [each, ...each.values]),
    ].map((desc) => ({
      file,
      name: desc.toString(),
      text: (getComments(desc).leading ?? "").trim(),
      shown: described(desc),
    })),
  );

const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
const camelCase = /^[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*$/;

/** The comments that break a rule, with what breaks it. */
const breaking = (rule: (comment: Comment) => readonly string[]): string[] =>
  comments.flatMap((comment) => rule(comment).map((found) => `${comment.name}: ${found}`));

describe("the comments of the contract", () => {
  it("are read, all of them", () => {
    expect(comments.length).to.be.above(1500);
    expect(comments.filter(({ text }) => text === "")).to.deep.equal([]);
  });

  it("name fields, values and metadata as the proto does, within reach of their file", () => {
    const contractName = /^[a-z0-9]+([_.][a-z0-9]+)*_[a-z0-9]+$|^[A-Z0-9]+(_[A-Z0-9]+)+$/;
    const unknown = breaking(({ file, text }) =>
      quoted(text).filter(
        (name) => contractName.test(name) && restName(name, file) === name && !Object.hasOwn(reasons, name),
      ),
    );
    expect(unknown).to.deep.equal([]);
  });

  it("say nothing of REST", () => {
    const rest =
      /\bREST\b|\bHTTP\b(?!S)|\bGET \/|\bPOST \/|Idempotency-Key|If-(?:None-)?Match|Retry-After|\bETag\b|Authorization:|`Accept|query parameter|\bin (?:the|a) (?:query|path|body|header)\b/g;
    expect(breaking(({ text }) => text.match(rest) ?? [])).to.deep.equal([]);
    const jsonNames = breaking(({ text }) =>
      // A claim of a signed statement is JSON on gRPC, too.
      /claim/i.test(text) ? [] : quoted(text).filter((name) => camelCase.test(name)),
    );
    expect(jsonNames).to.deep.equal([]);
  });

  it("reach REST readers with the names of REST", () => {
    const shown = (name: string) => comments.find((comment) => comment.name.endsWith(name))?.shown;
    expect(shown("PAYMENT_STATUS_FAILED")).to.contain("`failureReason`");
    expect(shown("PaymentService.CreatePayment"))
      .to.contain("`Idempotency-Key`")
      .and.to.contain("`INSUFFICIENT_FUNDS`")
      .and.to.contain("`completed`");
    expect(shown("Payment.version")).to.contain("`If-Match`");
    const left = breaking(({ file, shown: text }) =>
      quoted(text).filter((name) => restName(name, file) !== name),
    );
    expect(left).to.deep.equal([]);
  });

  it("have sentences with a subject, of one fact each", () => {
    const long = breaking(({ text }) =>
      text
        .replaceAll(/\s+/g, " ")
        .split(/(?<=[.:;])\s|\s(?=- |\d+\. )/)
        .filter((sentence) => sentence.split(" ").length > 32),
    );
    expect(long).to.deep.equal([]);
    const riddles =
      /(?:^|\. )(?:Whoever|Whether|What|That|Who) [^.?]*|; none|: any\b|\bthat there (?:is|are)\b|\bone that (?:is|was|has)\b/g;
    expect(breaking(({ text }) => text.match(riddles) ?? [])).to.deep.equal([]);
  });
});
