// Programs that act for people, as the settings name them: the console among them.
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ConfigError, loadConfig } from "../../src/config.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const cwd = "/srv/pda-without-a-file";
const load = (env: NodeJS.ProcessEnv = {}) => loadConfig({ env, cwd });

function problemsOf(env: NodeJS.ProcessEnv): string {
  try {
    load(env);
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigError);
    return (error as ConfigError).problems.join("\n");
  }
  throw new Error("the settings were accepted");
}

describe("the programs that act for people, in the configuration", () => {
  const clientsIn = (yaml: string): unknown => {
    using dir = temporaryDirectory();
    writeFileSync(join(dir.path, "pda.config.yaml"), yaml);
    return loadConfig({ env: {}, cwd: dir.path }).oauth.server.clients;
  };
  const one = (over: object = {}): string =>
    JSON.stringify({
      id: "portal",
      name: "Portal",
      redirectUris: ["https://shop.example/back"],
      ...over,
    });
  const listing = (...clients: string[]): string => `oauth: {server: {clients: [${clients.join()}]}}`;

  it("in a sandbox one for programs on the person's machine, and the console, when nothing is set, in production none", () => {
    expect(load().oauth.server.clients.map(({ id }) => id)).to.deep.equal(["command-line", "console"]);
    const enabled = (PDA_OAUTH_SERVER_ENABLED: string) => ({ PDA_OAUTH_SERVER_ENABLED });
    expect(load({ PDA_MODE: "production", ...enabled("true") }).oauth.server.enabled).to.equal(true);
    expect(load(enabled("false")).oauth.server.enabled).to.equal(false);
    expect(problemsOf(enabled("no"))).to.match(/oauth\.server\.enabled: must be true or false/);
    expect(load({ PDA_MODE: "production" }).oauth.server.clients).to.deep.equal([]);
  });

  it("the console among them where it is served, which needs that people can sign in", () => {
    const given = (settings: Record<string, string>) => {
      const { console: own, oauth } = load(settings);
      return [own.enabled, oauth.server.clients.some(({ id }) => id === "console")];
    };
    const production = { PDA_MODE: "production" };
    const on = { PDA_CONSOLE_ENABLED: "true" };
    const server = (enabled: string) => ({ PDA_OAUTH_SERVER_ENABLED: enabled });
    expect(given(production)).to.deep.equal([false, false]);
    expect(given({ ...production, ...on, ...server("true") })).to.deep.equal([true, true]);
    expect(given({ PDA_CONSOLE_ENABLED: "false" })).to.deep.equal([false, false]);
    expect(given(server("false"))).to.deep.equal([false, false]);
    expect(problemsOf({ ...on, ...server("false") })).to.match(/console\.enabled: needs oauth\.server/);
    expect(load({ PDA_PUBLIC_URL: "https://pda.example/" }).oauth.server.clients[1]).to.deep.include({
      redirectUris: ["https://pda.example/console/signed-in"],
    });
    expect(() => clientsIn(listing(one({ id: "console" })))).to.throw(/the service's own/);
  });

  it("not the console where people sign in to it elsewhere, at an issuer whose tokens are accepted", () => {
    const issuer = "https://id.example.com/payments";
    const elsewhere = { PDA_CONSOLE_SIGN_IN_ISSUER: issuer, PDA_CONSOLE_SIGN_IN_CLIENT_ID: "console" };
    const trusted = { ...elsewhere, PDA_OAUTH_ISSUERS: issuer };
    for (const PDA_MODE of ["sandbox", "production"])
      for (const PDA_OAUTH_SERVER_ENABLED of ["true", "false"]) {
        const { console: own, oauth } = load({ ...trusted, PDA_MODE, PDA_OAUTH_SERVER_ENABLED });
        expect(own).to.deep.equal({ enabled: true, signIn: { issuer, clientId: "console" } });
        expect(oauth.server.clients.map(({ id }) => id)).not.to.include("console");
      }
    expect(load({ ...trusted, PDA_CONSOLE_ENABLED: "false" }).console.enabled).to.equal(false);
    expect(problemsOf(elsewhere)).to.match(/console\.signIn\.issuer: https:\S+ is not among oauth\.issuers/);
    const { PDA_CONSOLE_SIGN_IN_CLIENT_ID: _, ...anonymous } = trusted;
    expect(problemsOf(anonymous)).to.match(/console\.signIn\.clientId/);
    const http = { ...trusted, PDA_CONSOLE_SIGN_IN_ISSUER: "http://id.example.com/payments" };
    expect(problemsOf(http)).to.match(/console\.signIn\.issuer/);
    for (const odd of ["https://*", "https://a;script-src *", "https://a,b", "https://a.example;sandbox"])
      expect(
        problemsOf({ ...trusted, PDA_OAUTH_ISSUERS: odd, PDA_CONSOLE_SIGN_IN_ISSUER: odd }),
        odd,
      ).to.match(/oauth\.issuers/);
    const bracketed = "https://[::1]/payments";
    const six = { ...trusted, PDA_OAUTH_ISSUERS: bracketed, PDA_CONSOLE_SIGN_IN_ISSUER: bracketed };
    expect(problemsOf(six))
      .to.match(/console\.signIn\.issuer/)
      .and.not.match(/oauth\.issuers/);
    expect(problemsOf({ PDA_OAUTH_ISSUERS: "https://id.example.com,https://id.example.com/" })).to.match(
      /must not name an issuer twice/,
    );
    const scopes = (PDA_CONSOLE_SIGN_IN_SCOPES: string) => ({ ...trusted, PDA_CONSOLE_SIGN_IN_SCOPES });
    expect(load(scopes("payments.read,openid")).console.signIn?.scopes).to.deep.equal([
      "payments.read",
      "openid",
    ]);
    expect(problemsOf(scopes('"'))).to.match(/console\.signIn\.scopes.*must be a scope/);
  });

  it("as they are set", () => {
    expect(clientsIn(listing())).to.deep.equal([]);
    expect(clientsIn(listing(one()))).to.deep.equal([JSON.parse(one())]);
  });

  it("with addresses that a code may be sent to, and names of their own", () => {
    for (const redirectUri of [
      "http://shop.example/back",
      "http://localhost/back",
      "http://127.0.0.1:80800/back",
      "http://127.0.0.1:8080/back",
      "http://127.0.0.1.evil.example/back",
      "https://shop.example/back#part",
      "https://*.shop.example/back",
      "https://user@shop.example/back",
      "javascript:alert(1)",
      "/back",
    ])
      expect(() => clientsIn(listing(one({ redirectUris: [redirectUri] }))), redirectUri).to.throw(
        ConfigError,
      );
    for (const redirectUri of ["http://127.0.0.1/back", "http://[::1]/back"])
      expect(clientsIn(listing(one({ redirectUris: [redirectUri] })))).to.have.length(1);
    expect(() => clientsIn(listing(one(), one()))).to.throw(ConfigError);
    expect(() => clientsIn(listing(one({ id: "pky_x" })))).to.throw(ConfigError);
    expect(() => clientsIn(listing(one({ redirectUris: [] })))).to.throw(ConfigError);
  });

  it("with public keys, by which they authenticate, and the scopes that they may ask for", () => {
    const jwkOf = (key: KeyObject) => key.export({ format: "jwk" });
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const good = [
      [jwkOf(ec.publicKey), "ES256"],
      [jwkOf(generateKeyPairSync("ed25519").publicKey), "EdDSA"],
      [jwkOf(generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey), "PS256"],
    ] as const;
    const withKeys = (...keys: object[]) => clientsIn(listing(one({ jwks: { keys } })));
    for (const [key, alg] of good)
      expect(withKeys(key)).to.deep.equal([{ ...JSON.parse(one()), jwks: { keys: [{ ...key, alg }] } }]);
    const [[key]] = good;
    expect(withKeys({ ...key, kid: "1" }, { ...key, kid: "2" })).to.have.length(1);
    for (const bad of [
      [],
      [key, key],
      [
        { ...key, kid: "1" },
        { ...key, kid: "1" },
      ],
      [jwkOf(ec.privateKey)],
      [{ ...key, alg: "RS256" }],
      [{ ...key, alg: "none" }],
      [{ ...key, use: "enc" }],
      [{ ...key, x: "AA" }],
      [jwkOf(generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey)],
      [jwkOf(generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey)],
      [{ kty: "oct", k: "c2VjcmV0" }],
    ])
      expect(() => withKeys(...bad), JSON.stringify(bad)).to.throw(ConfigError);
    expect(clientsIn(listing(one({ scopes: ["payments.read"] })))).to.have.length(1);
    for (const scopes of [[], ["payments.reed"], ["openid"]])
      expect(() => clientsIn(listing(one({ scopes })))).to.throw(ConfigError);
  });
});
