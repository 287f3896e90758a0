// A process that runs a development network until it is killed: node run-network.ts <dir>
import { startDevelopmentNetwork } from "../../../src/platform/development-network.ts";
import { recordingLog } from "./log.ts";

const dir = process.argv[2] as string;
const { rpcUrl, asset } = await startDevelopmentNetwork({
  dir,
  port: 0,
  blockTimeMs: 20,
  log: recordingLog().log,
});
process.stdout.write(`${JSON.stringify({ rpcUrl, asset })}\n`);
