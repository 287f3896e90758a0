// How the gateway uses DPoP proofs: what it asks the core, what it keeps, and that it fails closed.
import { expect } from "chai";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import {
  type DpopProofUse,
  ResolveSingleUseRequest,
  ResolveSingleUseResponse,
  ResolveTokenRequest,
  ResolveTokenResponse,
  type SingleUseVerdict,
} from "../../gen/ts/pda/access/v1/access_service.ts";
import {
  type Authenticator,
  type AuthenticatorOptions,
  authenticator,
} from "../../src/gateway/authenticate.ts";
import type { SentProof } from "../../src/gateway/dpop.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { encodeStatus } from "../../src/rpc/status.ts";
import { tokenHash } from "../../src/trust/dpop/proof.ts";
import { callerKey } from "../support/access-tokens.ts";
import { dpopProof, jwkOf } from "../support/dpop-proofs.ts";

const url = "https://localhost:8443/api/v1/payments";
const token = "a.b.c";
const principal = {
  kind: PrincipalKind.PRINCIPAL_KIND_MERCHANT,
  tenantId: "mer_1",
  credentialId: "pky_1",
  scopes: [],
};
const usedNow = (nextNonce = ""): SingleUseVerdict => ({ verdict: { $case: "nextNonce", value: nextNonce } });
const refused = (failure: Failure): SingleUseVerdict => ({
  verdict: { $case: "refusal", value: Buffer.from(encodeStatus(failure)) },
});

describe("DPoP proofs at the gateway", () => {
  const key = callerKey();
  let resolved: ResolveTokenRequest[];
  let used: DpopProofUse[][];
  let verdict: SingleUseVerdict;
  let use: () => Promise<void>;
  let verdicts: Authenticator;

  beforeEach(() => {
    resolved = [];
    used = [];
    verdict = usedNow();
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
      const uses = ResolveSingleUseRequest.decode(request).proofs.map(({ proof }) => {
        if (proof?.$case !== "dpop") throw new Error("a DPoP proof is expected");
        return proof.value;
      });
      used.push(uses);
      await use();
      const answer = { principals: [], verdicts: uses.map(() => verdict) };
      return { response: ResolveSingleUseResponse.encode(answer).finish(), replayed: false };
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

  it("have the core judge the token once for each key, and verify and use each proof", async () => {
    const sentOnes = [await sent(), await sent(), await sent()];
    for (const proof of sentOnes) expect(await authenticate(proof)).to.include({ credentialId: "pky_1" });
    expect(resolved).to.have.length(1);
    const asSent = ({ text, method, uris }: SentProof) => ({ text, method, uris });
    expect(resolved[0]).to.deep.include({ token, address: "192.0.2.1", dpopProof: asSent(sentOnes[0]!) });
    expect(used).to.deep.equal(
      sentOnes.map((proof) => [{ proof: asSent(proof), tokenHash: tokenHash(token) }]),
    );
    const text = await dpopProof(callerKey(), { url, token });
    await authenticate({ ...sentOnes[0]!, text });
    expect(resolved.map(({ dpopProof }) => dpopProof?.text)).to.deep.equal([sentOnes[0]?.text, text]);
  });

  it("count for nothing while only the verdict on the token is known", async () => {
    await authenticate(await sent());
    verdict = refused(new Failure("DPOP_PROOF_REFUSED"));
    // Somebody who has the token and knows the key, but does not have it.
    const text = await dpopProof(callerKey(), { url, token }, { header: { jwk: jwkOf(key) } });
    expect((await reasonOf({ ...(await sent()), text })).reason).to.equal("DPOP_PROOF_REFUSED");
    expect([resolved.length, used.length]).to.deep.equal([1, 2]);
  });

  it("have the core judge the token for each address, because a key may be limited to networks", async () => {
    await authenticate(await sent());
    await authenticate(await sent(), "198.51.100.7");
    expect(resolved.map(({ address }) => address)).to.deep.equal(["192.0.2.1", "198.51.100.7"]);
  });

  it("that come together are used by one call", async () => {
    await authenticate(await sent());
    const proofs = await Promise.all(Array.from({ length: 50 }, () => sent()));
    await Promise.all(proofs.map((proof) => authenticate(proof)));
    expect(used.map(({ length }) => length)).to.deep.equal([1, 32, 18]);
  });

  it("get the next nonce with the answer when theirs is about to end", async () => {
    const [old, present] = [await sent("old"), await sent()];
    verdict = usedNow("next");
    await authenticate(old);
    verdict = usedNow();
    await authenticate(present);
    expect([old.nextNonce, present.nextNonce]).to.deep.equal(["next", undefined]);
  });

  it("are refused as the core says", async () => {
    verdict = refused(new Failure("DPOP_PROOF_REPLAYED"));
    expect((await reasonOf(await sent())).reason).to.equal("DPOP_PROOF_REPLAYED");
    verdict = refused(new Failure("DPOP_NONCE_NEEDED", { dpopNonce: "next" }));
    expect(await reasonOf(await sent())).to.include({ reason: "DPOP_NONCE_NEEDED", dpopNonce: "next" });
  });

  it("are refused when no core says that they were used now", async () => {
    for (const other of [
      { verdict: undefined },
      { verdict: { $case: "principal", value: 0 } } as const,
      refused(new Failure("OVERLOADED")),
      refused(new Failure("INTERNAL")),
    ]) {
      verdict = other;
      expect((await reasonOf(await sent())).reason).to.equal("CREDENTIAL_UNCHECKED");
    }
    use = () => Promise.reject(new Failure("INTERNAL"));
    expect((await reasonOf(await sent())).reason).to.equal("CREDENTIAL_UNCHECKED");
  });

  it("are not sent to the core when they name no key", async () => {
    for (const text of ["a.b.c", await dpopProof(key, { url }, { header: { jwk: undefined } })])
      expect((await reasonOf({ ...(await sent()), text })).reason).to.equal("DPOP_PROOF_MALFORMED");
    expect([resolved, used]).to.deep.equal([[], []]);
  });

  it("are not used on behalf of a request that does nothing", async () => {
    const credentials = { authorization: `DPoP ${token}`, certificate: undefined, proof: await sent() };
    expect(verdicts.recall(credentials, "r", "192.0.2.1")).to.include({ credentialId: "" });
    expect([resolved, used]).to.deep.equal([[], []]);
  });
});
