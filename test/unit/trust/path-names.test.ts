import * as forged from "./support/forge.ts";
import {
  type Change,
  caWith,
  itJudges,
  leafExtensions,
  leafName,
  type PathCase,
} from "./support/three-tier.ts";

const own = { subject: forged.name(["2.5.4.10", "Acme"], ["2.5.4.3", "x"]) };
const acme = forged.directory(forged.name(["2.5.4.10", "acme"]));
const uris = (...texts: readonly string[]): Change => ({
  extensions: leafExtensions(forged.altNames(...texts.map(forged.uri))),
});

const CASES: readonly PathCase[] = [
  {
    title: "a URI at the permitted host",
    ca: caWith(forged.nameConstraints([forged.uri("a.example")])),
    leaf: uris("https://A.example/x", "https://a.example:8443"),
  },
  {
    title: "a URI at another host",
    ca: caWith(forged.nameConstraints([forged.uri("a.example")])),
    leaf: uris("https://b.example/"),
    refused: "NAME_NOT_PERMITTED@0",
  },
  {
    title: "one good and one bad URI",
    ca: caWith(forged.nameConstraints([forged.uri("a.example")])),
    leaf: uris("https://a.example/", "https://b.example/"),
    refused: "NAME_NOT_PERMITTED@0",
  },
  {
    title: "a URI below a host constraint",
    ca: caWith(forged.nameConstraints([forged.uri("a.example")])),
    leaf: uris("https://x.a.example/"),
    refused: "NAME_NOT_PERMITTED@0",
  },
  {
    title: 'a URI below a ".host" constraint',
    ca: caWith(forged.nameConstraints([forged.uri(".a.example")])),
    leaf: uris("https://x.y.a.example/"),
  },
  {
    title: 'the host itself of a ".host" constraint',
    ca: caWith(forged.nameConstraints([forged.uri(".a.example")])),
    leaf: uris("https://a.example/"),
    refused: "NAME_NOT_PERMITTED@0",
  },
  {
    title: "a host that only ends alike",
    ca: caWith(forged.nameConstraints([forged.uri(".a.example")])),
    leaf: uris("https://xa.example/"),
    refused: "NAME_NOT_PERMITTED@0",
  },
  {
    title: "userinfo that looks like the host",
    ca: caWith(forged.nameConstraints([forged.uri("a.example")])),
    leaf: uris("https://a.example:x@evil.example/"),
    refused: "NAME_CONSTRAINT_UNSUPPORTED@0",
    opensslAccepts: true,
  },
  {
    title: "a URI without a host",
    ca: caWith(forged.nameConstraints([forged.uri("a.example")])),
    leaf: uris("urn:uuid:1"),
    refused: "NAME_CONSTRAINT_UNSUPPORTED@0",
  },
  {
    title: "a URI with an IP address",
    ca: caWith(forged.nameConstraints([], [forged.uri("a.example")])),
    leaf: uris("https://10.0.0.1/"),
    refused: "NAME_CONSTRAINT_UNSUPPORTED@0",
    opensslAccepts: true,
  },
  {
    title: "an excluded URI, though permitted",
    ca: caWith(forged.nameConstraints([forged.uri(".example")], [forged.uri("a.example")])),
    leaf: uris("https://a.example/"),
    refused: "NAME_EXCLUDED@0",
  },
  {
    title: "a permitted form that does not appear",
    ca: caWith(forged.nameConstraints([forged.uri("a.example")])),
  },

  {
    title: "a subject in the permitted subtree, case and all",
    ca: caWith(forged.nameConstraints([acme])),
    leaf: own,
  },
  {
    title: "a subject outside it",
    ca: caWith(forged.nameConstraints([acme])),
    refused: "NAME_NOT_PERMITTED@0",
  },
  {
    title: "an excluded subject",
    ca: caWith(forged.nameConstraints([], [acme])),
    leaf: own,
    refused: "NAME_EXCLUDED@0",
  },
  {
    title: "an alternative directory name outside the subtree",
    ca: caWith(forged.nameConstraints([acme])),
    leaf: { ...own, extensions: leafExtensions(forged.altNames(forged.directory(leafName))) },
    refused: "NAME_NOT_PERMITTED@0",
  },
  {
    title: "a DNS name below the base",
    ca: caWith(forged.nameConstraints([forged.dns("a.example")])),
    leaf: { extensions: leafExtensions(forged.altNames(forged.dns("x.a.example"))) },
  },
  {
    title: "a DNS name that only ends alike",
    ca: caWith(forged.nameConstraints([forged.dns("a.example")])),
    leaf: { extensions: leafExtensions(forged.altNames(forged.dns("xa.example"))) },
    refused: "NAME_NOT_PERMITTED@0",
  },
  {
    title: "a wildcard under DNS constraints",
    ca: caWith(forged.nameConstraints([], [forged.dns("x.a.example")])),
    leaf: { extensions: leafExtensions(forged.altNames(forged.dns("*.a.example"))) },
    refused: "NAME_CONSTRAINT_UNSUPPORTED@0",
    opensslAccepts: true,
  },
  {
    title: "a common name that is a host outside",
    ca: caWith(forged.nameConstraints([forged.dns("a.example")])),
    leaf: { subject: forged.name(["2.5.4.3", "b.example"]) },
    refused: "NAME_NOT_PERMITTED@0",
  },
  {
    title: "a mailbox at the permitted host",
    ca: caWith(forged.nameConstraints([forged.email("a.example")])),
    leaf: { extensions: leafExtensions(forged.altNames(forged.email("u@A.example"))) },
  },
  {
    title: "a mailbox elsewhere",
    ca: caWith(forged.nameConstraints([forged.email("a.example")])),
    leaf: { extensions: leafExtensions(forged.altNames(forged.email("u@x.a.example"))) },
    refused: "NAME_NOT_PERMITTED@0",
  },
  {
    title: "a form that we do not compare",
    ca: caWith(forged.nameConstraints([forged.ip(10, 0, 0, 0, 255, 0, 0, 0)])),
    leaf: { extensions: leafExtensions(forged.altNames(forged.ip(10, 0, 0, 1))) },
    refused: "NAME_CONSTRAINT_UNSUPPORTED@0",
    opensslAccepts: true,
  },
  {
    title: "name constraints of a leaf",
    leaf: { extensions: leafExtensions(forged.nameConstraints([acme])) },
    refused: "NOT_A_CA@0",
    opensslAccepts: true,
  },
];

