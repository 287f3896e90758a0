import { Command } from "commander";
import { type Config, describeConfig, loadConfig } from "../config.ts";
import {
  attempt,
  checkCertificates,
  checkDatabase,
  checkDataFolder,
  checkDisk,
  checkNode,
  checkPorts,
  checkProcesses,
  checkProduction,
  checkSecrets,
  type Diagnosis,
} from "./doctor/checks.ts";
import { checkDataKey } from "./doctor/data-key.ts";
import { explain } from "./failure.ts";

const MARK = { ok: "ok   ", warn: "warn ", fail: "FAIL " } as const;

function print({ status, text, advice }: Diagnosis): void {
  console.log(`${MARK[status]} ${text}`);
  if (advice) console.log(`        next: ${advice}`);
}

/** `pda doctor`: prints the settings, and what keeps the service from running. */
export function doctorCommand(): Command {
  return new Command("doctor")
    .description(
      "Check that this machine can run the service: Node, settings, certificates, ports, database, disk. Exits with 1 when a check fails",
    )
    .addHelpText("after", "\nExample:\n  $ pda doctor")
    .action(async () => {
      print(checkNode());
      let config: Config;
      try {
        config = loadConfig();
      } catch (error) {
        const { message, advice } = explain(error);
        print({ status: "fail", text: message, advice });
        process.exit(1);
      }
      print({ status: "ok", text: "settings" });
      for (const line of describeConfig(config)) console.log(`        ${line}`);
      const checks = [
        () => checkDataFolder(config),
        () => checkSecrets(config),
        () => checkDataKey(config),
        () => checkCertificates(config),
        () => [checkProcesses(config)],
        () => checkPorts(config),
        () => checkProduction(config),
        () => checkDatabase(config),
        () => [checkDisk(config)],
      ];
      // Several checks may fail for the same reason; it is printed once.
      const findings = new Map<string, Diagnosis>();
      for (const check of checks)
        for (const finding of await attempt(check)) findings.set(finding.text, finding);
      for (const finding of findings.values()) print(finding);
      if ([...findings.values()].some(({ status }) => status === "fail")) process.exit(1);
    });
}
