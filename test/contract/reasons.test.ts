// The reasons of the catalogue are a closed list. The compiler refuses a reason that is not listed; here, none is listed that nothing raises.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getOption, hasOption } from "@bufbuild/protobuf";
import {
  field as fieldRules,
  message as messageRules,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { expect } from "chai";
import ts from "typescript";
import { catalogue, type ErrorReason, reasons } from "../../gen/errors/catalogue.ts";
import { registry } from "../../src/rpc/contract.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { declared } from "../support/declared-errors.ts";

const root = join(import.meta.dirname, "../..");
/** The rooms whose words can become the reason of a failure. */
const rooms = ["codec", "domain", "gateway", "json", "rpc", "services", "store", "trust"];

/** Whether a text is the value of something: no type, no case and no comparison. */
function isValue({ parent }: ts.Node): boolean {
  if (ts.isLiteralTypeNode(parent) || ts.isCaseClause(parent)) return false;
  return !(ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText()));
}

/** The texts that a file has as values, and the beginnings of its templates. */
function textsOf(path: string): { texts: string[]; heads: string[] } {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const [texts, heads]: [string[], string[]] = [[], []];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && isValue(node)) texts.push(node.text);
    if (ts.isTemplateHead(node)) heads.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { texts, heads: heads.filter((head) => /^[A-Z]+_$/.test(head)) };
}

/** The ids of all CEL rules of the contract. */
function ruleIds(): string[] {
  return [...registry]
    .filter((type) => type.kind === "message")
    .flatMap((message) => [
      ...(hasOption(message, messageRules) ? getOption(message, messageRules).cel : []),
      ...message.fields.flatMap((field) =>
        hasOption(field, fieldRules) ? getOption(field, fieldRules).cel : [],
      ),
    ])
    .map(({ id }) => id);
}

describe("the reasons of errors", () => {
  const listed = Object.keys(reasons) as ErrorReason[];
  const rules = ruleIds().map((id) => id.toUpperCase());

  it("are each raised somewhere", () => {
    const found = rooms
      .flatMap((room) =>
        readdirSync(join(root, "src", room), { recursive: true, encoding: "utf8" })
          .filter((name) => name.endsWith(".ts"))
          .map((name) => join(root, "src", room, name)),
      )
      .map(textsOf);
    const texts = found.flatMap((file) => file.texts);
    const composed = found.flatMap(({ heads }) => heads).flatMap((head) => texts.map((text) => head + text));
    const raised = new Set([...texts, ...composed, ...rules]);
    expect(listed.filter((reason) => !raised.has(reason))).to.deep.equal([]);
  });

  it("end a test when a call fails with a code that its method does not declare", () => {
    const path = "/pda.payment.v1.PaymentService/CancelPayment";
    const known = new Failure("PAYMENT_NOT_PENDING");
    expect(declared(path, known)).to.equal(known);
    expect(() => declared(path, new Failure("WRONG_GATE"))).to.throw(
      /CancelPayment does not declare TERMS_REFUSED/,
    );
  });

  it("name every rule of the contract that has an id of its own", () => {
    expect(rules).to.include("AMOUNT_NOT_POSITIVE");
    expect(rules.filter((rule) => !Object.hasOwn(reasons, rule))).to.deep.equal([]);
  });

  it("belong to every code", () => {
    const used = new Set<string>(Object.values(reasons));
    expect(Object.keys(catalogue).filter((entry) => !used.has(entry))).to.deep.equal([]);
  });

  it("stand in the documents beside the code that they belong to", () => {
    const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(md|yaml)$/.test(name))
      .map((name) => ({ name, text: readFileSync(join(root, "docs", name), "utf8") }));
    const pairs = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/(SVC-\d{4})[`,| (]{1,5}([A-Z][A-Z0-9_]+[A-Z])\b/g)]
        .filter(([, , reason]) => Object.hasOwn(reasons, reason as string))
        .map(([, code, reason]) => ({ name, code, reason: reason as ErrorReason })),
    );
    expect(pairs).to.not.deep.equal([]);
    expect(pairs.filter(({ code, reason }) => catalogue[reasons[reason]].code !== code)).to.deep.equal([]);
  });
});