/** An excluded organisation and how a subject may write the same one (RFC 5280 §7.1, RFC 4518). */
const SPELLINGS: readonly (readonly [how: string, excluded: string, written: string])[] = [
  ["in letters of another case that are not ASCII", "École Zürich", "éCOLE ZÜRICH"],
  ["with a letter that folds to two", "Straße", "STRASSE"],
  ["with a final sigma", "ΣΟΦΟΣ", "σοφος"],
  ["in wide letters", "Acme", "ＡＣＭＥ"],
  ["with a ligature", "office", "oﬃce"],
  ["with its accents apart", "École", "E\u0301cole"],
  ["with a character of no width", "Acme", "Ac\u200bme"],
  ["with a soft hyphen", "Acme", "Ac\u00adme"],
  ["with a control character", "Acme", "Acme\u0007"],
  ["with other spaces, and more of them", "Acme Mint", "\u00a0Acme \u2003 Mint\u3000"],
];
const organisation = (text: string): Uint8Array => forged.name(["2.5.4.10", text]);
const spelt = (written: string): Change => ({
  subject: forged.name(["2.5.4.10", written], ["2.5.4.3", "x"]),
});

describe("name constraints (RFC 5280 §4.2.1.10)", () => {
  CASES.forEach(itJudges);

  // OpenSSL folds ASCII only: it lets all of these pass an exclusion, and none of them into a permission.
  for (const [how, excluded, written] of SPELLINGS) {
    itJudges({
      title: `an excluded subject ${how}`,
      ca: caWith(forged.nameConstraints([], [forged.directory(organisation(excluded))])),
      leaf: spelt(written),
      refused: "NAME_EXCLUDED@0",
      opensslAccepts: true,
    });
    itJudges({
      title: `a subject of a permitted name ${how}`,
      ca: caWith(forged.nameConstraints([forged.directory(organisation(excluded))])),
      leaf: spelt(written),
      refused: "NAME_NOT_PERMITTED@0",
    });
  }

  itJudges({
    title: "an excluded alternative name in wide letters",
    ca: caWith(forged.nameConstraints([], [forged.directory(organisation("Acme"))])),
    leaf: { extensions: leafExtensions(forged.altNames(forged.directory(organisation("ＡＣＭＥ")))) },
    refused: "NAME_EXCLUDED@0",
    opensslAccepts: true,
  });
  itJudges({
    title: "an excluded name whose attributes stand in another order of one RDN",
    ca: caWith(
      forged.nameConstraints([], [forged.directory(forged.rdn(["2.5.4.10", "Ä"], ["2.5.4.3", "ö"]))]),
    ),
    leaf: { subject: forged.rdn(["2.5.4.10", "ä"], ["2.5.4.3", "Ö"]) },
    refused: "NAME_EXCLUDED@0",
    opensslAccepts: true,
  });
  itJudges({
    title: "a character that RFC 4518 prohibits, under an exclusion",
    ca: caWith(forged.nameConstraints([], [forged.directory(organisation("Acme"))])),
    leaf: spelt("Acme\ue000"),
    refused: "NAME_CONSTRAINT_UNSUPPORTED@0",
    opensslAccepts: true,
  });
  itJudges({
    title: "a subject that only looks like an excluded one",
    ca: caWith(forged.nameConstraints([], [forged.directory(organisation("Acme"))])),
    leaf: spelt("Αcme"),
  });
});
