// docs/permissions.md, cell by cell: each operation by each kind of caller with each mechanism, and with each role, about its own merchant or
// publisher, another one, and one that does not exist.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { create, toBinary } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { messageOf } from "../../src/rpc/contract.ts";
import { credentials, RawGrpc } from "../e2e/support/grpc.ts";
import { ask, type Received } from "../e2e/support/http.ts";
import { service } from "../e2e/support/scene.ts";
import { signed } from "../support/http-signing.ts";
import { type Caller, Callers, type Kind, type Tenants } from "./permission-callers.ts";
import { pathOf, rest, type RestOperation } from "./rest-operations.ts";

/** What the page says: column, then operation. Of its tables those that begin with operations count. */
const said = new Map<string, Map<string, string>>();
const page = readFileSync(join(import.meta.dirname, "../../docs/permissions.md"), "utf8");
for (const lines of page.split("\n\n")) {
  const [head = [], , ...rows] = lines
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  if (head[0] !== "operation") continue;
  for (const [index, column] of head.entries())
    said.set(column, new Map(rows.map((row) => [row[0] ?? "", row[index] ?? ""])));
}

describe("the page on permissions", function () {
  this.timeout(240_000);
  let callers: Callers;
  before(async () => {
    callers = await Callers.start();
  });
  after(() => callers[Symbol.asyncDispose]());

  /** What the page says about a caller; undefined when its table leaves the operation out. */
  const cellOf = ({ method }: RestOperation, { column }: Caller) => said.get(column)?.get(method);

  /** Sends a request about this tenant, as soon as the rate limit lets it through. */
  const call = async (operation: RestOperation, caller: Caller, about: Tenants): Promise<Received> => {
    const { http } = operation;
    const named = http.params.includes(operation.tenant ?? "")
      ? {}
      : naming(operation, caller.kind, about, about === callers.own);
    const isGet = http.verb === "GET";
    const query = isGet && Object.keys(named).length > 0 ? `?${new URLSearchParams(named).toString()}` : "";
    const path = pathOf(operation, { ...about }) + query;
    // A holder creates a wallet by the new wallet's key.
    const creates = http.holderKey !== undefined && caller.kind === "holder";
    const created = creates ? { holderKey: callers.ofHolder.jwk } : {};
    const body = JSON.stringify(http.body === "*" ? { ...named, ...created } : {});
    const unsigned = { method: http.verb, url: caller.front.baseUrl + path, ...(isGet ? {} : { body }) };
    const key = caller.token ? await caller.token() : caller.key;
    const received = await ask(caller.front, path, {
      method: http.verb,
      ...(key === undefined ? {} : { key }),
      ...(isGet ? {} : { body }),
      ...(caller.signs ? { headers: signed(unsigned, caller.signs) } : {}),
    });
    if (received.status !== 429) return received;
    await sleep(Number(received.headers["retry-after"]) * 1000);
    return call(operation, caller, about);
  };

  it("has every operation of the interface, and a column for every caller", () => {
    expect([...(said.get("operator")?.keys() ?? [])]).to.have.members(rest.map(({ method }) => method));
    const scoped = rest.filter(({ access }) => access.kind === "scope").map(({ method }) => method);
    expect([...(said.get("operator: admin")?.keys() ?? [])]).to.have.members(scoped);
    expect([...said.keys()]).to.have.members([
      "operation",
      "scope",
      ...new Set(callers.all.map(({ column }) => column)),
    ]);
  });

  for (const operation of rest)
    it(`says who may call ${operation.method} on REST`, () =>
      Promise.all(
        callers.all.filter(({ service: only }) => !only).map((caller) => expectCell(operation, caller)),
      ));

  const expectCell = async (operation: RestOperation, caller: Caller): Promise<void> => {
    const cell = cellOf(operation, caller);
    if (cell === undefined) return;
    const what = `${caller.column} by ${caller.by}: ${cell}`;
    // The operator's calls change nothing: what they name does not exist.
    const received = await call(
      operation,
      caller,
      caller.kind === "operator" ? callers.unknown : callers.own,
    );
    const outcome = `${received.status} ${received.json?.errorCode} ${received.json?.errors?.[0]?.reason}`;
    if (cell !== "") {
      expect(outcome, what).to.not.match(/^(?:401|500) |SVC-4030/);
      // A role changes nothing about whose resources a caller reaches.
      if (cell === "own" && caller.column === caller.kind) await expectOthersRefused(operation, caller);
    } else if (caller.kind === "anyone") expect(outcome, what).to.equal("401 SVC-4011 CREDENTIAL_MISSING");
    else
      expect(outcome, what).to.match(/^403 SVC-4030 (?:SCOPE_MISSING|OTHER_TENANT|OPERATION_NOT_ALLOWED)$/);
  };

  /** Other tenants that a request names are refused, the same whether they exist or not. */
  const expectOthersRefused = async (operation: RestOperation, caller: Caller): Promise<void> => {
    const named =
      caller.kind === "holder" && operation.tenant !== "tenant_id" ? operation.wallet : operation.tenant;
    if (named === undefined) return;
    const answers = [
      await call(operation, caller, callers.foreign),
      await call(operation, caller, callers.unknown),
    ];
    const [theirs, nobodys] = answers.map(({ status: code, json }) => ({ code, errors: json.errors }));
    const what = `${caller.column} by ${caller.by}`;
    expect(theirs?.code, what).to.equal(403);
    expect(theirs?.errors[0].reason, what).to.equal("OTHER_TENANT");
    expect(nobodys, what).to.deep.equal(theirs);
  };

  it("says who may call each operation on gRPC", async () => {
    const files = await service(callers.product, "permissions-test", { scopes: [] });
    using grpc = new RawGrpc(callers.product.coreAddress, credentials(callers.product, files));
    /** Calls as a caller, about its own tenant or, for the operator, one that does not exist. */
    const expectOnGrpc = async (operation: RestOperation, caller: Caller): Promise<void> => {
      const { kind, key: apiKey, token, service: own } = caller;
      const cell = cellOf(operation, caller);
      const key = token ? await token() : apiKey;
      if (cell === undefined || (key === undefined && !own)) return;
      const schema = messageOf(operation.request);
      const about = kind === "operator" ? callers.unknown : callers.own;
      const bytes = toBinary(schema, create(schema, naming(operation, kind, about, true) as never));
      const metadata: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
      const { code, errorCode } = await (own ?? grpc).call(operation.path, bytes, metadata);
      const what = `${caller.column} by ${caller.by}, ${operation.method}: ${cell}`;
      if (cell === "") expect([code, errorCode], what).to.deep.equal([status.PERMISSION_DENIED, "SVC-4030"]);
      else {
        expect(errorCode, what).to.not.equal("SVC-4030");
        expect(code, what).to.not.be.oneOf([status.UNAUTHENTICATED, status.INTERNAL]);
      }
    };
    for (const operation of rest)
      await Promise.all(callers.all.map((caller) => expectOnGrpc(operation, caller)));
  });
});

/**
 * Returns the field of a request that names the tenant. A caller leaves out a filter by its own tenant when it is of another kind, but may
 * name another tenant all the same.
 */
function naming({ tenant, http }: RestOperation, kind: Kind, about: Tenants, isOwn: boolean) {
  if (tenant === "tenant_id")
    return {
      tenantId:
        kind === "publisher" ? about.publisher_id : kind === "holder" ? about.wallet_id : about.merchant_id,
    };
  if (tenant !== "merchant_id" && tenant !== "publisher_id") return {};
  const isOther =
    kind === "holder" ||
    (tenant === "merchant_id" ? kind === "publisher" : kind === "merchant" || kind === "terminal");
  return isOther && isOwn && !http.params.includes(tenant) ? {} : { [camel(tenant)]: about[tenant] };
}

const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
