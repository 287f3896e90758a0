import { expect } from "chai";
import { time } from "../../../src/trust/der/writer.ts";
import {
  CA_SERIAL,
  ca,
  caKey,
  caName,
  itJudges,
  type Judged,
  LEAF_SERIAL,
  leaf,
  root,
  rootKey,
  rootName,
  verdictOf,
} from "./support/certification.ts";
import * as forged from "./support/forge.ts";
import * as crls from "./support/forge-crl.ts";

const signerKey = forged.p256();
const signerName = forged.name(["2.5.4.3", "Signer"]);
const POINT = [forged.uri("http://a.example/1.crl")];
const OTHER_POINT = [forged.uri("http://a.example/2.crl")];
const [KEY_COMPROMISE, HOLD] = [1, 6];
const ALL_BUT_HOLD = [1, 2, 3, 4, 5, 7, 8];

const ofRoot = (change: Partial<crls.CrlForgery> = {}): Uint8Array =>
  crls.forgeCrl({ issuer: rootName, signingKey: rootKey, ...change });
const ofCa = (change: Partial<crls.CrlForgery> = {}): Uint8Array =>
  crls.forgeCrl({ issuer: caName, signingKey: caKey, ...change });
const listed = (reason = KEY_COMPROMISE): { readonly entries: readonly Uint8Array[] } => ({
  entries: [crls.crlEntry(LEAF_SERIAL, crls.crlReason(reason))],
});
const scoped = (content: Parameters<typeof crls.issuingPoint>[0]): { extensions: readonly Uint8Array[] } => ({
  extensions: [crls.issuingPoint(content)],
});
/** A CRL issuer below `issuerKey` that is no CA. */
const signer = (usages: readonly number[], issuerKey = rootKey, issuer = rootName): Uint8Array =>
  forged.forge({
    subject: signerName,
    issuer,
    key: signerKey,
    signingKey: issuerKey,
    serial: 500n,
    extensions: [
      forged.basicConstraints(false),
      forged.keyUsageBits(...usages),
      ...forged.identifiers(signerKey, issuerKey),
    ],
  });
const pointing = (...points: readonly crls.CertificatePoint[]): { readonly leaf: Uint8Array } => ({
  leaf: leaf([crls.distributionPoints(...points)]),
});
const UNKNOWN = "REVOCATION_STATUS_UNKNOWN@0";

