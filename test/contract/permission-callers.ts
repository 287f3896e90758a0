// Callers of every kind by every mechanism, and with every role, for the tests of docs/permissions.md.
import { createPublicKey } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { scopes } from "../../gen/rest/operations.ts";
import { checkRights, createOperatorKey } from "../../src/cli/operator-keys.ts";
import { type RoleHolder, rolesOf } from "../../src/domain/access/role.ts";
import { type HolderKind, scopesOf } from "../../src/domain/access/scope.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { credentials, type KeyFiles, RawGrpc } from "../e2e/support/grpc.ts";
import { ask } from "../e2e/support/http.ts";
import { eventually, service } from "../e2e/support/scene.ts";
import { TestIssuer } from "../services/support/issuer.ts";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { accessToken, type CallerKey, callerKey, proofOf } from "../support/access-tokens.ts";
import { holderKey } from "../support/fixtures.ts";
import type { Signing } from "../support/http-signing.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

export type Kind = HolderKind | "anyone";

/** A caller, and how it proves who it is. */
export interface Caller {
  readonly kind: Kind;
  /** Column of the page: the kind, or the kind with a role. */
  readonly column: string;
  readonly by: string;
  readonly key?: string;
  /** Signs each request. */
  readonly signs?: Pick<Signing, "key" | "keyId">;
  /** Returns a credential for one request. */
  readonly token?: () => Promise<string>;
  /** Each caller has connections of its own. */
  readonly front: Parameters<typeof ask>[0];
  /** gRPC connection of an internal service, which has no other credential than its certificate. */
  readonly service?: RawGrpc;
}

export interface Tenants {
  readonly merchant_id: string;
  readonly publisher_id: string;
  readonly wallet_id: string;
}

type Proof = Omit<Caller, "kind" | "column" | "by" | "front"> & { asClient?: { cert: string; key: string } };
type Owner = Exclude<HolderKind, "holder">;

/** A product that trusts an issuer of access tokens, with its tenants and all callers. */
export class Callers implements AsyncDisposable {
  readonly product: Product;
  readonly all: Caller[] = [];
  readonly unknown: Tenants = {
    merchant_id: newId("merchant"),
    publisher_id: newId("publisher"),
    wallet_id: newId("wallet"),
  };
  readonly ofHolder = holderKey();
  readonly #issuer: TestIssuer;
  readonly #folder: ReturnType<typeof temporaryDirectory>;
  #own: Tenants | undefined;
  #foreign: Tenants | undefined;

  private constructor(product: Product, issuer: TestIssuer, folder: ReturnType<typeof temporaryDirectory>) {
    this.product = product;
    this.#issuer = issuer;
    this.#folder = folder;
  }

  static async start(): Promise<Callers> {
    const folder = temporaryDirectory();
    const issuer = await TestIssuer.start();
    const file = join(folder.path, "pda.config.yaml");
    const tenants = ["operator", "merchant", "publisher"];
    const issuers = [
      { issuer: issuer.issuer, audience: "https://pay.example", caFile: issuer.caFile, tenants },
    ];
    writeFileSync(file, JSON.stringify({ oauth: { issuers } }));
    const callers = new Callers(await Product.start({ PDA_CONFIG: file }), issuer, folder);
    try {
      await callers.#make();
    } catch (error) {
      await callers[Symbol.asyncDispose]();
      throw error;
    }
    return callers;
  }

  /** The tenants that the callers belong to. */
  get own(): Tenants {
    return this.#own as Tenants;
  }
  /** Other tenants, which exist. */
  get foreign(): Tenants {
    return this.#foreign as Tenants;
  }

