// gRPC reflection in both its versions, by hand: the bytes of questions and answers.
import { once } from "node:events";
import { Client, credentials, Server, ServerCredentials } from "@grpc/grpc-js";
import { expect } from "chai";
import { addReflection } from "../../src/rpc/reflection.ts";

const same = (bytes: Buffer) => bytes;
/** ServerReflectionRequest: file_containing_symbol = 4, list_services = 7. */
const question = (field: number, text: string) =>
  Buffer.concat([Buffer.of((field << 3) | 2, text.length), Buffer.from(text)]);

describe("gRPC reflection", () => {
  const server = new Server();
  let client: Client;
  before(async () => {
    addReflection(server, ["pda.wallet.v1.WalletService"]);
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  });
  after(() => {
    client.close();
    server.forceShutdown();
  });

  for (const version of ["v1", "v1alpha"])
    it(`answers ${version}: several questions on one stream, until the caller ends it`, async () => {
      const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
      const stream = client.makeBidiStreamRequest(path, same, same);
      const ask = async (bytes: Buffer): Promise<string> => {
        stream.write(bytes);
        const [answer] = (await once(stream, "data")) as [Buffer];
        return answer.toString("latin1");
      };
      expect(await ask(question(7, "*")))
        .to.contain("pda.wallet.v1.WalletService")
        .and.to.not.contain("pda.payment.v1.PaymentService");
      expect(await ask(question(4, "pda.wallet.v1.WalletService"))).to.contain("wallet_service.proto");
      expect(await ask(question(4, "pda.Nothing"))).to.contain("Symbol not found");
      stream.end();
      const [{ code }] = (await once(stream, "status")) as [{ code: number }];
      expect(code).to.equal(0);
    });
});
