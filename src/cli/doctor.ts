import { Command } from "commander";
import { type Config, describeConfig, loadConfig } from "../config.ts";
import {
  checkCertificates,
  checkDatabase,
  checkDataFolder,
  checkDisk,
  checkNode,
  checkPorts,
  checkProcesses,
  checkSecrets,
  type Finding,
} from "./doctor/checks.ts";
import { describeFailure } from "./failure.ts";

const MARK = { ok: "ok   ", warn: "warn ", fail: "FAIL " } as const;

function print({ status, text, advice }: Finding): void {
  console.log(`${MARK[status]} ${text}`);
  if (advice) console.log(`        next: ${advice}`);
}

/** `pda doctor`: settings, and what stands in the way of running. */
export function doctorCommand(): Command {
  return new Command("doctor")
    .description(
      "Say whether this machine is ready: Node, settings, certificates, ports, database, disk. Exit code 1 when something fails",
    )
    .addHelpText("after", "\nExample:\n  $ pda doctor")
    .action(async () => {
      print(checkNode());
      let config: Config;
      try {
        config = loadConfig();
      } catch (error) {
        print({ status: "fail", text: describeFailure(error).split("\n")[0] ?? "configuration" });
        process.exit(1);
      }
      print({ status: "ok", text: "settings" });
      for (const line of describeConfig(config)) console.log(`        ${line}`);
      const findings = [
        ...checkDataFolder(config),
        ...checkSecrets(config),
        ...checkCertificates(config),
        checkProcesses(config),
        ...(await checkPorts(config)),
        await checkDatabase(config),
        checkDisk(config),
      ];
      for (const finding of findings) print(finding);
      if (findings.some(({ status }) => status === "fail")) process.exit(1);
    });
}
