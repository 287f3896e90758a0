// Commands that alarms and runbooks name can be typed as they stand.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Command } from "commander";
import { program } from "../../src/cli/program.ts";
import { catalogue } from "../../src/domain/alarm/catalogue.ts";
import { pda } from "../platform/program.ts";
import { root, runbooks } from "./files.ts";

const places = [...runbooks, "src/domain/alarm/catalogue.ts", "src/domain/settlement/advice.ts"];

/** The words after each `pda ` of a text, as far as they can be commands, placeholders and options. */
const commandsIn = (text: string): string[][] =>
  text
    .split(/\bpda (?=[a-z])/)
    .slice(1)
    .map((rest) => (/^(?:(?:--)?[a-z][a-z-]*|<[^>]+>| )+/.exec(rest)?.[0] ?? "").trim().split(" "));

/** Returns the command that the words name. */
function named(command: Command, [word, ...others]: readonly string[]): Command {
  const inner = command.commands.find((each) => each.name() === word);
  return inner ? named(inner, others) : command;
}

describe("commands of alarms and runbooks", () => {
  it("exist, with their options", async () => {
    const all = await program();
    let found = 0;
    for (const place of places)
      for (const words of commandsIn(readFileSync(join(root, place), "utf8"))) {
        const command = named(all, words);
        const told = `${place}: pda ${words.join(" ")}`;
        expect(command, told).to.not.equal(all);
        const known = command.options.map(({ long }) => long);
        expect(known, told).to.include.members(words.filter((word) => word.startsWith("--")));
        found += 1;
      }
    expect(found).to.be.above(50);
  });

  it("send again what an endpoint has missed, once the placeholders are filled", async () => {
    const [, line = ""] =
      /pda (webhooks replay [^.]+)\./.exec(catalogue.WebhookEndpointsDisabled.nextStep ?? "") ?? [];
    const filled = line
      .replace("<endpoint>", "whk_01h2xcejqtf2nbrexx3vqjhp41")
      .replace("<time>", "2026-01-31");
    const { stderr } = await pda([...filled.split(" "), "--url", "https://127.0.0.1:1"], {
      env: { PDA_API_KEY: "pda_x" },
    });
    expect(stderr).to.include("127.0.0.1:1").and.to.not.include("name either events");
  });
});