  async #make(): Promise<void> {
    this.#own = await this.#tenants(this.ofHolder);
    this.#foreign = await this.#tenants(holderKey());
    const { privateKey, thumbprint } = this.ofHolder;
    this.#add("anyone", "nothing", {});
    this.#add("holder", "a signature", { signs: { key: privateKey, keyId: thumbprint } });
    const enrolled = await this.#operator(`/merchants/${this.own.merchant_id}/devices`, { name: "Till" });
    const { deviceId } = enrolled.device as unknown as { deviceId: string };
    for (const owner of ["operator", "merchant", "terminal", "publisher"] as const) {
      const rights = { scopes: scopesOf(owner, scopes), ...(owner === "terminal" ? { deviceId } : {}) };
      await this.#addEachMechanism(owner, rights);
      for (const { name } of rolesOf(owner)) {
        const { scopes: _, ...named } = { ...rights, role: name };
        this.#add(owner, "an API key", { key: await this.#keyOf(owner, named) }, name);
      }
    }
  }

  /** Adds a caller of this kind for each mechanism that the kind has. */
  async #addEachMechanism(owner: Owner, rights: { readonly scopes: string[] }): Promise<void> {
    this.#add(owner, "an API key", { key: await this.#keyOf(owner, rights) });
    const key = callerKey("EdDSA");
    const keyId = await this.#registered(owner, key, rights);
    this.#add(owner, "a JWT", {
      token: () => accessToken(key, { kid: keyId, aud: this.product.baseUrl }),
    });
    this.#add(owner, "a signature", { signs: { key: key.privateKey, keyId } });
    if (owner !== "operator")
      this.#add(owner, "a certificate", { asClient: await this.#client(owner, rights) });
    if (owner === "terminal") return;
    const tenant = owner === "operator" ? owner : this.#tenantOf(owner);
    const claims = { aud: "https://pay.example", scope: rights.scopes.join(" ") };
    this.#add(owner, "an access token", { token: () => this.#issuer.token(tenant, { claims }) });
    this.#add(owner, "an internal service's certificate", {
      service: await this.#service(`matrix-${owner}`, {
        ...rights,
        ...(owner === "merchant" ? { merchantId: tenant } : {}),
        ...(owner === "publisher" ? { publisherId: tenant } : {}),
      }),
    });
  }

  #add(kind: Kind, by: string, { asClient, ...proof }: Proof, role?: string): void {
    const { baseUrl, ca } = this.product;
    const front = { baseUrl, ca, ...(asClient ? { asClient } : {}) };
    this.all.push({ kind, by, column: role === undefined ? kind : `${kind}: ${role}`, front, ...proof });
  }

  #tenantOf(owner: Exclude<Owner, "operator">): string {
    return owner === "publisher" ? this.own.publisher_id : this.own.merchant_id;
  }

  #pathOf(owner: Exclude<Owner, "operator">): string {
    return `/${owner === "publisher" ? "publishers" : "merchants"}/${this.#tenantOf(owner)}`;
  }

  async #keyOf(owner: RoleHolder, rights: { scopes?: string[]; role?: string }): Promise<string> {
    if (owner === "operator") {
      const given = checkRights({
        ...(rights.scopes ? { scope: rights.scopes } : {}),
        ...(rights.role ? { role: rights.role } : {}),
      });
      return (await createOperatorKey(this.product.store(), "matrix", given)).secret;
    }
    return (
      (await this.#operator(`${this.#pathOf(owner)}/api-keys`, { name: "matrix", ...rights })).secret ?? ""
    );
  }

  async #registered(owner: Owner, key: CallerKey, rights: { readonly scopes: string[] }): Promise<string> {
    const credentialId = newId("publicKey");
    if (owner === "operator") {
      const spki = createPublicKey(key.publicKey).export({ format: "der", type: "spki" });
      await this.product
        .store()
        .transact((tx) =>
          tx.publicKeys.insert(
            { credentialId, owner: { kind: "operator" }, name: "matrix", ...rights },
            { algorithm: "EdDSA", spki },
          ),
        );
      return credentialId;
    }
    const proof = await proofOf(key, this.product.baseUrl, this.#tenantOf(owner));
    const request = { name: "matrix", publicKey: key.publicKey, proof, ...rights };
    return (await this.#operator(`${this.#pathOf(owner)}/public-keys`, request)).publicKeyId ?? "";
  }

  async #client(owner: Exclude<Owner, "operator">, rights: object): Promise<{ cert: string; key: string }> {
    const key = newKey();
    const path = owner === "publisher" ? "access-certificates" : "certificates";
    const request = { certificateSigningRequest: newRequest(key), ...rights };
    const issued = await this.#operator(`${this.#pathOf(owner)}/${path}`, request);
    return { cert: issued.certificateChain ?? "", key };
  }

  async #service(name: string, grant: Parameters<typeof service>[2]): Promise<RawGrpc> {
    const files: KeyFiles = await service(this.product, name, grant);
    const grpc = new RawGrpc(this.product.coreAddress, credentials(this.product, files));
    const path = "/pda.event.v1.EventService/ListEvents";
    await eventually("the grant is read", async () => (await grpc.call(path)).code === status.OK);
    return grpc;
  }

  async #tenants(owner: ReturnType<typeof holderKey>): Promise<Tenants> {
    return {
      merchant_id: (await this.#operator("/merchants", { name: "Shop" })).merchantId ?? "",
      publisher_id: (await this.#operator("/publishers", { name: "Press" })).publisherId ?? "",
      wallet_id: (await this.#operator("/wallets", { holderKey: owner.jwk })).walletId ?? "",
    };
  }

  async #operator(path: string, body: object): Promise<Record<string, string | undefined>> {
    const answer = await ask(this.product, `/api/v1${path}`, { key: this.product.operatorKey, body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json.data;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const caller of this.all) caller.service?.[Symbol.dispose]();
    await this.product.stop();
    await this.#issuer[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}
