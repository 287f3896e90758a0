import { CommandError } from "../failure.ts";

const answerMs = 15_000;
const charactersMax = 20;

/**
 * Returns a function that asks a receiver how many events it has taken, by GET. The answer is a number and nothing else.
 * @throws CommandError for another URL or answer
 */
export function probeOf(url: string): () => Promise<number> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new CommandError(`--probe ${url} is not a URL`, "give a URL like http://localhost:3000/count");
  return async () => {
    const answer = await ask(url);
    if (/^\d{1,15}$/.test(answer)) return Number(answer);
    throw new CommandError(
      `${url} does not answer with the number of events alone`,
      "let it answer GET with status 200 and a number such as 42",
    );
  };
}

async function ask(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerMs), redirect: "error" });
    const text = await response.text();
    return response.ok && text.length <= charactersMax ? text.trim() : "";
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${url} does not answer: ${why}`, "check the URL of --probe");
  }
}
