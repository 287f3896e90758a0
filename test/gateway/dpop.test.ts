// How the gateway uses DPoP proofs: what it asks the core, what it keeps, and that it fails closed.
import { expect } from "chai";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import {
  type DpopProof,
  DpopProofVerdict,
  ResolveTokenRequest,
  ResolveTokenResponse,
  UseDpopProofsRequest,
  UseDpopProofsResponse,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import {
  type Authenticator,
  type AuthenticatorOptions,
  authenticator,
} from "../../src/gateway/authenticate.ts";
import { ProofUses, type SentProof, verifiedProof } from "../../src/gateway/dpop.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { callerKey, seconds } from "../support/access-tokens.ts";
import { dpopProof, thumbprintOf } from "../support/dpop-proofs.ts";

const url = "https://localhost:8443/api/v1/payments";
const token = "a.b.c";
const principal = {
  kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
  tenantId: "mer_1",
  credentialId: "pky_1",
  scopes: [],
};
const { DPOP_PROOF_VERDICT_FIRST_USE: first } = DpopProofVerdict;

describe("DPoP proofs at the gateway", () => {
  const key = callerKey();
  let resolved: ResolveTokenRequest[];
  let used: DpopProof[][];
  let verdict: DpopProofVerdict;
  let use: () => Promise<void>;
  let verdicts: Authenticator;

  beforeEach(() => {
    resolved = [];
    used = [];
    verdict = first;
    use = async () => undefined;
    verdicts = authenticator({ credentialTtlMs: 5_000, core });
  });

  const core: AuthenticatorOptions["core"] = {
    call: async (path, request) => {
      if (path.endsWith("/ResolveToken")) {
        resolved.push(ResolveTokenRequest.decode(request));
        const answer = { principal, reusable: true, bound: false };
        return { response: ResolveTokenResponse.encode(answer).finish(), replayed: false };
      }
      const { proofs } = UseDpopProofsRequest.decode(request);
      used.push(proofs);
      await use();
      const answer = { verdicts: proofs.map(() => verdict), nonce: "next" };
      return { response: UseDpopProofsResponse.encode(answer).finish(), replayed: false };
    },
  };

  const sent = async (nonce = "next"): Promise<SentProof> => ({
    text: await dpopProof(key, { url, token, nonce }),
    method: "GET",
    uris: [url],
  });
  const authenticate = async (proof: SentProof, address = "192.0.2.1") =>
    verdicts.authenticate({ authorization: `DPoP ${token}`, certificate: undefined, proof }, "r", address);
  const reasonOf = async (proof: SentProof): Promise<Failure> => {
    const outcome = await authenticate(proof).catch((error: unknown) => error);
    if (outcome instanceof Failure) return outcome;
    throw new Error("the proof was accepted");
  };

  it("have the core judge the token once, with the key that was proved, and use each proof", async () => {
    for (let turn = 0; turn < 3; turn += 1)
      expect(await authenticate(await sent())).to.include({ credentialId: "pky_1" });
    expect(resolved).to.have.length(1);
    expect(resolved[0]).to.include({ token, keyThumbprint: await thumbprintOf(key), address: "192.0.2.1" });
    const proofs = used.flat();
    expect(new Set(proofs.map(({ jti }) => jti)).size).to.equal(3);
    for (const proof of proofs) {
      expect(proof).to.include({ keyThumbprint: await thumbprintOf(key), nonce: "next" });
      expect(Number(proof.expireTime?.seconds) - seconds()).to.be.within(290, 301);
    }
  });

  it("have the core judge the token for each address, because a key may be limited to networks", async () => {
    await authenticate(await sent());
    await authenticate(await sent(), "198.51.100.7");
    expect(resolved.map(({ address }) => address)).to.deep.equal(["192.0.2.1", "198.51.100.7"]);
  });

  it("that come together are used by one call", async () => {
    const proof = await sent();
    const verified = await verifiedProof(proof, token);
    const uses = new ProofUses(core);
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => uses.use({ ...verified, jti: String(index) }, proof)),
    );
    expect(used.map(({ length }) => length)).to.deep.equal([50]);
  });

  it("get the next nonce with the answer when theirs is about to end", async () => {
    const [old, present] = [await sent("old"), await sent()];
    await authenticate(old);
    await authenticate(present);
    expect([old.nextNonce, present.nextNonce]).to.deep.equal(["next", undefined]);
  });

  it("are refused as the core says", async () => {
    verdict = DpopProofVerdict.DPOP_PROOF_VERDICT_REPLAYED;
    expect((await reasonOf(await sent())).reason).to.equal("DPOP_PROOF_REPLAYED");
    verdict = DpopProofVerdict.DPOP_PROOF_VERDICT_NONCE_NEEDED;
    expect(await reasonOf(await sent())).to.include({ reason: "DPOP_NONCE_NEEDED", dpopNonce: "next" });
  });

  it("are refused when no core says that they were used for the first time", async () => {
    verdict = DpopProofVerdict.DPOP_PROOF_VERDICT_UNSPECIFIED;
    expect((await reasonOf(await sent())).reason).to.equal("CREDENTIAL_UNCHECKED");
    // A core of an earlier version does not know the method.
    use = () => Promise.reject(new Failure("INTERNAL"));
    expect((await reasonOf(await sent())).reason).to.equal("CREDENTIAL_UNCHECKED");
  });

  it("are neither used nor sent to the core when they do not fit the request", async () => {
    expect((await reasonOf({ ...(await sent()), method: "POST" })).reason).to.equal("DPOP_PROOF_REFUSED");
    expect([resolved, used]).to.deep.equal([[], []]);
  });

  it("are not used on behalf of a request that does nothing", async () => {
    const credentials = { authorization: `DPoP ${token}`, certificate: undefined, proof: await sent() };
    expect(verdicts.recall(credentials, "r", "192.0.2.1")).to.include({ credentialId: "" });
    expect([resolved, used]).to.deep.equal([[], []]);
  });
});