const CASES: readonly Judged[] = [
  { title: "a path whose CRLs name none of it", files: () => ({ crls: [ofRoot(), ofCa()] }) },
  { title: "a revoked leaf", files: () => ({ crls: [ofRoot(), ofCa(listed())] }), refused: "REVOKED@0" },
  {
    title: "a revoked CA",
    files: () => ({ crls: [ofRoot({ entries: [crls.crlEntry(CA_SERIAL)] }), ofCa()] }),
    refused: "REVOKED@1",
  },
  {
    title: "an anchor that its own CRL takes back",
    files: () => ({ crls: [ofRoot({ entries: [crls.crlEntry(77n)] }), ofCa()] }),
    refused: "REVOKED@2",
  },
  { title: "no CRL for the leaf", files: () => ({ crls: [ofRoot()] }), refused: UNKNOWN },
  { title: "no CRL for the CA", files: () => ({ crls: [ofCa()] }), refused: "REVOCATION_STATUS_UNKNOWN@1" },
  {
    title: "a CRL of another key",
    files: () => ({ crls: [ofRoot(), ofCa({ signingKey: signerKey })] }),
    refused: UNKNOWN,
  },
  {
    title: "a CRL that has ended",
    files: () => ({ crls: [ofRoot(), ofCa({ nextUpdate: time(forged.YEAR_AGO) })] }),
    refused: UNKNOWN,
  },
  {
    title: "a CRL of tomorrow",
    files: () => ({ crls: [ofRoot(), ofCa({ thisUpdate: time(forged.YEAR_AHEAD) })] }),
    refused: UNKNOWN,
  },
  {
    title: "a CRL with an unknown critical extension",
    files: () => ({ crls: [ofRoot(), ofCa({ extensions: [crls.unknownExtension(true)] })] }),
    refused: UNKNOWN,
  },
  {
    title: "a CRL whose entry has an unknown critical extension",
    files: () => ({
      crls: [ofRoot(), ofCa({ entries: [crls.crlEntry(1n, crls.unknownExtension(true))] })],
    }),
    refused: UNKNOWN,
  },
  {
    title: "a CRL without authority key identifier, which RFC 5280 §5.2.1 asks for",
    files: () => ({ crls: [ofRoot(), ofCa({ allExtensions: [crls.crlNumber(5)] })] }),
    refused: UNKNOWN,
    opensslAccepts: true,
  },
  {
    title: "a CRL only for CAs, for the leaf",
    files: () => ({ crls: [ofRoot(), ofCa(scoped({ flags: [2] }))] }),
    refused: UNKNOWN,
  },
  {
    title: "a CRL only for users, for the leaf, and one for CAs above",
    files: () => ({ crls: [ofRoot(scoped({ flags: [2] })), ofCa(scoped({ flags: [1] }))] }),
  },
  {
    title: "a CRL only for attribute certificates",
    files: () => ({ crls: [ofRoot(), ofCa(scoped({ flags: [5] }))] }),
    refused: UNKNOWN,
  },
  {
    title: "the CRL of the leaf's distribution point",
    files: () => ({ ...pointing({ names: POINT }), crls: [ofRoot(), ofCa(scoped({ names: POINT }))] }),
  },
  {
    title: "the CRL of another distribution point",
    files: () => ({ ...pointing({ names: OTHER_POINT }), crls: [ofRoot(), ofCa(scoped({ names: POINT }))] }),
    refused: UNKNOWN,
  },
  {
    title: "a CRL for some reasons only",
    files: () => ({ crls: [ofRoot(), ofCa(scoped({ reasons: [KEY_COMPROMISE] }))] }),
    refused: UNKNOWN,
  },
  {
    title: "two CRLs that together tell all reasons",
    files: () => ({
      crls: [ofRoot(), ofCa(scoped({ reasons: [HOLD] })), ofCa(scoped({ reasons: ALL_BUT_HOLD }))],
    }),
  },
  {
    title: "a leaf that the second of two such CRLs names",
    files: () => ({
      crls: [
        ofRoot(),
        ofCa(scoped({ reasons: ALL_BUT_HOLD })),
        ofCa({ ...scoped({ reasons: [HOLD] }), ...listed(HOLD) }),
      ],
    }),
    refused: "REVOKED@0",
  },
  {
    title: "a leaf that a delta CRL revokes",
    files: () => ({
      crls: [
        ofRoot(),
        ofCa({ extensions: [crls.freshestCrl({ names: POINT })] }),
        ofCa({ number: 6, extensions: [crls.deltaIndicator(5)], ...listed() }),
      ],
    }),
    refused: "REVOKED@0",
  },
  {
    title: "a leaf that a delta CRL takes back",
    files: () => ({
      crls: [
        ofRoot(),
        ofCa({ extensions: [crls.freshestCrl({ names: POINT })], ...listed(HOLD) }),
        ofCa({ number: 6, extensions: [crls.deltaIndicator(5)], ...listed(8) }),
      ],
    }),
  },
  {
    title: "a leaf that a delta CRL takes back to which nothing points",
    files: () => ({
      crls: [
        ofRoot(),
        ofCa(listed(HOLD)),
        ofCa({ number: 6, extensions: [crls.deltaIndicator(5)], ...listed(8) }),
      ],
    }),
    refused: "REVOKED@0",
  },
  {
    title: "a leaf that a delta CRL takes back for a later complete CRL",
    files: () => ({
      crls: [
        ofRoot(),
        ofCa({ extensions: [crls.freshestCrl({ names: POINT })], ...listed(HOLD) }),
        ofCa({ number: 9, extensions: [crls.deltaIndicator(8)], ...listed(8) }),
      ],
    }),
    refused: "REVOKED@0",
  },
  {
    title: "a leaf that a delta CRL revokes which has ended",
    files: () => ({
      crls: [
        ofRoot(),
        ofCa({ extensions: [crls.freshestCrl({ names: POINT })] }),
        ofCa({
          number: 6,
          extensions: [crls.deltaIndicator(5)],
          nextUpdate: time(new Date(forged.NOW.getTime() - 1000)),
          ...listed(),
        }),
      ],
    }),
    refused: "REVOKED@0",
  },
  {
    title: "a leaf that one of two latest delta CRLs takes back",
    files: () => ({
      crls: [
        ofRoot(),
        ofCa({ extensions: [crls.freshestCrl({ names: POINT })], ...listed(HOLD) }),
        ofCa({ number: 6, extensions: [crls.deltaIndicator(5)] }),
        ofCa({ number: 6, extensions: [crls.deltaIndicator(5)], ...listed(8) }),
      ],
    }),
    refused: "REVOKED@0",
  },
  {
    title: "a delta CRL alone",
    files: () => ({ crls: [ofRoot(), ofCa({ number: 6, extensions: [crls.deltaIndicator(5)] })] }),
    refused: UNKNOWN,
  },
  {
    title: "a delta CRL that cannot be processed",
    files: () => ({
      crls: [
        ofRoot(),
        ofCa({ extensions: [crls.freshestCrl({ names: POINT })] }),
        ofCa({ number: 6, extensions: [crls.deltaIndicator(5), crls.unknownExtension(true)] }),
      ],
    }),
    refused: UNKNOWN,
  },
];

