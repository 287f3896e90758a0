// `make vectors`: one line for each suite of published vectors. Ends with 1 where a suite does not run or falls short of its bar.
import { loadSuites, runSuite } from "./run.ts";

for (const suite of await loadSuites()) {
  const { passed, lines } = await runSuite(suite);
  for (const line of lines) console.log(line);
  if (!passed) process.exitCode = 1;
}
