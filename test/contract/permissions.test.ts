// docs/permissions.md, cell by cell: each operation by each kind of caller and each of its credentials, about its own merchant or publisher,
// another one, and one that does not exist.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { create, toBinary } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { scopes } from "../../gen/rest/operations.ts";
import { createOperatorKey } from "../../src/cli/operator-keys.ts";
import { type HolderKind, scopesOf } from "../../src/domain/access/scope.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { messageOf } from "../../src/rpc/contract.ts";
import { credentials, RawGrpc } from "../e2e/support/grpc.ts";
import { ask, type Received } from "../e2e/support/http.ts";
import { service } from "../e2e/support/scene.ts";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { holderKey } from "../support/fixtures.ts";
import { type Signing, signed } from "../support/http-signing.ts";
import { accessToken, callerKey, proofOf } from "../support/access-tokens.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { pathOf, rest, type RestOperation } from "./rest-operations.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/permissions.md"), "utf8");
const [head = [], , ...rows] = page
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) => line.split("|").map((cell) => cell.trim()));
/** What the page says: operation, then kind of caller. */
const said = new Map(
  rows.map((row) => [row[1], new Map(row.map((cell, index) => [head[index], cell]))] as const),
);

type Kind = HolderKind | "anyone";

interface Caller {
  readonly kind: Kind;
  readonly by: string;
  readonly key?: string;
  /** Signs each request. */
  readonly signs?: Pick<Signing, "key" | "keyId">;
  /** Returns a credential for one request. */
  readonly token?: () => Promise<string>;
  /** Each caller has connections of its own. */
  readonly front: Parameters<typeof ask>[0];
}

interface Tenants {
  readonly merchant_id: string;
  readonly publisher_id: string;
  readonly wallet_id: string;
}