describe("revocation by CRLs (RFC 5280 §6.3)", () => {
  CASES.forEach(itJudges);

  describe("with a CRL issuer of its own", () => {
    const indirect = (more: Partial<crls.CrlForgery> = {}): Uint8Array =>
      crls.forgeCrl({ issuer: signerName, signingKey: signerKey, ...scoped({ flags: [4] }), ...more });
    const entry = crls.crlEntry(LEAF_SERIAL, crls.certificateIssuer(forged.directory(caName)));
    const named = pointing({ crlIssuer: [forged.directory(signerName)] });
    const cases: readonly Judged[] = [
      {
        title: "an indirect CRL that the leaf points to",
        files: () => ({ ...named, certificates: [ca(), signer([6])], crls: [ofRoot(), indirect()] }),
      },
      {
        title: "a leaf that it names",
        files: () => ({
          ...named,
          certificates: [ca(), signer([6])],
          crls: [ofRoot(), indirect({ entries: [entry] })],
        }),
        refused: "REVOKED@0",
      },
      {
        title: "a CRL of it that is not marked indirect",
        files: () => ({
          ...named,
          certificates: [ca(), signer([6])],
          crls: [ofRoot(), indirect({ extensions: [] })],
        }),
        refused: UNKNOWN,
      },
      {
        // The verify command of openssl prints "unsuitable certificate purpose", and goes on.
        title: "a CRL issuer without cRLSign",
        files: () => ({ ...named, certificates: [ca(), signer([0])], crls: [ofRoot(), indirect()] }),
        refused: UNKNOWN,
        opensslAccepts: true,
      },
      {
        title: "a CRL issuer that is revoked",
        files: () => ({
          ...named,
          certificates: [ca(), signer([6])],
          crls: [ofRoot({ entries: [crls.crlEntry(500n)] }), indirect()],
        }),
        refused: UNKNOWN,
      },
      {
        title: "a CRL issuer without a path to the anchor",
        files: () => ({
          ...named,
          certificates: [ca(), signer([6], signerKey, signerName)],
          crls: [ofRoot(), indirect()],
        }),
        refused: UNKNOWN,
      },
      {
        title: "a CRL issuer that nobody but itself vouches for",
        files: () => ({
          ...named,
          certificates: [
            ca(),
            forged.forge({
              subject: signerName,
              issuer: caName,
              key: signerKey,
              signingKey: caKey,
              serial: 501n,
              extensions: [
                forged.basicConstraints(false),
                forged.keyUsageBits(6),
                ...forged.identifiers(signerKey, caKey),
                crls.distributionPoints({ crlIssuer: [forged.directory(signerName)] }),
              ],
            }),
          ],
          crls: [ofRoot(), indirect()],
        }),
        refused: UNKNOWN,
      },
    ];
    cases.forEach(itJudges);
  });

  it("ends where certificates of CRL issuers need each other's CRLs", () => {
    const names = ["A", "B", "C", "D"].map((letter) => forged.name(["2.5.4.3", letter]));
    const keys = names.map(() => forged.p256());
    const ring = names.map((subject, index) =>
      forged.forge({
        subject,
        issuer: caName,
        key: keys[index] as (typeof keys)[number],
        signingKey: caKey,
        serial: 600n + BigInt(index),
        extensions: [
          forged.basicConstraints(false),
          forged.keyUsageBits(6),
          ...forged.identifiers(keys[index] as (typeof keys)[number], caKey),
          crls.distributionPoints({
            crlIssuer: [forged.directory(names[(index + 1) % names.length] as Uint8Array)],
          }),
        ],
      }),
    );
    const lists = names.map((issuer, index) =>
      crls.forgeCrl({
        issuer,
        signingKey: keys[index] as (typeof keys)[number],
        ...scoped({ flags: [4] }),
      }),
    );
    const verdict = verdictOf({
      ...pointing({ crlIssuer: [forged.directory(names[0] as Uint8Array)] }),
      certificates: [ca(), ...ring],
      crls: [ofRoot(), ...lists],
      anchor: root(),
    });
    expect(verdict).to.equal(UNKNOWN);
  });
});
