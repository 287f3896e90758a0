import { type DescMessage, fromJson, toBinary } from "@bufbuild/protobuf";
import { expect } from "chai";
import * as fc from "fast-check";
import { operations } from "../../../gen/rest/operations.ts";
import type { Codec } from "../../../src/codec/codec.ts";
import { compileDecode } from "../../../src/codec/compiled/decode.ts";
import { compileEncode } from "../../../src/codec/compiled/encode.ts";
import { Input } from "../../../src/codec/compiled/input.ts";
import { JsonText } from "../../../src/codec/compiled/json-text.ts";
import { compiledCodec } from "../../../src/codec/compiled.ts";
import { genericCodec } from "../../../src/codec/generic.ts";
import { jsonView } from "../../../src/codec/json-view.ts";
import { scanObject } from "../../../src/codec/scan.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { Failure } from "../../../src/rpc/failure.ts";
import { documents } from "./support/documents.ts";
import { brokenMessages, messages, tidyMessages } from "./support/messages.ts";

const view = jsonView();
const generic = genericCodec(view);
const compiled = compiledCodec(view);
const served = operations.filter(({ http }) => http);
const message = (typeName: string) => view.registry.getMessage(typeName) as DescMessage;

/** What came of it: the result, or all that a caller could see of the error. */
function outcome<T>(run: () => T): unknown {
  try {
    return { result: run() };
  } catch (error) {
    if (!(error instanceof Failure)) return { thrown: String(error) };
    const { entry, reason, message: text, violations, retryAfterSeconds } = error;
    return { entry, reason, text, violations, retryAfterSeconds };
  }
}

function same<T>(ask: (codec: Codec) => T): void {
  const [expected, actual] = [generic, compiled].map((codec) => outcome(() => ask(codec)));
  expect(actual).to.deep.equal(expected);
}

describe("the compiled codec is the generic one, faster", () => {
  for (const typeName of new Set(served.map(({ request }) => request))) {
    const desc = message(typeName);
    const encoded = (json: JsonObject) => (codec: Codec) =>
      Buffer.from(codec.request(typeName).encode(json)).toString("hex");
    const parsed = (bytes: Uint8Array) => (codec: Codec) => encoded(scanObject(bytes))(codec);

    describe(typeName, () => {
      it("in what it encodes, without help", () => {
        const encode = compileEncode(desc);
        fc.assert(
          fc.property(documents(desc, false), (json) => {
            same(encoded(json));
            expect(encode?.(json)).to.be.an.instanceOf(Uint8Array);
          }),
          { numRuns: 60 },
        );
      });

      it("in what it refuses, to the letter", () => {
        fc.assert(
          fc.property(documents(desc, true), (json) => same(encoded(json))),
          { numRuns: 150 },
        );
      });

      it("in texts with something changed or said twice", () => {
        const change = fc.record({
          at: fc.nat(),
          by: fc.constantFrom(
            ...'{}[]:,"\\ 0e.-tun\u0000',
            "\\ud800",
            '"a":1,',
            "null",
            "\xff",
            "[".repeat(40),
          ),
        });
        fc.assert(
          fc.property(documents(desc, false), change, (json, { at, by }) => {
            const text = Buffer.from(JSON.stringify(json));
            const index = at % text.length;
            const changed = Buffer.concat([
              text.subarray(0, index),
              Buffer.from(by, "latin1"),
              text.subarray(index + (at % 2)),
            ]);
            same(parsed(changed));
          }),
          { numRuns: 60 },
        );
      });
    });
  }

  const responses = new Map(served.map(({ response, http }) => [response, http?.responseBody ?? ""]));
  for (const [typeName, dataField] of responses) {
    const desc = message(typeName);
    const shown = (bytes: Uint8Array) => (codec: Codec) => codec.response(typeName, dataField).json(bytes);

    describe(typeName, () => {
      it("is one that it reads itself", () => {
        expect(compileDecode(desc)).to.be.a("function");
      });

      it("is one that it reads without help, numbers and keys that are out of the ordinary aside", () => {
        const decode = compileDecode(desc);
        const unusual = /[":,[]-\d|\d{15}|"(?:\d+|__proto__)":/;
        fc.assert(
          fc.property(documents(desc, false), (json) => {
            const bytes = toBinary(desc, fromJson(desc, json as JsonValue, { registry: view.registry }));
            same(shown(bytes));
            const [input, text] = [new Input(), new JsonText()];
            input.open(bytes);
            try {
              decode?.(input, bytes.length, text);
            } catch (error) {
              if (!unusual.test(JSON.stringify(json))) throw error;
            }
          }),
          { numRuns: 60 },
        );
      });

      for (const [kind, arbitrary] of [
        ["as the core writes it", tidyMessages(desc)],
        ["in any order, repeated or newer", messages(desc)],
        ["that is broken", brokenMessages(desc)],
      ] as const) {
        it(`in an answer ${kind}`, () => {
          fc.assert(
            fc.property(arbitrary, (bytes) => same(shown(bytes))),
            { numRuns: 80 },
          );
        });
      }
    });
  }
});
