// How the console sends a file of assets where the service is away for some time.
import { expect } from "chai";
import { pageModule, signedIn } from "./support/page.ts";

interface File {
  readonly items: readonly object[];
}
interface Sending {
  readonly publisherId: string;
  readonly file: File;
  readonly onProgress: () => void;
  readonly onWait: () => void;
  readonly signal: AbortSignal;
}
interface AssetFile {
  readAssetFile(name: string, bytes: Uint8Array): Promise<File>;
  sendAssetFile(sending: Sending): Promise<readonly object[]>;
}

describe("a file of assets in the console", () => {
  let restore: () => void = () => undefined;
  afterEach(() => restore());

  /** Sends a file of one row. @param pageOf returns the page that a proxy gives in place of an answer */
  const send = async (pageOf: (attempt: number) => Response | undefined) => {
    let attempts = 0;
    let waits = 0;
    restore = await signedIn((url) => {
      attempts += 1;
      const page = pageOf(attempts);
      if (page) return page;
      return url.pathname.endsWith("/items")
        ? { items: [{ status: "issued" }] }
        : { issuanceJobId: "job", receivedCount: 0 };
    });
    const { readAssetFile, sendAssetFile } = await pageModule<AssetFile>("web/src/console/api/asset-file.ts");
    const file = await readAssetFile("a.csv", new TextEncoder().encode("kind,name\nticket,Evening\n"));
    expect(file.items).to.have.length(1);
    const results = await sendAssetFile({
      publisherId: "pub",
      file,
      onProgress: () => undefined,
      onWait: () => (waits += 1),
      signal: AbortSignal.timeout(20_000),
    });
    return { results, waits };
  };
  const page = (status: number) => new Response("<html>", { status });

  it("waits while a proxy says that it does not reach the service", async () => {
    // The client itself repeats a call a few times.
    const { results, waits } = await send((attempt) =>
      attempt <= 5 ? page([502, 503, 504][attempt % 3] as number) : undefined,
    );
    expect(results).to.deep.equal([{ status: "issued" }]);
    expect(waits).to.equal(1);
  });

  it("is not sent again to something else than the service", async () => {
    const error = await send(() => page(404)).catch((thrown: unknown) => thrown);
    expect(error).to.include({ name: "PdaProtocolError", status: 404 });
  });
});
