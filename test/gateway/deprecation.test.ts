import { expect } from "chai";
import { operations } from "../../gen/rest/operations.ts";
import { compiledCodec } from "../../src/codec/compiled.ts";
import { deprecationHeaders } from "../../src/gateway/deprecation.ts";
import { compileRoutes } from "../../src/gateway/routes.ts";

describe("the headers of a deprecated operation", () => {
  it("say since when, as a structured date (RFC 9745 section 2)", () => {
    expect(deprecationHeaders({ since: "2027-01-31" })).to.deep.equal(["Deprecation", "@1801353600"]);
  });

  it("say from when it may be gone, and where to read what to do (RFC 9745, RFC 8594, RFC 5829)", () => {
    const headers = deprecationHeaders({
      since: "2027-01-31",
      sunset: "2028-02-29",
      link: "https://pda.example/moving",
      successor: "/api/v2/payments",
    });
    expect(headers).to.deep.equal([
      "Deprecation",
      "@1801353600",
      "Sunset",
      "Tue, 29 Feb 2028 00:00:00 GMT",
      "Link",
      '<https://pda.example/moving>; rel="deprecation"; type="text/html", ' +
        '<https://pda.example/moving>; rel="sunset"; type="text/html", ' +
        '</api/v2/payments>; rel="successor-version"',
    ]);
  });

  it("are on the route of that operation only", () => {
    const deprecation = { since: "2027-01-31" };
    const some = operations.map((operation) =>
      operation.method === "GetServerInfo" && operation.http
        ? { ...operation, http: { ...operation.http, deprecation } }
        : operation,
    );
    const routes = compileRoutes({ codec: compiledCodec(), sandbox: true, closed: [], operations: some });
    expect(routes.find("GET", "/api/v1/server-info").route.deprecation).to.deep.equal([
      "Deprecation",
      "@1801353600",
    ]);
    expect(routes.find("GET", "/api/v1/payments").route.deprecation).to.deep.equal([]);
  });
});
