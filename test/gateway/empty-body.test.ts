// Operations with an effect and without input: clients send no body, an empty one or {}, and mean the same.
import { expect } from "chai";
import { type Operation, operations } from "../../gen/rest/operations.ts";
import { messageOf } from "../../src/rpc/contract.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { allScopes } from "../support/service.ts";
import { RawConnection } from "./support/raw.ts";
import { type Ask, Rig } from "./support/rig.ts";

type Bound = Operation & { http: NonNullable<Operation["http"]> };
const bound = operations.filter((operation): operation is Bound => operation.http !== undefined);

/** Fields of a request that are in neither its path nor a header. */
const inputsOf = ({ request, http: { params, ifMatch } }: Bound) =>
  messageOf(request).fields.filter(({ name }) => !params.includes(name) && name !== ifMatch);

const without = bound.filter(
  (operation) => operation.http.verb !== "GET" && inputsOf(operation).length === 0,
);

describe("operations without input", () => {
  let rig: Rig;
  let token: string;
  before(async () => {
    rig = await Rig.start();
  });
  after(() => rig[Symbol.asyncDispose]());
  beforeEach(() => {
    rig.core.reset();
    token = rig.allow("good", { scopes: allScopes });
  });

  /** Sends the request and gives the core's view of it; the core refuses every call, so no answer has to be made. */
  const reached = async ({ method, path, http }: Bound, sent: Ask): Promise<string> => {
    rig.core.on(method, () => {
      throw new Failure("NOT_FOUND");
    });
    const target = http.template.replaceAll(/\{\w+\}/g, "x");
    const { json } = await rig.ask(target, { method: "POST", token, ...sent });
    const { errorCode, errors } = json;
    const seen = rig.core.calls.findLast((call) => call.path === path);
    return errorCode === "SVC-4040"
      ? (seen?.request.toString("hex") ?? "")
      : `${errorCode} ${errors[0]?.reason}`;
  };
  /** undici sends no header whose value is undefined. */
  const untyped = { "content-type": undefined as unknown as string };

  it("are those whose contract says no body", () => {
    expect(without.map(({ method }) => method)).to.include.members(["CancelPayment", "ActivateAsset"]);
    for (const operation of bound.filter(({ http }) => http.verb !== "GET"))
      expect(operation.http.body, operation.method).to.equal(without.includes(operation) ? "" : "*");
  });

  for (const operation of without) {
    it(`${operation.method} takes an absent, an empty and a {} body alike`, async () => {
      const absent = await reached(operation, {});
      expect(absent).to.match(/^[0-9a-f]+$/);
      for (const [body, headers] of [
        ["", {}],
        ["", untyped],
        ["{}", {}],
        ["{}", untyped],
        [" {\n} ", {}],
      ] as const)
        expect(await reached(operation, { body, headers }), JSON.stringify(body)).to.equal(absent);
    });

    it(`${operation.method} refuses every other body`, async () => {
      const [field] = messageOf(operation.request).fields;
      for (const [body, expected] of [
        ['{"other":1}', "SVC-4000 UNKNOWN_MEMBER"],
        [`{"${field?.jsonName}":"x"}`, "SVC-4000 IN_PATH"],
        ['{"ifMatch":[1]}', operation.http.ifMatch ? "SVC-4000 IN_HEADER" : "SVC-4000 UNKNOWN_MEMBER"],
        ["[]", "SVC-4001 TOP_LEVEL"],
        ["null", "SVC-4001 TOP_LEVEL"],
        ["{", "SVC-4001 SYNTAX"],
        [" ", "SVC-4001 EMPTY"],
      ] as const) {
        expect(await reached(operation, { body }), body).to.equal(expected);
        expect(await reached(operation, { body, headers: untyped }), body).to.equal(expected);
      }
      const text = await reached(operation, { body: "{}", headers: { "content-type": "text/plain" } });
      expect(text).to.match(/^SVC-4150/);
    });
  }

  it("take a chunked body without a byte", async () => {
    using connection = await RawConnection.open(rig);
    connection.write(
      "POST /api/v1/payments/x/cancel HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer good\r\n" +
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    );
    expect(await connection.until("errorCode")).to.match(/^HTTP\/1\.1 500/);
    expect(rig.core.calls.at(-1)?.path).to.equal("/pda.payment.v1.PaymentService/CancelPayment");
  });
});