describe("the page on permissions", function () {
  this.timeout(240_000);
  let product: Product;
  let own: Tenants;
  let foreign: Tenants;
  const unknown: Tenants = {
    merchant_id: newId("merchant"),
    publisher_id: newId("publisher"),
    wallet_id: newId("wallet"),
  };
  const ofHolder = holderKey();
  const callers: Caller[] = [];

  const operator = async (path: string, body: object): Promise<Record<string, string | undefined>> => {
    const answer = await ask(product, `/api/v1${path}`, { key: product.operatorKey, body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json.data;
  };
  const tenants = async (owner = holderKey()): Promise<Tenants> => ({
    merchant_id: (await operator("/merchants", { name: "Shop" })).merchantId ?? "",
    publisher_id: (await operator("/publishers", { name: "Press" })).publisherId ?? "",
    wallet_id: (await operator("/wallets", { holderKey: owner.jwk })).walletId ?? "",
  });

  before(async () => {
    product = await sharedProduct();
    [own, foreign] = [await tenants(ofHolder), await tenants()];
    const merchant = `/merchants/${own.merchant_id}`;
    const enrolled = await ask(product, `/api/v1${merchant}/devices`, {
      key: product.operatorKey,
      body: { name: "Till" },
    });
    const { deviceId } = enrolled.json.data.device;
    const keyOf = async (path: string, body: object): Promise<string> =>
      (await operator(`${path}/api-keys`, { name: "all", ...body })).secret ?? "";
    const publisher = `/publishers/${own.publisher_id}`;
    const certificateOf = async (body: object, path = `${merchant}/certificates`) => {
      const key = newKey();
      const issued = await operator(path, {
        certificateSigningRequest: newRequest(key),
        ...body,
      });
      return { cert: issued.certificateChain ?? "", key };
    };
    const tokenOf = async (path: string, body: object) => {
      const key = callerKey("EdDSA");
      const proof = await proofOf(key, product.baseUrl, path.split("/")[2] ?? "");
      const { publicKeyId = "" } = await operator(`${path}/public-keys`, {
        name: "all",
        publicKey: key.publicKey,
        proof,
        ...body,
      });
      return () => accessToken(key, { kid: publicKeyId, aud: product.baseUrl });
    };
    const [ofMerchant, ofTerminal, ofPublisher] = (["merchant", "terminal", "publisher"] as const).map(
      (kind) => scopesOf(kind, scopes),
    );
    const inTerminal = { scopes: ofTerminal, deviceId };
    const { secret } = await createOperatorKey(product.store(), "permissions", [...scopes]);
    const caller = (
      kind: Kind,
      by: string,
      given: Pick<Caller, "key" | "signs" | "token"> & { asClient?: typeof office } = {},
    ): Caller => {
      const { asClient, ...proof } = given;
      const front = { baseUrl: product.baseUrl, ca: product.ca, ...(asClient ? { asClient } : {}) };
      return { kind, by, front, ...proof };
    };
    const office = await certificateOf({ scopes: ofMerchant });
    callers.push(
      caller("anyone", "nothing"),
      caller("operator", "an API key", { key: secret }),
      caller("merchant", "an API key", { key: await keyOf(merchant, { scopes: ofMerchant }) }),
      caller("merchant", "a certificate", { asClient: office }),
      caller("terminal", "an API key", { key: await keyOf(merchant, inTerminal) }),
      caller("terminal", "a certificate", { asClient: await certificateOf(inTerminal) }),
      caller("publisher", "an API key", { key: await keyOf(publisher, { scopes: ofPublisher }) }),
      caller("publisher", "a certificate", {
        asClient: await certificateOf({ scopes: ofPublisher }, `${publisher}/access-certificates`),
      }),
      caller("merchant", "a JWT", { token: await tokenOf(merchant, { scopes: ofMerchant }) }),
      caller("terminal", "a JWT", { token: await tokenOf(merchant, inTerminal) }),
      caller("publisher", "a JWT", { token: await tokenOf(publisher, { scopes: ofPublisher }) }),
      caller("holder", "a signature", { signs: { key: ofHolder.privateKey, keyId: ofHolder.thumbprint } }),
    );
  });

  /** Sends a request about this tenant, as soon as the rate limit lets it through. */
  const call = async (operation: RestOperation, caller: Caller, about: Tenants): Promise<Received> => {
    const { http } = operation;
    const named = http.params.includes(operation.tenant ?? "")
      ? {}
      : naming(operation, caller.kind, about, about === own);
    const isGet = http.verb === "GET";
    const query = isGet && Object.keys(named).length > 0 ? `?${new URLSearchParams(named).toString()}` : "";
    const path = pathOf(operation, { ...about }) + query;
    // A holder creates a wallet by the new wallet's key.
    const created = http.holderKey === undefined || !caller.signs ? {} : { holderKey: ofHolder.jwk };
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
  it("has every operation of the interface", () => {
    expect([...said.keys()]).to.have.members(rest.map(({ method }) => method));
  });

  for (const operation of rest) {
    it(`says who may call ${operation.method} on REST`, async () => {
      for (const caller of callers) {
        const cell = said.get(operation.method)?.get(caller.kind);
        const what = `${caller.kind} by ${caller.by}: ${cell}`;
        // The operator's calls change nothing: what they name does not exist.
        const received = await call(operation, caller, caller.kind === "operator" ? unknown : own);
        const outcome = `${received.status} ${received.json?.errorCode} ${received.json?.errors?.[0]?.reason}`;
        if (cell !== "") {
          expect(outcome, what).to.not.match(/^(?:401|500) |SVC-4030/);
          if (cell === "own") await expectOthersRefused(operation, caller);
        } else if (caller.kind === "anyone")
          expect(outcome, what).to.equal("401 SVC-4011 CREDENTIAL_MISSING");
        else expect(outcome, what).to.match(/^403 SVC-4030 (?:SCOPE_MISSING|OTHER_TENANT)$/);
      }
    });
  }

  /** Other tenants that a request names are refused, the same whether they exist or not. */
  const expectOthersRefused = async (operation: RestOperation, caller: Caller): Promise<void> => {
    const named = caller.kind === "holder" ? operation.wallet : operation.tenant;
    if (named === undefined) return;
    const answers = [await call(operation, caller, foreign), await call(operation, caller, unknown)];
    const [theirs, nobodys] = answers.map(({ status: code, json }) => ({ code, errors: json.errors }));
    expect(theirs?.code).to.equal(403);
    expect(theirs?.errors[0].reason).to.equal("OTHER_TENANT");
    expect(nobodys).to.deep.equal(theirs);
  };

  it("says who may call each operation on gRPC", async () => {
    const files = await service(product, "permissions-test", { scopes: [] });
    using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    for (const operation of rest)
      for (const { kind, key: apiKey, token } of callers) {
        const key = token ? await token() : apiKey;
        if (key === undefined) continue;
        const { method, path, request } = operation;
        const cell = said.get(method)?.get(kind);
        const about = kind === "operator" ? unknown : own;
        const schema = messageOf(request);
        const named = naming(operation, kind, about, true);
        const bytes = toBinary(schema, create(schema, named as never));
        const { code, errorCode } = await grpc.call(path, bytes, { authorization: `Bearer ${key}` });
        const what = `${kind}, ${method}: ${cell}`;
        if (cell === "")
          expect([code, errorCode], what).to.deep.equal([status.PERMISSION_DENIED, "SVC-4030"]);
        else {
          expect(errorCode, what).to.not.equal("SVC-4030");
          expect(code, what).to.not.be.oneOf([status.UNAUTHENTICATED, status.INTERNAL]);
        }
      }
  });
});

/**
 * Returns the field of a request that names the tenant. A caller leaves out a filter by its own tenant when it is of another kind, but may
 * name another tenant all the same.
 */
function naming({ tenant, http }: RestOperation, kind: Kind, about: Tenants, isOwn: boolean) {
  if (tenant !== "merchant_id" && tenant !== "publisher_id") return {};
  const isOther =
    kind === "holder" ||
    (tenant === "merchant_id" ? kind === "publisher" : kind === "merchant" || kind === "terminal");
  return isOther && isOwn && !http.params.includes(tenant) ? {} : { [camel(tenant)]: about[tenant] };
}

const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
