// Progress bars of commands that take longer than a second.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { Progress } from "../../../src/cli/output/progress.ts";

/** Keeps what is written. */
const screenOf = (isTTY: boolean) => {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => void written.push(text) };
};

describe("progress bars", () => {
  it("appear on a terminal after a second, and vanish at the end", async () => {
    const screen = screenOf(true);
    {
      using progress = new Progress("records", screen);
      progress.tell(1, 4);
      expect(screen.written, "within the first second").to.deep.equal([]);
      await sleep(1_050);
      progress.tell(1_500, 6_000);
      expect(screen.written).to.deep.equal([
        `\r\u001b[K[${"█".repeat(7)}${"░".repeat(21)}]  25 %  1,500 of 6,000 records`,
      ]);
      progress.tell(1_501, 6_000);
      expect(screen.written, "drawn again too soon").to.have.length(1);
    }
    expect(screen.written.at(-1)).to.equal("\r\u001b[K");
  });

  it("are no longer than the line of the terminal", async () => {
    const screen = { ...screenOf(true), columns: 20 };
    using progress = new Progress("records", screen);
    await sleep(1_050);
    progress.tell(1, 4);
    expect(screen.written).to.deep.equal([`\r\u001b[K[${"█".repeat(7)}${"░".repeat(10)}…`]);
  });

  it("write nothing elsewhere, nor when the work is short", async () => {
    const [file, terminal] = [screenOf(false), screenOf(true)];
    {
      using short = new Progress("records", terminal);
      short.tell(1, 2);
      using progress = new Progress("records", file);
      await sleep(1_050);
      progress.tell(1, 2);
    }
    expect([...file.written, ...terminal.written]).to.deep.equal([]);
  });
});
