// The files that describe the contract, for teams that generate their own clients.
import { globSync, readdirSync, readFileSync } from "node:fs";
import { protosFile } from "../config/protos-file.ts";
import { Failure } from "../rpc/failure.ts";
import { Download } from "./download.ts";
import { readSite, type Served } from "./site.ts";

const YAML = new URL("../../openapi/", import.meta.url);
const DOCS = new URL("../../docs/", import.meta.url);
const JSON_FILES = new URL("../../gen/openapi/", import.meta.url);
/** The base address in the committed documents. */
const DOCUMENTED_URL = "https://localhost:8443";

/** The kinds of documents: how their paths and their files begin, and what of an address stands in them. A server of AsyncAPI has no scheme. */
const KINDS = [
  { kind: "openapi", file: "pda", named: (address: string) => address },
  { kind: "asyncapi", file: "pda.events", named: (address: string) => address.replace("https://", "") },
] as const;

/** Returns the major versions that have a document of a kind, oldest first. */
const versionsOf = (file: string): string[] =>
  readdirSync(YAML)
    .filter((name) => name.startsWith(`${file}.v`))
    .flatMap((name) => /\.(v\d+)\.yaml$/.exec(name)?.[1] ?? [])
    .sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));

/** Files by path, and what answers people below `/docs/` where no file is; undefined without a build of the documentation. */
interface Downloads {
  readonly files: ReadonlyMap<string, () => Served>;
  readonly missing: (() => Served) | undefined;
}

/**
 * Returns the downloads by path, each read when it is first asked for:
 * - `/openapi.v1.json`, `/openapi.v1.yaml`: the OpenAPI document of a major version; `/openapi.json` and `/openapi.yaml`: of the oldest,
 *   because callers of these paths must not get another interface one day
 * - `/asyncapi.v1.json`, `/asyncapi.v1.yaml`, `/asyncapi.json`, `/asyncapi.yaml`: likewise the AsyncAPI document of its events
 * - `/docs/`: the documentation for people
 * - `/docs/**`: the pages on the interface, such as `/docs/decisions.md`, which the documents name as `x-decision`, and the programs and
 *   vectors that they link; browsers are led to the page
 * - `/protos.tar.gz`: the protos with all their imports; `/protos.binpb`: their descriptor set with source information
 * @param publicUrl the base address of this service, which the documents then name
 */
export function downloads(publicUrl = DOCUMENTED_URL): Downloads {
  const found = new Map<string, () => Served>();
  for (const { kind, file, named } of KINDS) {
    const document = (from: URL, contentType: string) =>
      once(() => {
        const text = readFileSync(from, "utf8").replaceAll(named(DOCUMENTED_URL), named(publicUrl));
        return new Download(contentType, Buffer.from(text));
      });
    for (const [index, version] of versionsOf(file).entries()) {
      const json = document(
        new URL(`${file}.${version}.json`, JSON_FILES),
        "application/json; charset=utf-8",
      );
      // RFC 9512.
      const yaml = document(new URL(`${file}.${version}.yaml`, YAML), "application/yaml; charset=utf-8");
      found.set(`/${kind}.${version}.json`, json).set(`/${kind}.${version}.yaml`, yaml);
      if (index === 0) found.set(`/${kind}.json`, json).set(`/${kind}.yaml`, yaml);
    }
  }
  const site = readSite();
  for (const [path, file] of site.files) found.set(path, file);
  for (const page of globSync("**/*.*", { cwd: DOCS })) {
    const make = () => new Download(mediaTypeOf(page), readFileSync(new URL(page, DOCS)), site.copy);
    found.set(`/docs/${page}`, site.orPage(`/docs/${page}`, once(make)));
  }
  found
    .set(
      "/protos.tar.gz",
      once(() => new Download("application/gzip", packed("tar.gz"))),
    )
    .set(
      "/protos.binpb",
      once(() => new Download("application/x-protobuf", packed("binpb"))),
    );
  return { files: found, missing: site.missing };
}

/** Returns the media type of a page (RFC 7763), of test vectors, or of a program. */
function mediaTypeOf(file: string): string {
  if (file.endsWith(".md")) return "text/markdown; charset=utf-8";
  return file.endsWith(".json") ? "application/json; charset=utf-8" : "text/plain; charset=utf-8";
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Reads a file that is made when the product is built. @throws Failure ROUTE_NOT_FOUND when it was not. */
function packed(kind: "tar.gz" | "binpb"): Buffer {
  try {
    return readFileSync(protosFile(kind));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Failure("ROUTE_NOT_FOUND", {
      message: "This installation does not have the protos. Run make protos where it is built.",
    });
  }
}
