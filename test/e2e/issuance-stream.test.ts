// The stream of an issuance job on gRPC, over mutual TLS, as an internal service uses it.
import { Client, type ClientDuplexStream, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { expect } from "chai";
import { AssetKind } from "../../gen/ts/pda/asset/v1/asset.ts";
import type { AssetSpecification } from "../../gen/ts/pda/publisher/v1/issuance.ts";
import {
  AddIssuanceItemsRequest,
  AddIssuanceItemsResponse,
} from "../../gen/ts/pda/publisher/v1/issuance_service.ts";
import { decodeStatus } from "../../src/rpc/status.ts";
import { accessToken, callerKey, proofOf } from "../support/access-tokens.ts";
import { boundToken, dpopProof } from "../support/dpop-proofs.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { credentials, ownConnection } from "./support/grpc.ts";
import { ask } from "./support/http.ts";
import { allScopes, eventually, type Publisher, publisher, service } from "./support/scene.ts";

const path = "/pda.publisher.v1.IssuanceService/StreamIssuanceItems";

type IssuanceStream = ClientDuplexStream<AddIssuanceItemsRequest, AddIssuanceItemsResponse>;

const items = (count: number, first = 0): AssetSpecification[] =>
  Array.from({ length: count }, (_, index) => ({
    assetProfile: { kind: AssetKind.ASSET_KIND_GOOD, name: `Print ${first + index}`, description: "" },
    supportedNetworks: [],
    metadata: {},
    faults: [],
  }));

describe("stream of issuance items", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let client: Client;
  before(async () => {
    product = await sharedProduct();
    const files = await service(product, "issuing", { scopes: ["publishers.issue"] });
    client = new Client(product.coreAddress, credentials(product, files), ownConnection);
  });
  beforeEach(async () => {
    issuer = await publisher(product);
  });
  after(() => client.close());

  const open = (metadata = new Metadata()): IssuanceStream =>
    client.makeBidiStreamRequest(
      path,
      (message: AddIssuanceItemsRequest) => Buffer.from(AddIssuanceItemsRequest.encode(message).finish()),
      (bytes: Buffer) => AddIssuanceItemsResponse.decode(bytes),
      metadata,
    );
  const jobs = "/api/v1/publishers/{publisherId}/issuance-jobs" as const;
  const job = async (itemCount: number): Promise<string> => {
    const answer = await product.client().POST(jobs, {
      params: { path: { publisherId: issuer.publisherId } },
      body: { reference: `stream-${Math.random()}`, itemCount },
    });
    return answer.data.issuanceJobId;
  };
  const progress = async (issuanceJobId: string) =>
    (
      await product.client().GET(`${jobs}/{issuanceJobId}`, {
        params: { path: { publisherId: issuer.publisherId, issuanceJobId } },
      })
    ).data;
  const message = (issuanceJobId: string, firstIndex: number, count: number): AddIssuanceItemsRequest => ({
    publisherId: issuer.publisherId,
    issuanceJobId,
    firstIndex,
    items: items(count, firstIndex),
  });
  /** Everything that a stream answers until it ends, and how it ends. */
  const rest = (stream: IssuanceStream): Promise<{ answers: AddIssuanceItemsResponse[]; end: string }> =>
    new Promise((resolve) => {
      const answers: AddIssuanceItemsResponse[] = [];
      stream.on("data", (answer: AddIssuanceItemsResponse) => answers.push(answer));
      stream.on("error", (error: ServiceError) => {
        const [details] = error.metadata.get("grpc-status-details-bin");
        const failure = details === undefined ? undefined : decodeStatus(Buffer.from(details));
        resolve({ answers, end: `${status[error.code]} ${failure?.reason}` });
      });
      stream.on("end", () => resolve({ answers, end: "OK" }));
    });
  /** Opens streams until the core knows the grant of this service. */
  const opened = async (): Promise<void> => {
    await eventually("the grant", async () => {
      const stream = open();
      stream.end(message(await job(1), 0, 1));
      return (await rest(stream)).end === "OK";
    });
  };

  it("answers each message with its results and the progress, in turn", async () => {
    await opened();
    const issuanceJobId = await job(10_000);
    const stream = open();
    // All at once: what is not yet taken up waits on the wire.
    for (let first = 0; first < 10_000; first += 1_000) stream.write(message(issuanceJobId, first, 1_000));
    stream.end();
    const { answers, end } = await rest(stream);
    expect(end).to.equal("OK");
    expect(answers.map(({ issuanceJob }) => issuanceJob?.receivedCount)).to.deep.equal(
      Array.from({ length: 10 }, (_, turn) => (turn + 1) * 1_000),
    );
    const assets = answers.flatMap((answer) => answer.items.map(({ assetIdentifier }) => assetIdentifier));
    expect(new Set(assets)).to.have.property("size", 10_000);
    expect(await progress(issuanceJobId)).to.include({ status: "completed", issuedCount: 10_000 });
  });

  it("goes on, after it broke off, where the job is", async () => {
    await opened();
    const issuanceJobId = await job(5_000);
    const broken = open();
    const answered = new Promise((resolve) => broken.once("data", resolve));
    broken.on("error", () => undefined);
    for (let first = 0; first < 5_000; first += 500) broken.write(message(issuanceJobId, first, 500));
    await answered;
    broken.cancel();
    const { receivedCount } = await eventually("an end of what was taken", async () => {
      const before = await progress(issuanceJobId);
      const after = await progress(issuanceJobId);
      return before.receivedCount === after.receivedCount && after;
    });
    expect(receivedCount).to.be.within(500, 4_999);
    const stream = open();
    for (let first = receivedCount; first < 5_000; first += 500)
      stream.write(message(issuanceJobId, first, Math.min(500, 5_000 - first)));
    stream.end();
    expect((await rest(stream)).end).to.equal("OK");
    expect(await progress(issuanceJobId)).to.include({ issuedCount: 5_000, failedCount: 0 });
  });

  it("ends with the error of the message that is refused; what came before it is issued", async () => {
    await opened();
    const issuanceJobId = await job(10);
    const ended = async (...messages: AddIssuanceItemsRequest[]): Promise<string> => {
      const stream = open();
      for (const each of messages) stream.write(each);
      const { answers, end } = await rest(stream);
      return `${answers.length} ${end}`;
    };
    expect(await ended(message(issuanceJobId, 0, 2), message(issuanceJobId, 5, 1))).to.equal(
      "1 FAILED_PRECONDITION ITEMS_MISSING",
    );
    expect(await ended(message(issuanceJobId, 2, 0))).to.equal("0 INVALID_ARGUMENT REQUIRED");
    expect(await ended({ ...message(issuanceJobId, 2, 1), publisherId: "" })).to.equal(
      "0 INVALID_ARGUMENT REQUIRED",
    );
    expect((await progress(issuanceJobId)).receivedCount).to.equal(2);
  });

  it("takes all messages of a program that proves who it is once: by a JWT, or by DPoP for the stream's own method", async () => {
    await opened();
    const key = callerKey();
    const registered = await ask(product, `/api/v1/publishers/${issuer.publisherId}/public-keys`, {
      key: product.operatorKey,
      body: {
        name: "studio",
        scopes: ["publishers.issue"],
        publicKey: key.publicKey,
        proof: await proofOf(key, product.baseUrl, issuer.publisherId),
      },
    });
    expect(registered.status, registered.text).to.equal(201);
    const kid: string = registered.json.data.publicKeyId;
    const streamed = async (presented: Record<string, string>) => {
      const metadata = new Metadata();
      for (const [name, value] of Object.entries(presented)) metadata.set(name, value);
      const issuanceJobId = await job(3);
      const stream = open(metadata);
      for (const index of [0, 1, 2]) stream.write(message(issuanceJobId, index, 1));
      stream.end();
      const { answers, end } = await rest(stream);
      return [answers.length, end];
    };
    const token = await accessToken(key, { kid, aud: product.baseUrl });
    expect(await streamed({ authorization: `Bearer ${token}` })).to.deep.equal([3, "OK"]);
    expect(await streamed({ authorization: `Bearer ${token}` }), "the JWT once more").to.deep.equal([
      0,
      "UNAUTHENTICATED TOKEN_REPLAYED",
    ]);
    const bound = await boundToken(key, product.baseUrl, { kid });
    const bare = await dpopProof(key, { url: `${product.baseUrl}/api/v1/caller`, token: bound });
    const asked = await ask(product, "/api/v1/caller", {
      headers: { Authorization: `DPoP ${bound}`, DPoP: bare },
    });
    const nonce = String(asked.headers["dpop-nonce"]);
    const proven = async (method: string) => ({
      authorization: `DPoP ${bound}`,
      dpop: await dpopProof(key, {
        method: "POST",
        url: product.baseUrl + method,
        token: bound,
        nonce,
      }),
    });
    expect(await streamed(await proven(path))).to.deep.equal([3, "OK"]);
    expect(await streamed(await proven("/pda.publisher.v1.IssuanceService/AddIssuanceItems"))).to.deep.equal([
      0,
      "UNAUTHENTICATED DPOP_PROOF_REFUSED",
    ]);
  });

  it("is only for who may issue", async () => {
    const issuanceJobId = await job(1);
    const files = await service(product, "reader", {
      scopes: allScopes.filter((s) => s !== "publishers.issue"),
    });
    using other = new DisposableStack();
    const reader = other.adopt(
      new Client(product.coreAddress, credentials(product, files), ownConnection),
      (each) => each.close(),
    );
    const stream = reader.makeBidiStreamRequest(
      path,
      (each: AddIssuanceItemsRequest) => Buffer.from(AddIssuanceItemsRequest.encode(each).finish()),
      (bytes: Buffer) => AddIssuanceItemsResponse.decode(bytes),
      new Metadata(),
    );
    stream.write(message(issuanceJobId, 0, 1));
    expect((await rest(stream)).end).to.equal("PERMISSION_DENIED SCOPE_MISSING");
    const forged = new Metadata();
    forged.set("authorization", "Bearer pda_wrong");
    const wrong = open(forged);
    wrong.write(message(issuanceJobId, 0, 1));
    expect((await rest(wrong)).end).to.match(/^UNAUTHENTICATED/);
  });
});
