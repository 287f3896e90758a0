// What the documents name exists: files, headings, decisions, commands with their options, targets, settings, operations, words.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import type { Command } from "commander";
import { catalogue } from "../../gen/errors/catalogue.ts";
import { operations } from "../../gen/rest/operations.ts";
import { program } from "../../src/cli/program.ts";
import { settingsOf } from "../../src/config/names.ts";
import { configSchema } from "../../src/config/schema.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
/** All but the published interface, which is not ours to change, and what a version has removed, which exists no more. */
const pages = globSync(
  ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/**/*.md", "deploy/**/*.md"],
  {
    cwd: root,
  },
)
  .filter((page) => page !== "docs/interface.md")
  .map((page) => ({
    page,
    text: read(page).replace(/^### (?:Removed|Departures .*)\n[\s\S]*?(?=^##)/gm, ""),
  }));

/** Text between backticks, that of fenced blocks apart. */
const spansOf = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`\n]+)`/g)].map((match) => match[1] as string);
/** Lines of shell in fenced blocks, continued lines as one, without comments. */
const shellOf = (text: string): string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) =>
    block
      .replace(/\\\n/g, " ")
      .split("\n")
      .map((line) => line.replace(/(^|\s)#.*$/, "")),
  );
/** What is wrong on any page, with the page. */
const onPages = (wrong: (text: string, page: string) => readonly string[]): string[] =>
  pages.flatMap(({ page, text }) => wrong(text, page).map((what) => `${page}: ${what}`));
const matches = (text: string, form: RegExp): string[] => [...text.matchAll(form)].map((match) => match[0]);

/** Everything that is written in the product: sources, contract, and what is generated. */
const written = globSync(
  [
    "src/**/*.{ts,json,sql}",
    "proto/**/*.proto",
    "openapi/*.yaml",
    "gen/errors/*.ts",
    "deploy/**/*.yaml",
    "clients/{java,python}/src/**/*.{java,py}",
  ],
  {
    cwd: root,
  },
)
  .map(read)
  .join("\n");
const words = new Set(written.match(/\w+/g));

describe("the documents name", () => {
  it("files that exist", () => {
    const place = /^(?:src|test|docs|deploy|proto|gen|openapi|bin|\.ci)\/[\w./*<>-]+$/;
    expect(
      onPages((text) =>
        spansOf(text)
          .filter((span) => place.test(span))
          .map((span) => span.replace(/<\w+>/g, "*"))
          .filter((span) => globSync([span, `${span}.ts`], { cwd: root }).length === 0),
      ),
    ).to.deep.equal([]);
  });

  it("headings and files that exist, in their links", () => {
    const anchorsOf = (path: string): string[] => [
      ...matches(read(path), /<a id="[^"]+">/g).map((anchor) => anchor.slice(7, -2)),
      ...matches(read(path), /^#+ .*$/gm).map((heading) =>
        heading
          .replace(/^#+ /, "")
          .toLowerCase()
          .replace(/[^\w\- ]/g, "")
          .replaceAll(" ", "-"),
      ),
    ];
    expect(
      onPages((text, page) =>
        [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)]
          .map((match) => match[1] as string)
          .filter((target) => {
            const [path = "", anchor] = target.split("#");
            const file = path === "" ? page : join(dirname(page), path);
            if (!existsSync(join(root, file))) return true;
            return anchor !== undefined && !anchorsOf(file).includes(anchor);
          }),
      ),
    ).to.deep.equal([]);
  });

  it("decisions and error codes that exist", () => {
    const known = new Set([
      ...matches(read("docs/decisions.yaml"), /^- id: D-\d{3}$/gm).map((line) => line.slice(-5)),
      ...matches(read("gen/errors/catalogue.ts"), /SVC-\d{4}/g),
    ]);
    expect(
      onPages((text) => matches(text, /\b(D-\d{3}|SVC-\d{4})\b/g).filter((id) => !known.has(id))),
    ).to.deep.equal([]);
  });

  it("commands of pda, and options that these have", async () => {
    const pda = await program();
    const wrong = (words: readonly string[]): string | undefined => {
      let command: Command = pda;
      const above: Command[] = [pda];
      for (const word of words) {
        if (word.startsWith("-")) {
          const option = word.replace(/=.*/, "");
          const known = above.some(({ options }) =>
            options.some(({ long, short }) => long === option || short === option),
          );
          if (!known && !["--help", "-h", "--version"].includes(option)) return option;
          continue;
        }
        if (command.commands.length === 0) continue;
        const inner = command.commands.filter((one) => word.split("|").includes(one.name()));
        if (inner.length !== word.split("|").length) {
          if (command === pda || !command.registeredArguments.length) return word;
          continue;
        }
        command = inner[0] as Command;
        above.push(...inner);
      }
      return undefined;
    };
    expect(
      onPages((text) =>
        [
          ...spansOf(text),
          // In these the shell function of the guides has the same name.
          ...shellOf(text).flatMap((line) => line.match(/bin\/pda .*/)?.[0] ?? []),
        ]
          .filter((call) => /^(bin\/)?pda [a-z-]/.test(call) && !call.includes("https:"))
          .map((call) => call.split(/[|>;&]\s|\)|\s2>/)[0] as string)
          .filter((call) => wrong(call.trim().split(/\s+/).slice(1)) !== undefined),
      ),
    ).to.deep.equal([]);
  });

  it("targets and variables that the Makefile has", () => {
    const makefile = read("Makefile");
    const known = (word: string): boolean => {
      const [variable, value] = word.split("=");
      if (value !== undefined) return makefile.includes(`$(${variable})`) || variable === "UPDATE_GOLDEN";
      return new RegExp(`^${word.replace("/", "\\/")}:`, "m").test(makefile);
    };
    expect(
      onPages((text) =>
        [...spansOf(text), ...shellOf(text)].flatMap((line) =>
          [...line.matchAll(/(?:^|&& )((?:\w+=\S+ )?)make((?: [a-zA-Z_/]+(?:=\S*)?)+)/g)].flatMap((match) =>
            (match[2] as string)
              .trim()
              .split(" ")
              .filter((word) => !known(word)),
          ),
        ),
      ),
    ).to.deep.equal([]);
  });

  it("settings that exist", () => {
    const settings = settingsOf(configSchema);
    const paths = settings.map(({ path }) => path.join("."));
    const groups = new Set(
      settings.filter(({ path }) => path.length > 1).map(({ path }) => path[0] as string),
    );
    const isSetting = (name: string): boolean =>
      name.endsWith(".*")
        ? paths.some((path) => path.startsWith(name.slice(0, -1)))
        : paths.some((path) => path === name || path.startsWith(`${name}.`));
    const environment = new Set(settings.map(({ env }) => env));
    expect(
      onPages((text) => [
        ...spansOf(text)
          .map((span) => span.replace(/[:=].*$/, ""))
          .filter(
            (span) => /^[a-z]\w*(\.\w+)*\.(\w+|\*)$/.test(span) && groups.has(span.split(".")[0] as string),
          )
          // Event types are written in the same form.
          .filter(
            (span) => !isSetting(span) && !/\.(m?[jt]s|py|go)$/.test(span) && !written.includes(`"${span}"`),
          ),
        ...matches(text, /\bPDA_[A-Z_]*[A-Z]\b(?!-)/g).filter(
          (name) => !environment.has(name) && !new RegExp(`\\b${name}\\b`).test(written),
        ),
      ]),
    ).to.deep.equal([]);
  });

  it("operations that exist", () => {
    const templates = operations.flatMap(({ http }) =>
      http ? [`${http.verb.toUpperCase()} ${http.template.replace(/\{\w+\}/g, "{}")}`] : [],
    );
    const plain = [
      "GET /healthz",
      "GET /readyz",
      "GET /metrics",
      "GET /docs",
      "GET /openapi.yaml",
      "GET /asyncapi.yaml",
      "GET /.well-known/oauth-protected-resource",
      "GET /.well-known/oauth-authorization-server",
    ];
    const known = (verb: string, path: string): boolean => {
      const form = path
        .replace(/[?#].*$/, "")
        .replace(/^\/api\/v1/, "")
        .replace(/\{\w+\}|\b[a-z]{3}_…/g, "{}");
      if (plain.includes(`${verb} ${form}`)) return true;
      return templates.some((template) => {
        const [its, full = ""] = template.split(" ");
        if (its !== verb) return false;
        const rest = full.replace(/^\/api\/v1/, "");
        if (form.startsWith("…")) return rest.endsWith(form.slice(1));
        // A parameter may be given as one of its values.
        return new RegExp(`^${rest.replaceAll("{}", "[^/]+")}$`).test(form);
      });
    };
    expect(
      onPages((text) =>
        [...text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) ((?:\/|…\/)[\w/{}…?=.-]*)/g)]
          .filter(([, verb = "", path = ""]) => !known(verb, path.replace(/[.,:]$/, "")))
          .map(([call]) => call),
      ),
    ).to.deep.equal([]);
  });

  it("reasons, metrics, checks, RPCs and fields that the product has", () => {
    // In code: UPPER_CASE and snake_case words, and names of RPCs and messages.
    const name =
      /^(?:[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+|(?:[A-Z][a-z]+){2,}(?:\.[a-z_]+)?)$/;
    const environment = settingsOf(configSchema).map(({ env }) => env);
    // systemd, Linux, PostgreSQL, OpenID4VP, OAuth, clients of openapi-generator, Python.
    const others = [
      "ExecStart",
      "ExecReload",
      "transparent_hugepage",
      "pg_read_all_stats",
      "archive_command",
      "client_id",
      "code_challenge_method",
      "response_type",
      "unsupported_token_type",
      "ApiException",
      "ClientException",
      "ResponseError",
      "OverflowError",
    ];
    const tests = new Set(
      ["Makefile", ...globSync("test/**/*.{ts,sh}", { cwd: root })].map(read).join("\n").match(/\w+/g),
    );
    const known = (word: string, page: string): boolean =>
      [...environment, ...others].includes(word) ||
      (page === "CONTRIBUTING.md" && tests.has(word)) ||
      word.split(".").every((part) => words.has(part) || words.has(part.replace(/_(count|sum|bucket)$/, "")));
    expect(
      onPages((text, page) =>
        spansOf(text)
          .map((span) => span.replace(/[({=].*$/, ""))
          .filter((span) => name.test(span) && !known(span, page)),
      ),
    ).to.deep.equal([]);
  });

  it("gRPC statuses to repeat: those of the codes that may be repeated, and of no others", () => {
    const named = [...read("docs/quickstart-grpc.md").matchAll(/^\| `([A-Z_]+)` \|.*\| yes \|$/gm)].map(
      (match) => match[1] as string,
    );
    const statusesOf = (wanted: boolean) =>
      Object.values(catalogue)
        .filter(({ retryable }) => retryable === wanted)
        .map(({ grpcCode }) => status[grpcCode] as string);
    expect(named).to.have.members([...new Set(statusesOf(true))]);
    expect(statusesOf(false).filter((refused) => named.includes(refused))).to.deep.equal([]);
  });
});
