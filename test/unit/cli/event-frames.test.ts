import { expect } from "chai";
import fc from "fast-check";
import { type Frame, FrameReader } from "../../../src/cli/listen/frames.ts";

/** Reads a text whose pieces end at these places. */
function read(text: string, cuts: readonly number[] = []): { frames: Frame[]; retryMs: number | undefined } {
  const reader = new FrameReader();
  const ends = [...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
  const frames = ends.flatMap((end, index) => reader.read(text.slice(ends[index - 1] ?? 0, end)));
  return { frames, retryMs: reader.retryMs };
}

describe("messages of a stream of events", () => {
  it("have the identifier of the last one, and data over several lines", () => {
    const text =
      "retry: 2000\nid: a\n\n:\n\nid: b\nevent: x\ndata: 1\ndata:2\n\ndata: 3\n\nid: c\ndata: cut off";
    expect(read(text)).to.deep.equal({
      retryMs: 2000,
      frames: [
        { id: "a", data: undefined },
        { id: "b", data: "1\n2" },
        { id: "b", data: "3" },
      ],
    });
  });

  it("are the same however the bytes come in pieces, and whichever ends the lines have", () => {
    const line = fc.stringMatching(/^[ -~]{0,12}$/);
    const frame = fc.record({
      id: fc.stringMatching(/^[\w-]{1,8}$/),
      data: fc.array(line, { minLength: 1 }),
    });
    fc.assert(
      fc.property(
        fc.array(frame),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.array(fc.nat()),
        (frames, end, cuts) => {
          const lines = frames.flatMap(({ id, data }) => [
            `id: ${id}`,
            ...data.map((each) => `data: ${each}`),
            ":",
            "",
          ]);
          const text = lines.map((each) => each + end).join("");
          // The last line feed may still be to come.
          const complete = end === "\r" ? `${text}:` : text;
          expect(read(complete, cuts).frames).to.deep.equal(
            frames.map(({ id, data }) => ({ id, data: data.join("\n") })),
          );
        },
      ),
    );
  });

  it("have a limit", () => {
    const reader = new FrameReader();
    const piece = "x".repeat(1024 * 1024);
    expect(() => {
      for (let count = 0; count <= 16; count += 1) reader.read(piece);
    }).to.throw("a message without an end");
  });
});
